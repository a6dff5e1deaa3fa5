import type { TypedLocalObjectReference } from '#kinds/shared/object-reference.js'
import type { PersistentVolumeClaimSpec } from '#kinds/shared/storage/persistent-volume-claim.js'
import type { WriteContext } from '#registry/strategy.js'
import type { PersistentVolumeClaim } from './schema.js'

/** The data source of a claim is in two fields; the older one allows few kinds. */

const SNAPSHOTS = 'snapshot.storage.k8s.io'

function isKnownToOlder({ apiGroup, kind }: TypedLocalObjectReference): boolean {
  if (!apiGroup) return kind === 'PersistentVolumeClaim'
  return apiGroup === SNAPSHOTS && kind === 'VolumeSnapshot'
}

/** Drops what Kubernetes serves only with feature gates that are off by default, unless it is stored. */
function dropGated(
  spec: PersistentVolumeClaimSpec,
  features: WriteContext['features'],
  current?: Readonly<PersistentVolumeClaimSpec>,
): void {
  if (!features.has('VolumeAttributesClass') && current?.volumeAttributesClassName === undefined) {
    spec.volumeAttributesClassName = undefined
  }
  if (spec.dataSourceRef?.namespace && current?.dataSourceRef === undefined) spec.dataSourceRef = undefined
  const isStored = current?.dataSource !== undefined || current?.dataSourceRef !== undefined
  if (isStored || spec.dataSourceRef !== undefined || spec.dataSource === undefined) return
  if (!isKnownToOlder(spec.dataSource)) spec.dataSource = undefined
}

/** Copies the source into the field that lacks it. */
function reconcileDataSources(spec: PersistentVolumeClaimSpec): void {
  const { dataSource, dataSourceRef } = spec
  if (dataSource !== undefined && dataSourceRef === undefined) {
    spec.dataSourceRef = { ...dataSource, namespace: undefined }
  } else if (dataSource === undefined && dataSourceRef !== undefined && !dataSourceRef.namespace) {
    const { apiGroup, kind, name } = dataSourceRef
    spec.dataSource = { apiGroup, kind, name }
  }
}

export function prepareNewClaim(claim: PersistentVolumeClaim, { features }: WriteContext): void {
  dropGated(claim.spec, features)
  reconcileDataSources(claim.spec)
  claim.status.phase = 'Pending'
}

export function prepareChangedClaim(
  { spec }: PersistentVolumeClaim,
  current: Readonly<PersistentVolumeClaim>,
  { features }: WriteContext,
): void {
  dropGated(spec, features, current.spec)
  reconcileDataSources(spec)
}

export function prepareClaimStatus(
  { status }: PersistentVolumeClaim,
  { status: current }: Readonly<PersistentVolumeClaim>,
  { features }: WriteContext,
): void {
  status.phase ??= 'Pending'
  if (features.has('VolumeAttributesClass')) return
  if (current.currentVolumeAttributesClassName === undefined) {
    status.currentVolumeAttributesClassName = undefined
  }
  if (current.modifyVolumeStatus === undefined) status.modifyVolumeStatus = undefined
}
