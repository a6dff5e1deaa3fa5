import { QueueController } from '../../controllers/queue-controller.js'
import type { Pod } from '../../kinds/core/pod/schema.js'
import { ApiError } from '../../meta/api-error.js'
import { SERVER } from '../../meta/user.js'
import type { ResourceStore } from '../../registry/store.js'
import type { SubresourceUpdate } from '../../registry/write/modification.js'
import { POD } from '../action.js'
import { findCondition, withCondition } from '../conditions.js'
import { normal, warning } from '../event-text.js'
import { EventRecorder } from '../events.js'
import type { NodeIndex } from '../nodes/node-index.js'
import type { WorkloadParts } from '../parts.js'
import { PodAddresses } from './addresses.js'
import { behaviourOf } from './behaviour.js'
import { type ExactTimes, nextStep } from './life.js'
import { placePod } from './scheduler.js'
import type { PodSummary, Pods } from './summary.js'

/** How many pods are looked at at a time: their writes share commits. */
const CONCURRENCY = 64
const PODS = 'core/pods/'

interface FollowedPod {
  readonly key: string
  readonly uid: string
  readonly times: ExactTimes
  cancel: (() => void) | undefined
  /** Whether there is no node for it now: looked at again when nodes change, or room comes free. */
  isUnschedulable: boolean
}

/** What a scheduler and a node write: anything, as they have seen the pod before. */
const BY_NODE: SubresourceUpdate<Pod> = { prepare: () => undefined, validate: () => undefined }

/**
 * Lets pods live without running anything: gives each a node, lets it become ready, end, fail or hang as its annotations say,
 * and lets it go when it is deleted.
 */
export class PodController extends QueueController<FollowedPod> {
  readonly name = 'pods'
  readonly #clock: WorkloadParts['clock']
  readonly #pods: Pods
  readonly #events: EventRecorder
  readonly #addresses = new PodAddresses()
  readonly #followed = new Map<string, FollowedPod>()
  readonly #nodes: NodeIndex
  /** How many pods that have not ended are on a node, by its name. */
  readonly #load = new Map<string, number>()

  constructor(parts: WorkloadParts, pods: Pods, nodes: NodeIndex) {
    super(parts, CONCURRENCY)
    this.#nodes = nodes
    this.#clock = parts.clock
    this.#pods = pods
    this.#events = new EventRecorder(parts, 'kubelet')
  }

  protected follow(): readonly (() => void)[] {
    for (const pod of this.#pods.all()) this.#onPod(undefined, pod)
    return [
      this.#pods.onChange((before, after) => this.#onPod(before, after)),
      this.#nodes.onChange(() => this.#retryUnschedulable()),
    ]
  }

  protected lead(): Iterable<FollowedPod> {
    return [...this.#followed.values()]
  }

  protected onFailure({ key }: FollowedPod, error: unknown, failures: number): void {
    this.parts.logger.debug({ key, failures, error: String(error) }, 'the life of a pod could not go on')
  }

  override get pending(): number {
    return super.pending + this.#events.pending
  }

  override async settled(): Promise<void> {
    await super.settled()
    await this.#events.written()
  }

  override async close(): Promise<void> {
    for (const pod of this.#followed.values()) pod.cancel?.()
    await super.close()
    await this.#events.written()
  }

  #onPod(before: PodSummary | undefined, after: PodSummary | undefined): void {
    this.#count(before, -1)
    this.#count(after, 1)
    const { namespace, name } = after ?? (before as PodSummary)
    const key = `${PODS}${namespace}/${name}`
    if (after === undefined || before?.uid !== after.uid) {
      this.#followed.get(key)?.cancel?.()
      this.#followed.delete(key)
      if (before?.podIP !== undefined) this.#addresses.release(before.podIP)
      this.#retryUnschedulable()
    }
    if (after === undefined) return
    if (after.podIP !== undefined) this.#addresses.take(after.podIP)
    let followed = this.#followed.get(key)
    if (followed === undefined) {
      followed = { key, uid: after.uid, times: {}, cancel: undefined, isUnschedulable: false }
      this.#followed.set(key, followed)
    }
    this.add(followed)
  }

  #count(pod: PodSummary | undefined, by: 1 | -1): void {
    if (pod?.nodeName === undefined || pod.phase === 'Succeeded' || pod.phase === 'Failed') return
    const count = (this.#load.get(pod.nodeName) ?? 0) + by
    if (count === 0) this.#load.delete(pod.nodeName)
    else this.#load.set(pod.nodeName, count)
  }

  #retryUnschedulable(): void {
    for (const pod of this.#followed.values()) if (pod.isUnschedulable) this.add(pod)
  }

  protected async work(followed: FollowedPod): Promise<void> {
    followed.cancel?.()
    followed.cancel = undefined
    const served = this.parts.feed.find(followed.key)
    if (served === undefined || !this.isLeading) return
    const pod = this.#store.writer.parse(served) as Pod
    if (pod.metadata.uid !== followed.uid) return
    if (!pod.spec.nodeName && !pod.metadata.deletionTimestamp) return this.#schedule(followed, pod)
    const now = this.#clock.now()
    const step = nextStep(pod, now, { times: followed.times, address: () => this.#addresses.next() })
    switch (step.type) {
      case 'rest':
        return
      case 'wait':
        return this.#wait(followed, step.until)
      case 'remove':
        return this.#remove(pod)
      case 'report': {
        if (step.status.phase === 'Running') followed.times.startedAt = now
        const { conditions, containerStatuses } = step.status
        await this.#modify(pod, (copy) => {
          Object.assign(copy.status, step.status, { conditions, containerStatuses })
        })
        if (step.event !== undefined) this.#events.record(POD, pod, step.event)
      }
    }
  }

  async #schedule(followed: FollowedPod, pod: Readonly<Pod>): Promise<void> {
    if (pod.spec.schedulingGates?.length) return
    const now = this.#clock.now()
    const does = behaviourOf(pod.metadata.annotations, pod.spec.restartPolicy)
    const placement =
      does.behaviour === 'pending'
        ? { reason: `0/${this.#nodes.size} nodes are available: the pod is to stay pending.` }
        : placePod(pod, this.#nodes.all(), (node) => this.#load.get(node) ?? 0)
    if ('reason' in placement) {
      followed.isUnschedulable = does.behaviour !== 'pending'
      const told = findCondition(pod.status.conditions, 'PodScheduled')
      if (told?.message === placement.reason) return
      const { reason: message } = placement
      const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }
      await this.#modify(pod, (copy) => setCondition(copy, condition, now))
      this.#events.record(POD, pod, warning('FailedScheduling', message))
      return
    }
    followed.isUnschedulable = false
    followed.times.boundAt = now
    const { node } = placement
    await this.#modify(pod, (copy) => {
      copy.spec.nodeName = node
      setCondition(copy, { type: 'PodScheduled', status: 'True' }, now)
    })
    const { namespace, name } = pod.metadata
    this.#events.record(
      POD,
      pod,
      normal('Scheduled', `Successfully assigned ${namespace}/${name} to ${node}`),
    )
  }

  async #modify({ metadata }: Readonly<Pod>, change: (copy: Pod) => void): Promise<void> {
    const { definition, writer } = this.#store
    const { namespace, name = '', uid } = metadata
    try {
      await writer.modify(namespace, name, {
        preconditions: { uid },
        retry: true,
        flow: BY_NODE as SubresourceUpdate<never>,
        next: (current) => {
          const copy = current.copy() as Pod
          change(copy)
          return definition.decode(copy)
        },
      })
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }

  async #remove({ metadata }: Readonly<Pod>): Promise<void> {
    // Finalizers are up to those who have set them.
    if (metadata.deletionGracePeriodSeconds === 0) return
    const { namespace, name = '', uid } = metadata
    try {
      await this.#store.writer.delete(namespace, name, {
        uid,
        resourceVersion: undefined,
        policy: undefined,
        gracePeriodSeconds: 0,
        dryRun: false,
        user: SERVER,
      })
    } catch (error) {
      if (!isGone(error)) throw error
    }
  }

  #wait(followed: FollowedPod, until: number): void {
    followed.cancel = this.#clock.at(until, () => {
      followed.cancel = undefined
      this.add(followed)
    })
  }

  get #store(): ResourceStore {
    return this.parts.stores.resources('v1')?.get('pods') as ResourceStore
  }
}

function setCondition(pod: Pod, condition: Parameters<typeof withCondition>[1], now: number): void {
  pod.status.conditions = [
    ...withCondition(pod.status.conditions, condition, now),
  ] as Pod['status']['conditions']
}

const isGone = (error: unknown) =>
  error instanceof ApiError && (error.error === 'notFound' || error.error === 'conflict')
