import type { PersistentVolume } from '#kinds/core/persistentvolume/schema.js'
import { type ActionPlan, NOTHING, VOLUME } from '#workloads/action.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import { CLAIMS, type ClaimSummary, type Claims, VOLUMES, type Volumes } from './summaries.js'

type Volume = Readonly<PersistentVolume>

/**
 * Updates the phase of volumes: available, bound or released. Deletes released ones if the reclaim policy says
 * so.
 */
export function volumes(known: Volumes, claims: Claims): WorkloadKind<PersistentVolume> {
  return {
    kind: VOLUME,
    prefix: VOLUMES,
    component: 'persistentvolume-controller',
    plan: (volume) => planVolume(volume, claims),
    status: (volume) => volumeStatus(volume, claims),
    follow: (enqueue) => [
      claims.onChange((before, after) => {
        for (const { uid } of known.of(((after ?? before) as ClaimSummary).uid)) enqueue(uid)
      }),
    ],
  }
}

/** The bound claim; undefined if it is gone. */
function claimOf({ spec }: Volume, claims: Claims): ClaimSummary | undefined {
  const { namespace, name, uid } = spec.claimRef ?? {}
  const claim = claims.get(`${CLAIMS}${namespace}/${name}`)
  return claim?.uid === uid ? claim : undefined
}

const isReleased = (volume: Volume, claims: Claims) =>
  Boolean(volume.spec.claimRef?.uid) && claimOf(volume, claims) === undefined

function planVolume(volume: Volume, claims: Claims): ActionPlan {
  const { metadata, spec } = volume
  if (metadata.deletionTimestamp || !isReleased(volume, claims)) return NOTHING
  const target = { name: metadata.name ?? '', uid: metadata.uid ?? '' }
  switch (spec.persistentVolumeReclaimPolicy) {
    case 'Delete':
      return { actions: [{ type: 'delete', of: VOLUME, target }] }
    case 'Recycle': {
      const change = (copy: { spec: { claimRef?: unknown } }) => {
        copy.spec.claimRef = undefined
      }
      return { actions: [{ type: 'change', of: VOLUME, part: 'object', target, change }] }
    }
    default:
      return NOTHING
  }
}

function volumeStatus(volume: Volume, claims: Claims): PersistentVolume['status'] {
  const phase = phaseOf(volume, claims)
  return phase === volume.status.phase ? volume.status : { ...volume.status, phase }
}

function phaseOf(volume: Volume, claims: Claims): string | undefined {
  const { metadata, spec, status } = volume
  if (!spec.claimRef?.uid) return 'Available'
  const claim = claimOf(volume, claims)
  if (claim === undefined) return 'Released'
  // The binding is complete once the claim refers to the volume.
  return claim.volumeName === metadata.name ? 'Bound' : status.phase
}
