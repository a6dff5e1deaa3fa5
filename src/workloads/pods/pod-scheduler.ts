import { findCondition } from '#controllers/conditions.js'
import { storeOf } from '#controllers/controller.js'
import { type EventRecorder, normalEvent, warningEvent } from '#controllers/events/event-recorder.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { CLAIM, POD, type WorkloadContext } from '#workloads/action.js'
import type { NodeIndex } from '#workloads/nodes/node-index.js'
import { budgetCheck } from '#workloads/scheduling/budget-check.js'
import { ClusterLoad, isLoad } from '#workloads/scheduling/cluster-load.js'
import {
  type Placement,
  placePod,
  type SchedulingContext,
  unscheduledMessage,
} from '#workloads/scheduling/place-pod.js'
import { findPreemption } from '#workloads/scheduling/preemption.js'
import { sameResources } from '#workloads/scheduling/resources.js'
import { type ClaimSummary, type Claims, SELECTED_NODE } from '#workloads/volumes/summaries.js'
import { behaviourOf } from './behaviour.js'
import { claimKeys, claimsState } from './pod-claims.js'
import { type PodWriter, setCondition } from './pod-writer.js'
import type { PodSummary, Pods } from './summary.js'

const NAMESPACES = 'core/namespaces/'
const PODS = 'core/pods/'

type Unplaced = Extract<Placement, { readonly message: string }>

const PREEMPTED = {
  type: 'DisruptionTarget',
  status: 'True',
  reason: 'PreemptionByScheduler',
  message: 'default-scheduler: preempting to accommodate a higher priority pod',
}

export interface SchedulerOptions<P> {
  readonly context: WorkloadContext
  readonly pods: Pods
  readonly nodes: NodeIndex
  readonly claims: Claims
  readonly writer: PodWriter
  readonly events: EventRecorder
  /** Schedules waiting pods again. */
  readonly retry: (pods: readonly P[]) => void
}

/** The scheduler of pods that name no other. */
const DEFAULT_SCHEDULER = 'default-scheduler'

interface Waiting {
  readonly priority: number
  /** Counts up: who waits longer comes first. */
  readonly order: number
  /** Whether a new pod elsewhere could help. */
  readonly dependsOnPods: boolean
}

/** Schedules pods, and tracks which pods wait for what. `P` is the caller's key of a pod. */
export class PodScheduler<P extends { readonly key: string }> {
  readonly #options: SchedulerOptions<P>
  readonly load = new ClusterLoad()
  readonly #unschedulable = new Map<P, Waiting>()
  #nextOrder = 0
  /** Pods that wait for claims, by claim key. */
  readonly #byClaim = new Map<string, Set<P>>()

  constructor(options: SchedulerOptions<P>) {
    this.#options = options
  }

  /** The pods to retry when room or nodes changed. The most important come first. */
  get unschedulable(): readonly P[] {
    return this.#waiting(() => true)
  }

  #waiting(test: (waiting: Waiting) => boolean): readonly P[] {
    if (this.#unschedulable.size === 0) return []
    return [...this.#unschedulable]
      .filter(([, waiting]) => test(waiting))
      .sort(([, one], [, other]) => other.priority - one.priority || one.order - other.order)
      .map(([pod]) => pod)
  }

  /** The pods to retry when a claim changed. */
  takeWaitingFor(claim: string): Iterable<P> {
    const waiting = this.#byClaim.get(claim)
    this.#byClaim.delete(claim)
    return waiting ?? []
  }

  forget(pod: P): void {
    this.#unschedulable.delete(pod)
  }

  /** Notes where the pod is now. Retries the pods that this may help. */
  update(key: string, before: PodSummary | undefined, after: PodSummary | undefined): void {
    this.load.set(key, after)
    if (this.#unschedulable.size === 0) return
    const had = isLoad(before)
    const has = isLoad(after)
    if (had && (!has || !sameResources(before.requests, after.requests))) this.#retry()
    else if (has && (!had || before.isTerminating !== after.isTerminating || !sameLabels(before, after))) {
      this.#options.retry(this.#waiting(({ dependsOnPods }) => dependsOnPods))
    }
  }

  #retry(): void {
    this.#options.retry(this.unschedulable)
  }

  /** Returns whether the pod has a node now. */
  async schedule(known: P, pod: Readonly<Pod>): Promise<boolean> {
    const { order = this.#nextOrder++ } = this.#unschedulable.get(known) ?? {}
    this.#unschedulable.delete(known)
    const { spec, metadata } = pod
    if (spec.schedulingGates?.length || (spec.schedulerName ?? DEFAULT_SCHEDULER) !== DEFAULT_SCHEDULER) {
      return false
    }
    const { nodes, claims, context, events } = this.#options
    const { behaviour } = behaviourOf(pod)
    if (behaviour === 'pending') {
      await this.#report(pod, `0/${nodes.size} nodes are available: the pod is to stay pending.`)
      return false
    }
    const keys = claimKeys(pod)
    const state = claimsState(keys, { claims, feed: context.feed })
    if (state.type !== 'bound') for (const key of keys) this.#waitFor(key, known)
    if (state.type === 'missing') {
      await this.#report(pod, unscheduledMessage(state.reason, nodes.size))
      return false
    }
    const labelsOf = (namespace: string) => context.feed.find(`${NAMESPACES}${namespace}`)?.labels
    const placement = placePod(pod, { nodes, load: this.load, labelsOf })
    if ('message' in placement) {
      const { dependsOnPods } = placement
      this.#unschedulable.set(known, { dependsOnPods, order, priority: spec.priority ?? 0 })
      await this.#preempt(pod, placement, { nodes, load: this.load, labelsOf })
      return false
    }
    const { node } = placement
    if (state.type === 'awaiting-node') {
      for (const claim of state.claims) await this.#selectNode(claim, node)
      return false
    }
    if (!(await this.#bind(known, pod, node))) return false
    const { namespace, name } = metadata
    events.record(POD, pod, normalEvent('Scheduled', `Successfully assigned ${namespace}/${name} to ${node}`))
    return true
  }

  /** Evicts less important pods where that makes room. The pod is scheduled when they are gone. */
  async #preempt(pod: Readonly<Pod>, failed: Unplaced, around: SchedulingContext): Promise<void> {
    const { context } = this.#options
    const refusal = this.#refusal(pod)
    const found =
      refusal === undefined
        ? findPreemption(pod, failed.candidates, around, budgetCheck(context.feed, context.kinds))
        : undefined
    if (found === undefined) {
      const why = refusal ?? failed.withoutVictims
      await this.#report(pod, why === '' ? failed.message : `${failed.message} preemption: ${why}`)
      return
    }
    const { node, victims } = found
    if (!(await this.#report(pod, failed.message, node))) return
    for (const victim of victims) await this.#evict(victim, pod, node)
  }

  async #evict({ namespace, name }: PodSummary, pod: Readonly<Pod>, node: string): Promise<void> {
    const { context, writer, events } = this.#options
    const served = context.feed.find(`${PODS}${namespace}/${name}`)
    if (served === undefined) return
    const victim = writer.store.writer.parse(served) as Pod
    await writer.modify(victim, (copy) => setCondition(copy, PREEMPTED, context.clock.now()))
    const message = `Preempted by pod ${pod.metadata.uid} on node ${node}`
    events.record(POD, victim, normalEvent('Preempted', message))
    await writer.delete(victim, undefined)
  }

  /** Why a pod must not preempt others. */
  #refusal({ spec, status }: Readonly<Pod>): string | undefined {
    if (spec.preemptionPolicy === 'Never') return 'not eligible due to preemptionPolicy=Never.'
    const onNode = [...this.load.on(status.nominatedNodeName ?? '').pods.values()]
    const isAwaited = onNode.some(
      ({ isTerminating, priority }) => isTerminating && priority < (spec.priority ?? 0),
    )
    return isAwaited ? 'not eligible due to a terminating pod on the nominated node.' : undefined
  }

  /** Other pods are placed while the binding is written: the room is taken from now on. */
  async #bind({ key }: P, pod: Readonly<Pod>, node: string): Promise<boolean> {
    const { pods, writer, context } = this.#options
    const summary = pods.get(key)
    if (summary !== undefined && summary.uid === pod.metadata.uid)
      this.load.set(key, { ...summary, nodeName: node })
    try {
      return await writer.modify(pod, (copy) => {
        copy.spec.nodeName = node
        setCondition(copy, { type: 'PodScheduled', status: 'True' }, context.clock.now())
      })
    } finally {
      this.load.set(key, pods.get(key))
      if (!this.load.has(key)) this.#retry()
    }
  }

  #waitFor(key: string, pod: P): void {
    const waiting = this.#byClaim.get(key)
    if (waiting === undefined) this.#byClaim.set(key, new Set([pod]))
    else waiting.add(pod)
  }

  /** Returns false if the pod has changed meanwhile. */
  async #report(pod: Readonly<Pod>, message: string, nominated?: string): Promise<boolean> {
    const { conditions, nominatedNodeName } = pod.status
    const isSame = nominated === undefined || nominated === nominatedNodeName
    if (isSame && findCondition(conditions, 'PodScheduled')?.message === message) return true
    const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }
    const { writer, context, events } = this.#options
    const isWritten = await writer.modify(pod, (copy) => {
      setCondition(copy, condition, context.clock.now())
      if (nominated !== undefined) copy.status.nominatedNodeName = nominated
    })
    events.record(POD, pod, warningEvent('FailedScheduling', message))
    return isWritten
  }

  /** A volume with `WaitForFirstConsumer` is created on the node of its first pod. */
  async #selectNode({ namespace, name, uid, selectedNode }: ClaimSummary, node: string): Promise<void> {
    if (selectedNode !== undefined) return
    const { definition, writer } = storeOf(this.#options.context.stores, CLAIM)
    await writer.modify(namespace, name, {
      preconditions: { uid },
      retry: true,
      next: (current) => {
        const copy = current.copy()
        copy.metadata.annotations = { ...copy.metadata.annotations, [SELECTED_NODE]: node }
        return definition.decode(copy)
      },
    })
  }
}

const sameLabels = ({ labels: one }: PodSummary, { labels: other }: PodSummary) =>
  one === other || JSON.stringify(one) === JSON.stringify(other)
