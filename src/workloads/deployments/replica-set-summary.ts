import type { CachedObject } from '#cache/cached-object.js'
import { findCondition } from '#controllers/conditions.js'
import type { ReplicaSet } from '#kinds/apps/replicaset/extensions-v1beta1/schema.js'
import { REVISION_ANNOTATION } from '#kinds/apps/revisions/metadata.js'
import { revisionNumber, templateOf } from '#kinds/apps/revisions/replica-sets.js'
import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { type Owned, OwnedObjects, ownedFrom } from '#workloads/owned-objects.js'

/** What a deployment has to know of one of its replica sets. */
export interface ReplicaSetSummary extends Owned {
  /** The pods that are wanted, and those that there are. */
  readonly wanted: number
  readonly replicas: number
  readonly ready: number
  readonly available: number
  readonly createdAt: number
  readonly isGoing: boolean
  /** Whether its status tells of the set as it is now. */
  readonly isObserved: boolean
  readonly revision: number
  readonly annotations: Readonly<Record<string, string>>
  /** Without the label that tells its pods from those of other sets. */
  readonly template: PodTemplateSpec
  readonly failure: string | undefined
}

export function summarizeReplicaSet(served: CachedObject): ReplicaSetSummary {
  const set = JSON.parse(served.json.toString()) as ReplicaSet
  const { metadata, spec, status } = set
  const { annotations = {}, generation = 0 } = metadata
  return {
    ...ownedFrom(served, metadata),
    wanted: spec.replicas ?? 1,
    replicas: status.replicas,
    ready: status.readyReplicas ?? 0,
    available: status.availableReplicas ?? 0,
    createdAt: metadata.creationTimestamp ? Date.parse(metadata.creationTimestamp) : 0,
    isGoing: Boolean(metadata.deletionTimestamp),
    isObserved: (status.observedGeneration ?? 0) >= generation,
    revision: revisionNumber(annotations[REVISION_ANNOTATION]) ?? 0,
    annotations,
    template: templateOf(set),
    failure: findCondition(status.conditions, 'ReplicaFailure')?.message,
  }
}

export type ReplicaSets = OwnedObjects<ReplicaSetSummary>
export const followedReplicaSets = (): ReplicaSets =>
  new OwnedObjects('extensions/replicasets/', summarizeReplicaSet)
