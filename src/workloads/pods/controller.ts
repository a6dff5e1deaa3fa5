import { EventRecorder, normalEvent } from '#controllers/events/event-recorder.js'
import { QueueController } from '#controllers/queue-controller.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { POD, type WorkloadContext } from '#workloads/action.js'
import type { NodeIndex } from '#workloads/nodes/node-index.js'
import type { NodeSummary } from '#workloads/scheduling/node-summary.js'
import { CLAIMS, type ClaimSummary, type Claims } from '#workloads/volumes/summaries.js'
import { PodAddresses } from './addresses.js'
import { evictionTime } from './eviction.js'
import { type ExactTimes, nextStep } from './life.js'
import { PodScheduler } from './pod-scheduler.js'
import { PodWriter } from './pod-writer.js'
import { PodResizer } from './resizer.js'
import type { PodSummary, Pods } from './summary.js'

/** Concurrent pods, whose writes share commits. */
const CONCURRENCY = 64
const PODS = 'core/pods/'

interface FollowedPod {
  readonly key: string
  readonly uid: string
  readonly times: ExactTimes
  cancel: (() => void) | undefined
}

export interface PodIndexes {
  readonly pods: Pods
  readonly nodes: NodeIndex
  readonly claims: Claims
}

/**
 * Simulates pods: schedules them, makes them ready, lets them end, fail or hang by their annotations, and
 * removes them when they are deleted.
 */
export class PodController extends QueueController<FollowedPod> {
  readonly name = 'pods'
  readonly #clock: WorkloadContext['clock']
  readonly #indexes: PodIndexes
  readonly #events: EventRecorder
  readonly #schedulerEvents: EventRecorder
  readonly #writer: PodWriter
  readonly #scheduler: PodScheduler<FollowedPod>
  readonly #resizer: PodResizer<FollowedPod>
  readonly #addresses: PodAddresses
  readonly #followed = new Map<string, FollowedPod>()

  constructor(context: WorkloadContext, around: PodIndexes) {
    super(context, CONCURRENCY)
    this.#clock = context.clock
    this.#indexes = around
    this.#addresses = new PodAddresses(context.random)
    this.#events = new EventRecorder(context, 'kubelet')
    this.#schedulerEvents = new EventRecorder(context, 'default-scheduler')
    this.#writer = new PodWriter(context.stores)
    const { pods, nodes, claims } = around
    this.#scheduler = new PodScheduler({
      context,
      pods,
      nodes,
      claims,
      writer: this.#writer,
      events: this.#schedulerEvents,
      retry: (waiting) => this.#retry(waiting),
    })
    this.#resizer = new PodResizer(this.#scheduler.load)
  }

  protected follow(): readonly (() => void)[] {
    const { pods, nodes, claims } = this.#indexes
    for (const pod of pods.all()) this.#onPod(undefined, pod)
    return [
      pods.onChange((before, after) => this.#onPod(before, after)),
      nodes.onChange((name, concernsItsPods) => {
        this.#retry(this.#scheduler.unschedulable)
        this.#retry(this.#resizer.waitingOn(name))
        if (concernsItsPods) this.#enqueuePodsOn(name)
      }),
      claims.onChange((before, after) => {
        const { namespace, name } = (after ?? before) as ClaimSummary
        for (const pod of this.#scheduler.takeWaitingFor(`${CLAIMS}${namespace}/${name}`)) this.add(pod)
      }),
    ]
  }

  protected lead(): Iterable<FollowedPod> {
    return [...this.#followed.values()]
  }

  protected onFailure({ key }: FollowedPod, error: unknown, failures: number): void {
    this.context.logger.debug({ key, failures, error: String(error) }, 'failed to update a pod')
  }

  override get pending(): number {
    return super.pending + this.#events.pending + this.#schedulerEvents.pending
  }

  override async settled(): Promise<void> {
    await super.settled()
    await this.#eventsWritten()
  }

  override async close(): Promise<void> {
    for (const pod of this.#followed.values()) pod.cancel?.()
    await super.close()
    await this.#eventsWritten()
  }

  async #eventsWritten(): Promise<void> {
    await Promise.all([this.#events.written(), this.#schedulerEvents.written()])
  }

  #onPod(before: PodSummary | undefined, after: PodSummary | undefined): void {
    const { namespace, name } = after ?? (before as PodSummary)
    const key = `${PODS}${namespace}/${name}`
    this.#scheduler.update(key, before, after)
    this.#retry(this.#resizer.helpedBy(before, after))
    if (before !== undefined && before.uid !== after?.uid) this.#forget(key, before)
    if (after === undefined) return
    if (after.podIP !== undefined) this.#addresses.take(after.podIP)
    let followed = this.#followed.get(key)
    if (followed === undefined) {
      followed = { key, uid: after.uid, times: {}, cancel: undefined }
      this.#followed.set(key, followed)
    }
    this.add(followed)
  }

  #retry(waiting: readonly FollowedPod[]): void {
    if (waiting.length > 0) this.addAll(waiting)
  }

  #forget(key: string, { podIP }: PodSummary): void {
    const followed = this.#followed.get(key)
    if (followed === undefined) return
    followed.cancel?.()
    this.#followed.delete(key)
    this.#scheduler.forget(followed)
    this.#resizer.forget(followed)
    if (podIP !== undefined) this.#addresses.release(podIP)
  }

  #enqueuePodsOn(node: string): void {
    for (const { namespace, name, nodeName } of this.#indexes.pods.all()) {
      const followed = nodeName === node ? this.#followed.get(`${PODS}${namespace}/${name}`) : undefined
      if (followed !== undefined) this.add(followed)
    }
  }

  protected async work(followed: FollowedPod): Promise<void> {
    followed.cancel?.()
    followed.cancel = undefined
    const served = this.context.feed.find(followed.key)
    if (served === undefined || !this.isLeading) return
    const pod = this.#writer.store.writer.parse(served) as Pod
    if (pod.metadata.uid !== followed.uid) return
    const now = this.#clock.now()
    const { nodeName } = pod.spec
    if (!nodeName && !pod.metadata.deletionTimestamp) {
      if (await this.#scheduler.schedule(followed, pod)) followed.times.boundAt = now
      return
    }
    const node = this.#indexes.nodes.get(nodeName ?? '')
    if (nodeName && node === undefined) {
      // A pod is deleted with its node. A pod whose node never existed waits for it.
      if (pod.status.startTime || pod.metadata.deletionTimestamp) await this.#writer.remove(pod)
      return
    }
    const evictAt =
      node && !pod.metadata.deletionTimestamp ? this.#evictionTime(followed, pod, node) : undefined
    if (evictAt !== undefined && evictAt <= now) return this.#evict(pod)
    if (evictAt !== undefined) this.#wait(followed, evictAt)
    const resized = this.#resizer.step(followed, pod, now, node)
    const step =
      resized ??
      nextStep(pod, now, {
        times: followed.times,
        isNodeReady: node?.isReady ?? true,
        hostIP: node?.address,
        address: () => this.#addresses.next(followed.key),
      })
    switch (step.type) {
      case 'rest':
        return
      case 'wait':
        return this.#wait(followed, Math.min(step.until, evictAt ?? step.until))
      case 'remove':
        return this.#writer.remove(pod)
      case 'report': {
        if (step.started?.length) {
          const starts = step.started.map((name) => [name, now] as const)
          followed.times.startedAt = new Map([...(followed.times.startedAt ?? []), ...starts])
        }
        const isWritten = await this.#writer.modify(
          pod,
          ({ status }) => void Object.assign(status, step.status),
        )
        if (isWritten && step.event !== undefined) this.#events.record(POD, pod, step.event)
        const { podIP } = step.status
        if (!isWritten && podIP !== undefined && podIP !== pod.status.podIP) this.#addresses.release(podIP)
      }
    }
  }

  #evictionTime(followed: FollowedPod, pod: Readonly<Pod>, node: NodeSummary): number | undefined {
    const isDrivenAway = node.taints.some(({ effect }) => effect === 'NoExecute')
    followed.times.taintedAt = isDrivenAway ? (followed.times.taintedAt ?? this.#clock.now()) : undefined
    return isDrivenAway ? evictionTime(pod, node, followed.times.taintedAt as number) : undefined
  }

  async #evict(pod: Readonly<Pod>): Promise<void> {
    const { namespace, name } = pod.metadata
    this.#events.record(
      POD,
      pod,
      normalEvent('TaintManagerEviction', `Marking for deletion Pod ${namespace}/${name}`),
    )
    await this.#writer.delete(pod, undefined)
  }

  #wait(followed: FollowedPod, until: number): void {
    followed.cancel?.()
    followed.cancel = this.#clock.at(until, () => {
      followed.cancel = undefined
      this.add(followed)
    })
  }
}
