import { type Column, NAME } from '#registry/serialize/column.js'
import type { CSIStorageCapacity } from './schema.js'

export const capacityColumns: readonly Column<CSIStorageCapacity>[] = [
  NAME,
  {
    name: 'StorageClassName',
    type: 'string',
    description: 'Class of the storage.',
    cell: ({ storageClassName }) => storageClassName,
  },
  {
    name: 'Capacity',
    type: 'string',
    description: 'How much is left.',
    cell: ({ capacity }) => capacity ?? '<unset>',
  },
]
