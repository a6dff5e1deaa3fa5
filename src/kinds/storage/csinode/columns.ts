import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { CSINode } from './schema.js'

export const nodeColumns: readonly Column<CSINode>[] = [
  NAME,
  {
    name: 'Drivers',
    type: 'integer',
    description: 'Drivers of storage on the node.',
    cell: ({ spec }) => spec.drivers?.length ?? 0,
  },
  AGE,
]
