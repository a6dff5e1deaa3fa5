import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { PodDisruptionBudget } from './schema.js'

const NOT_GIVEN = 'N/A'

export const budgetColumns: readonly Column<PodDisruptionBudget>[] = [
  NAME,
  {
    name: 'Min Available',
    type: 'string',
    description: 'Pods that have to be there after an eviction.',
    cell: ({ spec }) => String(spec.minAvailable ?? NOT_GIVEN),
  },
  {
    name: 'Max Unavailable',
    type: 'string',
    description: 'Pods that may be missing after an eviction.',
    cell: ({ spec }) => String(spec.maxUnavailable ?? NOT_GIVEN),
  },
  {
    name: 'Allowed Disruptions',
    type: 'integer',
    description: 'Pods that may be evicted now.',
    cell: ({ status }) => status.disruptionsAllowed,
  },
  AGE,
]
