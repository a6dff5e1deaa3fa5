import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { Lease } from './schema.js'

export const leaseColumns: readonly Column<Lease>[] = [
  NAME,
  {
    name: 'Holder',
    type: 'string',
    description: 'Name of the present holder.',
    cell: ({ spec }) => spec.holderIdentity ?? '',
  },
  AGE,
]
