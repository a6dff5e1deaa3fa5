import type { CachedObject } from '#cache/cached-object.js'
import { type ControlledResource, storeOf } from '#controllers/controller.js'
import { EventRecorder } from '#controllers/events/event-recorder.js'
import { QueueController } from '#controllers/queue-controller.js'
import { doublingBackOff } from '#controllers/work-queue.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ResourceStore } from '#registry/store.js'
import type { ActionPlan, WorkloadContext } from './action.js'
import { type ActionFailure, ActionRunner } from './action-runner.js'
import { Stopwatch, Throttle } from './throttle.js'

/** Concurrent workloads of a kind. */
const CONCURRENCY = 8

export interface Workload {
  readonly key: string
  readonly uid: string
  /** Cancels the timer of the next plan. */
  cancel: (() => void) | undefined
  /** Consecutive rejections: each lengthens the backoff. */
  rejections: number
}

/** A kind of workload. Its functions are pure. */
export interface WorkloadKind<O extends ApiObject & { status: object }> {
  readonly kind: ControlledResource
  /** Key prefix in the store. */
  readonly prefix: string
  /** Source of events. */
  readonly component: string
  plan(object: Readonly<O>, now: number): ActionPlan
  /** The status after the plan ran or was rejected. */
  status(object: Readonly<O>, now: number, failure: ActionFailure | undefined): O['status']
  /** Follows the dependencies of workloads; `enqueue` takes the uid of a workload. */
  follow(enqueue: (uid: string | undefined) => void, all: () => Iterable<O>): readonly (() => void)[]
}

/** Reconciles the workloads of one kind after every change: plans, acts, and updates the status. */
export class WorkloadController<O extends ApiObject & { status: object }> extends QueueController<Workload> {
  readonly name: string
  readonly #kind: WorkloadKind<O>
  readonly #clock: WorkloadContext['clock']
  readonly #isRunElsewhere: WorkloadContext['isRunElsewhere']
  readonly #events: EventRecorder
  readonly #runner: ActionRunner
  readonly #throttle = new Throttle<Workload>((workload) => this.add(workload))
  readonly #workloads = new Map<string, Workload>()
  readonly #byUid = new Map<string, Workload>()

  constructor(context: WorkloadContext, kind: WorkloadKind<O>) {
    super(context, CONCURRENCY)
    this.name = kind.component
    this.#kind = kind
    this.#clock = context.clock
    this.#isRunElsewhere = context.isRunElsewhere
    this.#events = new EventRecorder(context, kind.component)
    this.#runner = new ActionRunner(context, this.#events)
  }

  protected follow(): readonly (() => void)[] {
    const { feed, kinds } = this.context
    const stored = kinds.storedUnder(this.#kind.prefix)
    if (stored !== undefined) for (const object of feed.objectsOf(stored)) this.#enqueue(object)
    return [
      feed.follow(
        ({ before, after }) => {
          if (after !== undefined) this.#enqueue(after)
          else if (before !== undefined) this.#forget(before.key)
        },
        ({ prefix }) => prefix === this.#kind.prefix,
      ),
      ...this.#kind.follow(
        (uid) => {
          const workload = uid === undefined ? undefined : this.#byUid.get(uid)
          if (workload !== undefined) this.#throttle.request(workload)
        },
        () => this.#all(),
      ),
    ]
  }

  protected lead(): Iterable<Workload> {
    return [...this.#workloads.values()]
  }

  protected onFailure({ key }: Workload, error: unknown, failures: number): void {
    this.context.logger.debug({ key, failures, error: String(error) }, 'failed to reconcile a workload')
  }

  override get pending(): number {
    return super.pending + this.#throttle.waiting + this.#events.pending
  }

  override async settled(): Promise<void> {
    while (super.pending + this.#throttle.waiting > 0) {
      await super.settled()
      await this.#throttle.idle()
    }
    await this.#events.written()
  }

  override async close(): Promise<void> {
    for (const workload of this.#workloads.values()) workload.cancel?.()
    this.#throttle.clear()
    await super.close()
    await this.#events.written()
  }

  *#all(): Generator<O> {
    for (const { key } of this.#workloads.values()) {
      const served = this.context.feed.find(key)
      if (served !== undefined) yield this.#parse(served)
    }
  }

  #enqueue(object: CachedObject): void {
    if (this.#isRunElsewhere?.(object)) return
    const known = this.#workloads.get(object.key)
    if (known !== undefined && known.uid === object.metadata().uid) {
      this.#throttle.request(known)
      return
    }
    this.#forget(object.key)
    const workload: Workload = {
      key: object.key,
      uid: object.metadata().uid ?? '',
      cancel: undefined,
      rejections: 0,
    }
    this.#workloads.set(workload.key, workload)
    this.#byUid.set(workload.uid, workload)
    this.#throttle.request(workload)
  }

  #forget(key: string): void {
    const workload = this.#workloads.get(key)
    if (workload === undefined) return
    workload.cancel?.()
    this.#workloads.delete(key)
    this.#byUid.delete(workload.uid)
  }

  protected async work(workload: Workload): Promise<void> {
    const cost = new Stopwatch()
    this.#throttle.begin(workload)
    try {
      await this.#reconcile(workload, cost)
    } finally {
      this.#throttle.end(workload, cost.milliseconds)
    }
  }

  async #reconcile(workload: Workload, cost: Stopwatch): Promise<void> {
    workload.cancel?.()
    const object = this.#current(workload)
    if (object === undefined || !this.isLeading) return
    const { kind } = this.#kind
    const { actions, events, requeueAt } = cost.time(() => this.#kind.plan(object, this.#clock.now()))
    for (const event of events ?? []) this.#events.record(kind, object, event)
    const failure = await this.#runner.run(actions, { kind, object }, () => this.isLeading)
    if (!this.isLeading) return
    await this.#report(workload, failure, cost)
    workload.rejections = failure === undefined ? 0 : workload.rejections + 1
    const retryAt =
      failure === undefined ? undefined : this.#clock.now() + doublingBackOff(workload.rejections)
    const times = [requeueAt, retryAt].filter((time) => time !== undefined)
    if (times.length > 0 && this.#workloads.get(workload.key) === workload) {
      workload.cancel = this.#clock.at(Math.min(...times), () => this.#throttle.request(workload))
    }
    if (failure === undefined) return
    const { key, rejections } = workload
    this.context.logger.debug(
      { key, rejections, error: failure.error.message },
      'a workload waits after a rejected action',
    )
  }

  async #report(workload: Workload, failure: ActionFailure | undefined, cost: Stopwatch): Promise<void> {
    const served = this.context.feed.find(workload.key)
    const object = this.#current(workload)
    if (object === undefined) return
    const { namespace, name = '', uid } = object.metadata
    const { definition, writer } = this.#store
    const statusOf = (current: Readonly<O>) => {
      const status = cost.time(() => this.#kind.status(current, this.#clock.now(), failure))
      return (definition.decode({ ...current, status }) as O).status
    }
    const status = statusOf(object)
    if (JSON.stringify(status) === JSON.stringify(object.status)) return
    await writer.modify(namespace, name, {
      preconditions: { uid },
      retry: true,
      mode: 'status',
      next: (current) => {
        const copy = current.copy() as O
        // Evictions and admission write the status too: theirs may be newer than what was computed.
        copy.status = current.served === served ? status : statusOf(current.object as O)
        return copy
      },
    })
  }

  #current({ key, uid }: Workload): O | undefined {
    const served = this.context.feed.find(key)
    if (served === undefined) return undefined
    const object = this.#parse(served)
    return object.metadata.uid === uid ? object : undefined
  }

  #parse(served: CachedObject): O {
    return this.#store.writer.parse(served) as O
  }

  get #store(): ResourceStore {
    return storeOf(this.context.stores, this.#kind.kind)
  }
}
