import type { StatefulSet } from '#kinds/apps/statefulset/schema.js'
import { type Action, type ActionPlan, STATEFUL_SET } from '#workloads/action.js'
import type { ActionFailure } from '#workloads/action-runner.js'
import {
  isActive,
  isAvailable,
  nextAvailableAt,
  type PodSummary,
  type Pods,
} from '#workloads/pods/summary.js'
import {
  type CurrentRevision,
  countedCollision,
  currentRevision,
  forgetRevisions,
  type TemplateRevision,
  type TemplateRevisions,
} from '#workloads/revisions/controller-revisions.js'
import { CLAIMS, type Claims } from '#workloads/volumes/summaries.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import { handOverClaims, newClaims, newPod, ordinalOf, REVISION_LABEL, removePod } from './pod-of-set.js'

/** The input of a plan. */
export interface StatefulSetState {
  readonly pods: readonly PodSummary[]
  readonly revisions: readonly TemplateRevision[]
  /** The uid of a claim in the namespace of the set, if it exists. */
  claimUid(name: string): string | undefined
}

/** Runs pods with stable names and claims, created, updated and deleted in order. */
export function statefulSets(
  pods: Pods,
  revisions: TemplateRevisions,
  claims: Claims,
): WorkloadKind<StatefulSet> {
  const stateOf = ({ metadata: { uid = '', namespace = '' } }: Readonly<StatefulSet>): StatefulSetState => ({
    pods: pods.of(uid),
    revisions: revisions.of(uid),
    claimUid: (name) => claims.get(`${CLAIMS}${namespace}/${name}`)?.uid,
  })
  return {
    kind: STATEFUL_SET,
    prefix: 'apps/statefulsets/',
    component: 'statefulset-controller',
    plan: (set, now) => planStatefulSet(set, stateOf(set), now),
    status: (set, now, failure) => statefulSetStatus(set, stateOf(set), now, failure),
    follow: (enqueue) => [
      pods.onChange((before, after) => {
        enqueue(before?.owner)
        if (after?.owner !== before?.owner) enqueue(after?.owner)
      }),
      revisions.onChange((before, after) => enqueue((after ?? before)?.owner)),
    ],
  }
}

/** Builds the plan of one set. */
class StatefulSetPlan {
  readonly #set: Readonly<StatefulSet>
  readonly #state: StatefulSetState
  readonly #now: number
  readonly #update: CurrentRevision
  readonly #isOrdered: boolean
  readonly #wanted: readonly number[]
  readonly #byOrdinal = new Map<number, PodSummary>()
  readonly actions: Action[]

  constructor(set: Readonly<StatefulSet>, state: StatefulSetState, now: number) {
    this.#set = set
    this.#state = state
    this.#now = now
    this.#update = currentRevision('StatefulSet', set, state.revisions)
    this.actions = [...this.#update.actions]
    this.#isOrdered = set.spec.podManagementPolicy !== 'Parallel'
    const first = set.spec.ordinals?.start ?? 0
    this.#wanted = Array.from({ length: set.spec.replicas ?? 1 }, (_, index) => first + index)
    for (const pod of state.pods) {
      const ordinal = ordinalOf(set, pod)
      if (ordinal !== undefined) this.#byOrdinal.set(ordinal, pod)
    }
  }

  make(): readonly Action[] {
    // With ordered pod management, each step waits for the one before.
    if (this.#createMissing() && this.#removeExcess()) this.#updateOutdated()
    this.#forgetRevisions()
    return this.actions
  }

  /** Returns whether others may be deleted. */
  #createMissing(): boolean {
    for (const ordinal of this.#wanted) {
      const pod = this.#byOrdinal.get(ordinal)
      if (pod === undefined) {
        const hasClaim = (name: string) => this.#state.claimUid(name) !== undefined
        this.actions.push(
          ...newClaims(this.#set, ordinal, hasClaim),
          newPod(this.#set, ordinal, this.#revisionFor(ordinal)),
        )
      } else if (!pod.isTerminating && !isActive(pod)) {
        this.actions.push(removePod(this.#set, pod))
      } else if (this.#isHealthy(pod)) {
        continue
      }
      if (this.#isOrdered) return false
    }
    return true
  }

  #removeExcess(): boolean {
    const excess = [...this.#byOrdinal]
      .filter(([ordinal]) => !this.#wanted.includes(ordinal))
      .sort(([a], [b]) => b - a)
    for (const [ordinal, pod] of excess) {
      if (!pod.isTerminating) {
        this.actions.push(
          ...handOverClaims(this.#set, pod, ordinal, this.#state.claimUid),
          removePod(this.#set, pod),
        )
      }
      if (this.#isOrdered) return false
    }
    return true
  }

  /** From the highest ordinal, one at a time, each when its successors are healthy. */
  #updateOutdated(): void {
    const { updateStrategy } = this.#set.spec
    if (updateStrategy.type === 'OnDelete') return
    const partition = updateStrategy.rollingUpdate?.partition ?? 0
    const first = this.#wanted[0] ?? 0
    for (const ordinal of this.#wanted.toReversed()) {
      if (ordinal < first + partition) return
      const pod = this.#byOrdinal.get(ordinal)
      if (pod === undefined) return
      if (pod.labels?.[REVISION_LABEL] !== this.#update.name) {
        if (!pod.isTerminating) this.actions.push(removePod(this.#set, pod))
        return
      }
      if (!this.#isHealthy(pod)) return
    }
  }

  /** Pods that the update has not reached are recreated in their old revision. */
  #revisionFor(ordinal: number): {
    readonly revision: string
    readonly template: TemplateRevision['template']
  } {
    const { spec, status } = this.#set
    const first = this.#wanted[0] ?? 0
    const { type, rollingUpdate } = spec.updateStrategy
    const partition = rollingUpdate?.partition
    const isOld =
      partition === undefined || partition === 0
        ? type === 'RollingUpdate' && ordinal < first + (status.currentReplicas ?? 0)
        : ordinal < first + partition
    const current = this.#state.revisions.find(({ name }) => name === status.currentRevision)
    return isOld && current !== undefined
      ? { revision: current.name, template: current.template }
      : { revision: this.#update.name, template: spec.template }
  }

  #isHealthy(pod: PodSummary): boolean {
    return isActive(pod) && isAvailable(pod, this.#set.spec.minReadySeconds ?? 0, this.#now)
  }

  #forgetRevisions(): void {
    const { status } = this.#set
    const used = new Set([this.#update.name, status.currentRevision])
    for (const { labels } of this.#state.pods) used.add(labels?.[REVISION_LABEL])
    this.actions.push(...forgetRevisions(this.#set, this.#state.revisions, ({ name }) => used.has(name)))
  }
}

export function planStatefulSet(
  set: Readonly<StatefulSet>,
  state: StatefulSetState,
  now: number,
): ActionPlan {
  if (set.metadata.deletionTimestamp) return { actions: [] }
  const actions = new StatefulSetPlan(set, state, now).make()
  return { actions, requeueAt: nextAvailableAt(state.pods, set.spec.minReadySeconds ?? 0, now) }
}

export function statefulSetStatus(
  set: Readonly<StatefulSet>,
  { pods, revisions }: StatefulSetState,
  now: number,
  failure: ActionFailure | undefined,
): StatefulSet['status'] {
  const { spec, status, metadata } = set
  const { name: updateRevision } = currentRevision('StatefulSet', set, revisions)
  const before = status.currentRevision ?? updateRevision
  const there = pods.filter(isActive)
  const count = (test: (pod: PodSummary) => boolean) => there.filter(test).length
  const of = (revision: string) => count(({ labels }) => labels?.[REVISION_LABEL] === revision)
  const replicas = there.length
  const readyReplicas = count(({ isReady }) => isReady)
  const updatedReplicas = of(updateRevision)
  const isDone =
    spec.updateStrategy.type === 'RollingUpdate' &&
    updatedReplicas === replicas &&
    readyReplicas === replicas &&
    replicas === (spec.replicas ?? 1)
  const currentRevisionName = isDone ? updateRevision : before
  return {
    ...status,
    observedGeneration: metadata.generation,
    replicas,
    readyReplicas,
    availableReplicas: count((pod) => isAvailable(pod, spec.minReadySeconds ?? 0, now)),
    currentReplicas: of(currentRevisionName),
    updatedReplicas,
    currentRevision: currentRevisionName,
    updateRevision,
    collisionCount: status.collisionCount ?? 0,
    ...countedCollision(set, failure),
  }
}
