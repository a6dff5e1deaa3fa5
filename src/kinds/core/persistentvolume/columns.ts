import { abbreviateAccessModes, storageClassOf, UNSET_CELL } from '#kinds/shared/storage/volumes.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { PersistentVolume } from './schema.js'

export const persistentVolumeColumns: readonly Column<PersistentVolume>[] = [
  NAME,
  {
    name: 'Capacity',
    type: 'string',
    description: 'Size of the volume.',
    cell: ({ spec }) => spec.capacity?.storage ?? '0',
  },
  {
    name: 'Access Modes',
    type: 'string',
    description: 'How the volume can be mounted.',
    cell: ({ spec }) => abbreviateAccessModes(spec.accessModes),
  },
  {
    name: 'Reclaim Policy',
    type: 'string',
    description: 'What happens to the volume when its claim is deleted.',
    cell: ({ spec }) => spec.persistentVolumeReclaimPolicy ?? '',
  },
  {
    name: 'Status',
    type: 'string',
    description: 'Phase of the volume.',
    cell: ({ metadata, status }) => (metadata.deletionTimestamp ? 'Terminating' : (status.phase ?? '')),
  },
  {
    name: 'Claim',
    type: 'string',
    description: 'Claim that the volume is bound to.',
    cell: ({ spec: { claimRef } }) =>
      claimRef === undefined ? '' : `${claimRef.namespace ?? ''}/${claimRef.name ?? ''}`,
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
    description: 'VolumeAttributesClass of the volume.',
    cell: ({ spec }) => spec.volumeAttributesClassName ?? UNSET_CELL,
  },
  {
    name: 'Reason',
    type: 'string',
    description: 'Why the volume has failed.',
    cell: ({ status }) => status.reason ?? '',
  },
  AGE,
  {
    name: 'VolumeMode',
    type: 'string',
    wide: true,
    description: 'Filesystem or Block.',
    cell: ({ spec }) => spec.volumeMode ?? UNSET_CELL,
  },
]
