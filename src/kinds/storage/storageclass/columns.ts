import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { StorageClass } from './schema.js'

const DEFAULT_CLASS = [
  'storageclass.kubernetes.io/is-default-class',
  'storageclass.beta.kubernetes.io/is-default-class',
]

export const storageClassColumns: readonly Column<StorageClass>[] = [
  {
    ...NAME,
    cell: ({ metadata: { name = '', annotations } }) =>
      DEFAULT_CLASS.some((key) => annotations?.[key] === 'true') ? `${name} (default)` : name,
  },
  {
    name: 'Provisioner',
    type: 'string',
    description: 'What makes the volumes.',
    cell: ({ provisioner }) => provisioner,
  },
  {
    name: 'ReclaimPolicy',
    type: 'string',
    description: 'What becomes of a volume whose claim is deleted.',
    cell: ({ reclaimPolicy }) => reclaimPolicy ?? 'Delete',
  },
  {
    name: 'VolumeBindingMode',
    type: 'string',
    description: 'Whether a volume is made at once or for the first pod that uses it.',
    cell: ({ volumeBindingMode }) => volumeBindingMode ?? '<unset>',
  },
  {
    name: 'AllowVolumeExpansion',
    type: 'string',
    description: 'Whether claims may ask for more than they have.',
    cell: ({ allowVolumeExpansion }) => allowVolumeExpansion ?? false,
  },
  AGE,
]
