import { findCondition } from '#controllers/conditions.js'
import { storeOf } from '#controllers/controller.js'
import { type EventRecorder, normalEvent, warningEvent } from '#controllers/events/event-recorder.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { CLAIM, POD, type WorkloadContext } from '#workloads/action.js'
import type { NodeIndex } from '#workloads/nodes/node-index.js'
import { type ClaimSummary, type Claims, SELECTED_NODE } from '#workloads/volumes/summaries.js'
import { behaviourOf } from './behaviour.js'
import { claimKeys, claimsState } from './pod-claims.js'
import { type PodWriter, setCondition } from './pod-writer.js'
import { placePod } from './scheduler.js'
import type { PodSummary } from './summary.js'

export interface SchedulerOptions {
  readonly context: WorkloadContext
  readonly nodes: NodeIndex
  readonly claims: Claims
  readonly writer: PodWriter
  readonly events: EventRecorder
}

/** Schedules pods, and tracks which pods wait for what. `P` is the caller's key of a pod. */
export class PodScheduler<P extends object> {
  readonly #options: SchedulerOptions
  /** Unfinished pods per node. */
  readonly #load = new Map<string, number>()
  readonly #unschedulable = new Set<P>()
  /** Pods that wait for claims, by claim key. */
  readonly #byClaim = new Map<string, Set<P>>()

  constructor(options: SchedulerOptions) {
    this.#options = options
  }

  /** The pods to retry when room or nodes changed. */
  get unschedulable(): Iterable<P> {
    return this.#unschedulable
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

  count(pod: PodSummary | undefined, by: 1 | -1): void {
    if (pod?.nodeName === undefined || pod.phase === 'Succeeded' || pod.phase === 'Failed') return
    const count = (this.#load.get(pod.nodeName) ?? 0) + by
    if (count === 0) this.#load.delete(pod.nodeName)
    else this.#load.set(pod.nodeName, count)
  }

  /** Returns whether the pod has a node now. */
  async schedule(known: P, pod: Readonly<Pod>): Promise<boolean> {
    this.#unschedulable.delete(known)
    if (pod.spec.schedulingGates?.length) return false
    const { nodes, claims, context, writer, events } = this.#options
    const { behaviour } = behaviourOf(pod.metadata.annotations, pod.spec.restartPolicy)
    if (behaviour === 'pending') {
      await this.#report(pod, 'the pod is to stay pending')
      return false
    }
    const keys = claimKeys(pod)
    const state = claimsState(keys, { claims, feed: context.feed })
    if (state.type !== 'bound') for (const key of keys) this.#waitFor(key, known)
    if (state.type === 'missing') {
      await this.#report(pod, state.reason)
      return false
    }
    const placement = placePod(pod, nodes.all(), (node) => this.#load.get(node) ?? 0)
    if ('reason' in placement) {
      this.#unschedulable.add(known)
      await this.#report(pod, placement.reason)
      return false
    }
    const { node } = placement
    if (state.type === 'awaiting-node') {
      for (const claim of state.claims) await this.#selectNode(claim, node)
      return false
    }
    const isWritten = await writer.modify(pod, (copy) => {
      copy.spec.nodeName = node
      setCondition(copy, { type: 'PodScheduled', status: 'True' }, context.clock.now())
    })
    if (!isWritten) return false
    const { namespace, name } = pod.metadata
    events.record(POD, pod, normalEvent('Scheduled', `Successfully assigned ${namespace}/${name} to ${node}`))
    return true
  }

  #waitFor(key: string, pod: P): void {
    const waiting = this.#byClaim.get(key)
    if (waiting === undefined) this.#byClaim.set(key, new Set([pod]))
    else waiting.add(pod)
  }

  async #report(pod: Readonly<Pod>, reason: string): Promise<void> {
    const message = `0/${this.#options.nodes.size} nodes are available: ${reason}.`
    if (findCondition(pod.status.conditions, 'PodScheduled')?.message === message) return
    const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }
    const { writer, context, events } = this.#options
    await writer.modify(pod, (copy) => setCondition(copy, condition, context.clock.now()))
    events.record(POD, pod, warningEvent('FailedScheduling', message))
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
