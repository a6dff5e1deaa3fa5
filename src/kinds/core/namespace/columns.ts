import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { Namespace } from './schema.js'

export const namespaceColumns: readonly Column<Namespace>[] = [
  NAME,
  {
    name: 'Status',
    type: 'string',
    description: 'Active or Terminating.',
    cell: ({ status }) => status.phase ?? '',
  },
  AGE,
]
