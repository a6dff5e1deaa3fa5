import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { ServiceAccount } from './schema.js'

export const serviceAccountColumns: readonly Column<ServiceAccount>[] = [
  NAME,
  {
    name: 'Secrets',
    type: 'string',
    description: 'How many secrets pods of the account may mount.',
    cell: ({ secrets = [] }) => secrets.length,
  },
  AGE,
]
