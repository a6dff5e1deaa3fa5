import { normalEvent } from '#controllers/events/event-recorder.js'
import type { PersistentVolume } from '#kinds/core/persistentvolume/schema.js'
import type { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { compareQuantities } from '#schema/quantity.js'
import { type Action, type ActionPlan, CLAIM, NOTHING, VOLUME } from '#workloads/action.js'
import { selectorOf } from '#workloads/selector.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import {
  CLASSES,
  type VolumeProvisioning,
  volumeProvisioning,
  waitsForFirstConsumer,
} from './storage-classes.js'
import { CLAIMS, type Claims, SELECTED_NODE, VOLUMES, type VolumeSummary, type Volumes } from './summaries.js'

type Claim = Readonly<PersistentVolumeClaim>

const BOUND = 'pv.kubernetes.io/bind-completed'
const BY_CONTROLLER = 'pv.kubernetes.io/bound-by-controller'
const PROVISIONED_BY = 'pv.kubernetes.io/provisioned-by'

/** Binds claims to matching volumes, or provisions volumes for them. */
export function claims(
  feed: ChangeFeed,
  known: Claims,
  volumes: Volumes,
): WorkloadKind<PersistentVolumeClaim> {
  return {
    kind: CLAIM,
    prefix: CLAIMS,
    component: 'persistentvolume-controller',
    plan: (claim) => planClaim(claim, volumes, feed),
    status: (claim) => claimStatus(claim, volumes),
    follow: (enqueue) => {
      const lookAtUnbound = () => {
        for (const { uid, isBound } of known.all()) if (!isBound) enqueue(uid)
      }
      return [
        volumes.onChange((before, after) => {
          enqueue(before?.owner)
          enqueue(after?.owner)
          // A volume became free, or another claim took it.
          if (after?.owner === undefined || (before !== undefined && before.owner === undefined))
            lookAtUnbound()
        }),
        feed.follow(lookAtUnbound, ({ prefix }) => prefix === CLASSES),
      ]
    },
  }
}

/** Plans one step: first the volume refers to the claim, then the claim to the volume. */
function planClaim(claim: Claim, volumes: Volumes, feed: ChangeFeed): ActionPlan {
  const { metadata, spec } = claim
  const { uid = '' } = metadata
  if (metadata.deletionTimestamp) return NOTHING
  if (spec.volumeName) {
    const volume = volumes.get(VOLUMES + spec.volumeName)
    if (volume === undefined || (volume.owner ?? uid) !== uid) return NOTHING
    if (volume.owner === undefined) return { actions: isFor(volume, claim) ? [take(volume, claim)] : [] }
    return { actions: grow(volume, claim) }
  }
  const taken = volumes.of(uid).find(({ isTerminating }) => !isTerminating)
  if (taken !== undefined) return { actions: [nameVolume(claim, taken)] }
  const isRequestPending =
    waitsForFirstConsumer(feed, spec.storageClassName) && !metadata.annotations?.[SELECTED_NODE]
  if (isRequestPending) return NOTHING
  const found = bestVolume(claim, volumes)
  if (found !== undefined) return { actions: [take(found, claim)] }
  const making =
    Object.keys(spec.selector ?? {}).length > 0 ? undefined : volumeProvisioning(feed, spec.storageClassName)
  return making === undefined ? NOTHING : { actions: [provision(claim, making)] }
}

/** Whether the volume is reserved for no other claim. */
const isFor = ({ claim: meant, isTerminating }: VolumeSummary, { metadata }: Claim) =>
  !isTerminating &&
  (meant === undefined || (meant.namespace === metadata.namespace && meant.name === metadata.name))

const requested = ({ spec }: Claim) => spec.resources?.requests?.storage ?? '0'

/** A volume reserved for the claim, or the smallest that fits. */
function bestVolume(claim: Claim, volumes: Volumes): VolumeSummary | undefined {
  const { spec } = claim
  const selector = spec.selector ? selectorOf(spec.selector) : undefined
  let best: VolumeSummary | undefined
  for (const volume of volumes.freeIn('')) {
    if (!isFor(volume, claim)) continue
    const fits =
      volume.className === (spec.storageClassName ?? '') &&
      volume.mode === (spec.volumeMode ?? 'Filesystem') &&
      (spec.accessModes ?? []).every((mode) => volume.accessModes.includes(mode)) &&
      compareQuantities(volume.size, requested(claim)) >= 0
    if (!fits) continue
    if (volume.claim !== undefined) return volume
    if (selector !== undefined && !selector.matches(volume.labels)) continue
    if (best === undefined || compareQuantities(volume.size, best.size) < 0) best = volume
  }
  return best
}

const referenceTo = ({ metadata }: Claim) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  namespace: metadata.namespace,
  name: metadata.name,
  uid: metadata.uid,
})

function take(target: VolumeSummary, claim: Claim): Action {
  return {
    type: 'change',
    of: VOLUME,
    part: 'object',
    target,
    change: ({
      metadata,
      spec,
    }: {
      metadata: PersistentVolume['metadata']
      spec: { claimRef?: unknown }
    }) => {
      const { uid } = (spec.claimRef ?? {}) as { uid?: string }
      // Another claim was faster.
      if (uid && uid !== claim.metadata.uid) return
      if (!spec.claimRef) metadata.annotations = { ...metadata.annotations, [BY_CONTROLLER]: 'yes' }
      spec.claimRef = referenceTo(claim)
    },
  }
}

function nameVolume({ metadata: { name = '', uid = '' } }: Claim, volume: VolumeSummary): Action {
  return {
    type: 'change',
    of: CLAIM,
    part: 'object',
    target: { name, uid },
    change: ({ metadata, spec }) => {
      spec.volumeName = volume.name
      metadata.annotations = { ...metadata.annotations, [BOUND]: 'yes', [BY_CONTROLLER]: 'yes' }
    },
  }
}

/** The name contains the claim's uid, so that no claim gets two volumes. */
function provision(claim: Claim, { provisioner, reclaimPolicy, mountOptions }: VolumeProvisioning): Action {
  const { metadata, spec } = claim
  const name = `pvc-${metadata.uid}`
  return {
    type: 'create',
    of: VOLUME,
    object: {
      metadata: { name, annotations: { [PROVISIONED_BY]: provisioner } },
      spec: {
        capacity: { storage: requested(claim) },
        accessModes: spec.accessModes,
        volumeMode: spec.volumeMode,
        storageClassName: spec.storageClassName,
        persistentVolumeReclaimPolicy: reclaimPolicy,
        mountOptions,
        claimRef: referenceTo(claim),
        csi: { driver: 'simulation.binnacle.dev', volumeHandle: name },
      },
    },
    event: () => normalEvent('ProvisioningSucceeded', `Successfully provisioned volume ${name}`),
  }
}

/** Expands the volume of a claim that requests more. */
function grow(target: VolumeSummary, claim: Claim): readonly Action[] {
  const storage = requested(claim)
  if (compareQuantities(target.size, storage) >= 0) return []
  const change = ({ spec }: PersistentVolume) => {
    spec.capacity = { ...spec.capacity, storage }
  }
  return [{ type: 'change', of: VOLUME, part: 'object', target, change }]
}

function claimStatus(claim: Claim, volumes: Volumes): PersistentVolumeClaim['status'] {
  const { metadata, spec, status } = claim
  if (!spec.volumeName || metadata.deletionTimestamp) return status
  const volume = volumes.get(VOLUMES + spec.volumeName)
  if (volume === undefined || (volume.owner !== undefined && volume.owner !== metadata.uid)) {
    return metadata.annotations?.[BOUND] ? { ...status, phase: 'Lost' } : status
  }
  if (volume.owner === undefined) return status
  return {
    ...status,
    phase: 'Bound',
    accessModes: [...volume.accessModes],
    capacity: { ...status.capacity, storage: volume.size },
  }
}
