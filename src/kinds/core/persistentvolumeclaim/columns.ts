import { abbreviateAccessModes } from '#kinds/shared/access-modes.js'
import { storageClassOf, UNSET } from '#kinds/shared/storage-columns.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { PersistentVolumeClaim } from './schema.js'

const isBound = ({ spec }: PersistentVolumeClaim) => spec.volumeName !== undefined

export const claimColumns: readonly Column<PersistentVolumeClaim>[] = [
  NAME,
  {
    name: 'Status',
    type: 'string',
    description: 'Phase of the claim.',
    cell: ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status.phase ?? '')),
  },
  {
    name: 'Volume',
    type: 'string',
    description: 'Volume that is bound to the claim.',
    cell: ({ spec }) => spec.volumeName ?? '',
  },
  {
    name: 'Capacity',
    type: 'string',
    description: 'Size of the volume.',
    cell: (claim) => (isBound(claim) ? (claim.status.capacity?.storage ?? '0') : ''),
  },
  {
    name: 'Access Modes',
    type: 'string',
    description: 'How the volume can be mounted.',
    cell: (claim) => (isBound(claim) ? abbreviateAccessModes(claim.status.accessModes) : ''),
  },
  {
    name: 'StorageClass',
    type: 'string',
    description: 'Class of the storage.',
    cell: ({ metadata, spec }) => storageClassOf(metadata, spec.storageClassName),
  },
  {
    name: 'VolumeAttributesClass',
    type: 'string',
    description: 'Class of attributes that the volume is set to.',
    cell: ({ spec }) => spec.volumeAttributesClassName ?? UNSET,
  },
  AGE,
  {
    name: 'VolumeMode',
    type: 'string',
    wide: true,
    description: 'Filesystem or Block.',
    cell: ({ spec }) => spec.volumeMode ?? UNSET,
  },
]
