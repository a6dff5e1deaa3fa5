import { coreV1 } from '#kinds/groups.js'
import { addFinalizer } from '#kinds/shared/metadata.js'
import type { TypedLocalObjectReference } from '#kinds/shared/object-reference.js'
import { fractionWarnings } from '#kinds/shared/resource-names.js'
import type { PersistentVolumeClaimSpec } from '#kinds/shared/storage/persistent-volume-claim.js'
import {
  abbreviateAccessModes,
  storageAnnotationWarnings,
  storageClassOf,
  UNSET_CELL,
} from '#kinds/shared/storage/volumes.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { builtInKind, statusOf } from '#registry/kind.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import { PersistentVolumeClaim } from './schema.js'
import { validateClaim, validateClaimStatus, validateClaimUpdate } from './validation.js'

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
  const { requests, limits } = spec.resources ?? {}
  return [
    ...storageAnnotationWarnings(metadata.annotations),
    ...fractionWarnings(requests, ['storage'], 'spec.resources.requests'),
    ...fractionWarnings(limits, ['storage'], 'spec.resources.limits'),
  ]
}

/** The data source of a claim is in two fields; the older one allows few kinds. */

const SNAPSHOTS = 'snapshot.storage.k8s.io'

function isKnownToOlder({ apiGroup, kind }: TypedLocalObjectReference): boolean {
  if (!apiGroup) return kind === 'PersistentVolumeClaim'
  return apiGroup === SNAPSHOTS && kind === 'VolumeSnapshot'
}

/** Drops kinds that the older field does not allow, and copies the source into the field that lacks it. */
function reconcileDataSources(spec: PersistentVolumeClaimSpec): void {
  const { dataSource, dataSourceRef } = spec
  if (dataSource !== undefined && dataSourceRef === undefined) {
    if (isKnownToOlder(dataSource)) spec.dataSourceRef = { ...dataSource, namespace: undefined }
    else spec.dataSource = undefined
  } else if (dataSource === undefined && dataSourceRef !== undefined && !dataSourceRef.namespace) {
    const { apiGroup, kind, name } = dataSourceRef
    spec.dataSource = { apiGroup, kind, name }
  }
}

/** The finalizer that keeps a claim while a pod uses it. */
const PROTECTION = 'kubernetes.io/pvc-protection'

function prepareNewClaim(claim: PersistentVolumeClaim): void {
  addFinalizer(claim.metadata, PROTECTION)
  reconcileDataSources(claim.spec)
  claim.status.phase = 'Pending'
}

function prepareChangedClaim({ spec }: PersistentVolumeClaim): void {
  reconcileDataSources(spec)
}

export const persistentVolumeClaim = builtInKind<PersistentVolumeClaim>({
  kind: 'PersistentVolumeClaim',
  plural: 'persistentvolumeclaims',
  singular: 'persistentvolumeclaim',
  shortNames: ['pvc'],
  namespaced: true,
  nameFormat: rfc1123Subdomain,
  generation: 'client',
  strategy: { prepareForCreate: prepareNewClaim, prepareForUpdate: prepareChangedClaim },
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
