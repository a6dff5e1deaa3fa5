import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { AutoscalingScale } from './schema.js'

const REPLICAS: readonly Column<AutoscalingScale>[] = [
  {
    name: 'Desired',
    type: 'integer',
    description: 'Pods asked for.',
    cell: ({ spec }) => spec.replicas ?? 0,
  },
  {
    name: 'Available',
    type: 'integer',
    description: 'Pods that exist.',
    cell: ({ status }) => status.replicas,
  },
]

const { format: _, ...PLAIN_NAME } = NAME

/** The columns of the scale of a built-in kind. */
export const scaleColumns: readonly Column<AutoscalingScale>[] = [PLAIN_NAME, ...REPLICAS, AGE]

/** The columns of the scale of a custom resource. */
export const customScaleColumns: readonly Column<AutoscalingScale>[] = [
  NAME,
  ...REPLICAS,
  { ...AGE, type: 'date' },
]
