import { isDeepStrictEqual } from 'node:util'
import type { CachedObject } from '#cache/cached-object.js'
import { findCondition } from '#controllers/conditions.js'
import type { Deployment } from '#kinds/apps/deployment/apps-v1/schema.js'
import type { ReplicaSet } from '#kinds/apps/replicaset/extensions-v1beta1/schema.js'
import { REVISION_ANNOTATION } from '#kinds/apps/revisions/metadata.js'
import { revisionNumber, templateOf } from '#kinds/apps/revisions/replica-sets.js'
import type { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { type OwnedObject, OwnedObjectIndex, ownedObject } from '#workloads/owned-objects.js'

/** The fields of a replica set that its deployment needs. */
export interface ReplicaSetSummary extends OwnedObject {
  /** Desired and existing pods. */
  readonly wanted: number
  readonly replicas: number
  readonly ready: number
  readonly available: number
  readonly createdAt: number
  readonly isTerminating: boolean
  /** Whether its status is up to date. */
  readonly isObserved: boolean
  readonly revision: number
  readonly annotations: Readonly<Record<string, string>>
  /** Without the `pod-template-hash` label. */
  readonly template: PodTemplateSpec
  readonly failure: string | undefined
}

export function summarizeReplicaSet(served: CachedObject): ReplicaSetSummary {
  const set = JSON.parse(served.json.toString()) as ReplicaSet
  const { metadata, spec, status } = set
  const { annotations = {}, generation = 0 } = metadata
  return {
    ...ownedObject(served, metadata),
    wanted: spec.replicas ?? 1,
    replicas: status.replicas,
    ready: status.readyReplicas ?? 0,
    available: status.availableReplicas ?? 0,
    createdAt: metadata.creationTimestamp ? Date.parse(metadata.creationTimestamp) : 0,
    isTerminating: Boolean(metadata.deletionTimestamp),
    isObserved: (status.observedGeneration ?? 0) >= generation,
    revision: revisionNumber(annotations[REVISION_ANNOTATION]) ?? 0,
    annotations,
    template: templateOf(set),
    failure: findCondition(status.conditions, 'ReplicaFailure')?.message,
  }
}

export type ReplicaSets = OwnedObjectIndex<ReplicaSetSummary>
export const replicaSetIndex = (): ReplicaSets =>
  new OwnedObjectIndex('extensions/replicasets/', summarizeReplicaSet)

/** The replica set of the current template, and the older ones. */
export interface DeploymentReplicaSets {
  readonly newest: ReplicaSetSummary | undefined
  /** Sorted by age. */
  readonly old: readonly ReplicaSetSummary[]
}

export function classifyReplicaSets(
  deployment: Readonly<Deployment>,
  owned: readonly ReplicaSetSummary[],
): DeploymentReplicaSets {
  const { template } = deployment.spec
  const sets = owned
    .filter(({ isTerminating }) => !isTerminating)
    .sort((a, b) => a.createdAt - b.createdAt || a.revision - b.revision || (a.name < b.name ? -1 : 1))
  const wanted = JSON.stringify(template)
  const newest = sets.find(
    (set) => JSON.stringify(set.template) === wanted || isDeepStrictEqual(set.template, template),
  )
  return { newest, old: sets.filter((set) => set !== newest) }
}
