import { coreV1 } from '#kinds/groups.js'
import { claimSpecWarnings } from '#kinds/shared/storage/claim-warnings.js'
import {
  abbreviateAccessModes,
  STORAGE_CLASS_ANNOTATION,
  storageAnnotationWarnings,
  storageClassOf,
  UNSET_CELL,
} from '#kinds/shared/storage/volumes.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { prepareChangedClaim, prepareClaimStatus, prepareNewClaim } from './preparation.js'
import { PersistentVolumeClaim } from './schema.js'
import { validateClaimStatus } from './status-rules.js'
import { validateClaim, validateClaimUpdate } from './validation.js'

const isBound = ({ spec }: PersistentVolumeClaim) => spec.volumeName !== undefined

const claimColumns: readonly Column<PersistentVolumeClaim>[] = [
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
    description: 'VolumeAttributesClass of the volume.',
    cell: ({ spec }) => spec.volumeAttributesClassName ?? UNSET_CELL,
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

/** Warnings about a valid claim. */
function claimWarnings({ metadata, spec }: Readonly<PersistentVolumeClaim>): readonly string[] {
  return [
    ...storageAnnotationWarnings(metadata.annotations, [STORAGE_CLASS_ANNOTATION]),
    ...claimSpecWarnings(spec, 'spec'),
  ]
}

export const persistentVolumeClaim = builtInKind<PersistentVolumeClaim>({
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  singular: 'persistentvolumeclaim',
  shortNames: ['pvc'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: {
    prepareForCreate: prepareNewClaim,
    prepareForUpdate: prepareChangedClaim,
    prepareForStatusUpdate: prepareClaimStatus,
  },
  storageVersion: {
    ...coreV1,
    schema: PersistentVolumeClaim,
    subresources: [statusOf('PersistentVolumeClaim')],
    returnDeletedObject: true,
    columns: claimColumns,
    rules: {
      validate: validateClaim,
      validateUpdate: validateClaimUpdate,
      validateStatusUpdate: validateClaimStatus,
      warnings: claimWarnings,
    },
  },
})
