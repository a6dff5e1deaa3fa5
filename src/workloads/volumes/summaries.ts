import type { CachedObject } from '#cache/cached-object.js'
import type { PersistentVolume } from '#kinds/core/persistentvolume/schema.js'
import type { PersistentVolumeClaim } from '#kinds/core/persistentvolumeclaim/schema.js'
import { type OwnedObject, OwnedObjectIndex, ownedObject } from '#workloads/owned-objects.js'

export const CLAIMS = 'core/persistentvolumeclaims/'
export const VOLUMES = 'core/persistentvolumes/'

/** The fields of a claim that volumes and pods need. */
export interface ClaimSummary extends OwnedObject {
  readonly volumeName: string | undefined
  readonly className: string | undefined
  readonly isBound: boolean
  readonly isTerminating: boolean
  /** The node of the first consumer, if binding waits for it. */
  readonly selectedNode: string | undefined
}

/** On claims: the node of the first consumer. */
export const SELECTED_NODE = 'volume.kubernetes.io/selected-node'

function summarizeClaim(served: CachedObject): ClaimSummary {
  const { metadata, spec, status } = JSON.parse(served.json.toString()) as PersistentVolumeClaim
  return {
    ...ownedObject(served, metadata),
    volumeName: spec.volumeName || undefined,
    className: spec.storageClassName,
    isBound: status.phase === 'Bound',
    isTerminating: Boolean(metadata.deletionTimestamp),
    selectedNode: metadata.annotations?.[SELECTED_NODE],
  }
}

/** The fields of a volume that claims need. Its owner is the bound claim. */
export interface VolumeSummary extends OwnedObject {
  /** The claim that the volume is reserved for; without a uid until it is bound. */
  readonly claim: { readonly namespace: string; readonly name: string } | undefined
  readonly isTerminating: boolean
  readonly size: string
  readonly accessModes: readonly string[]
  readonly className: string
  readonly mode: string
}

function summarizeVolume(served: CachedObject): VolumeSummary {
  const { metadata, spec } = JSON.parse(served.json.toString()) as PersistentVolume
  const { namespace = '', name = '', uid } = spec.claimRef ?? {}
  return {
    ...ownedObject(served, metadata),
    owner: uid || undefined,
    claim: spec.claimRef ? { namespace, name } : undefined,
    isTerminating: Boolean(metadata.deletionTimestamp),
    size: spec.capacity?.storage ?? '0',
    accessModes: spec.accessModes ?? [],
    className: spec.storageClassName ?? '',
    mode: spec.volumeMode ?? 'Filesystem',
  }
}

export type Claims = OwnedObjectIndex<ClaimSummary>
export const claimIndex = (): Claims => new OwnedObjectIndex(CLAIMS, summarizeClaim)
export type Volumes = OwnedObjectIndex<VolumeSummary>
export const volumeIndex = (): Volumes => new OwnedObjectIndex(VOLUMES, summarizeVolume)
