import { type Column, NAME } from '#registry/serialize/column.js'
import type { LimitRange } from './schema.js'

export const limitRangeColumns: readonly Column<LimitRange>[] = [
  NAME,
  {
    name: 'Created At',
    type: 'date',
    description: 'When the limit range was created.',
    cell: ({ metadata }) => metadata.creationTimestamp ?? '',
  },
]
