import { WorkQueue } from '#controllers/work-queue.js'
import { MANAGED } from '#federation/annotations.js'
import type { LazyObject } from '#federation/members/lazy-object.js'
import type { MemberClient } from '#federation/members/member-client.js'
import { pathOf, type ServedResource } from '#federation/members/member-discovery.js'
import { ResponseRefused } from '#federation/members/member-errors.js'
import { type FeedRefused, MemberFeed, type MemberList } from '#federation/members/member-feed.js'
import type { Member } from '#federation/members/members.js'
import type { FederatedKind } from '#federation/propagation/federated-kinds.js'
import type { Copy, CopyFailure } from '#federation/propagation/federated-object.js'
import { systemClock } from '#util/clock.js'
import { CopyWriter } from './copy-writer.js'
import type { LinkListener } from './link-listener.js'
import { isNewer, observe } from './observed-copy.js'
import { copyFailureOf, retryDelay } from './retry.js'
import { NOT_SERVED, WriteRejected } from './write-rejected.js'

/** Concurrent writes to one cluster. */
const CONCURRENCY = 16
/** Minimum time between repairs of a copy: another client may revert each of them. */
const REPAIR_MS = 500
/** Delay before discovery is requested again. */
const REOPEN_MS = 5_000

/** Statuses of a member that will not allow lists unless a person changes it. */
const REFUSALS: ReadonlyMap<number, string> = new Map([
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
])

interface KindLink {
  /** Undefined until discovery has found the kind. */
  served: ServedResource | undefined
  feed: MemberFeed | undefined
  /** `unserved` if the member does not serve the kind. */
  state: 'opening' | 'synced' | 'unserved'
  /** Why the member refuses to list the kind, if it does. */
  refusal: CopyFailure | undefined
  /** Whether discovery is being read. */
  isOpening: boolean
  /** Cancels the delay before it is read again, if any. */
  cancelReopen?: () => void
}

/** Synchronizes one member, independently of the others: follows its copies and writes to them. */
export class ClusterLink {
  readonly cluster: string
  readonly client: MemberClient
  readonly #listener: LinkListener
  readonly #writer: CopyWriter
  readonly #kinds = new Map<FederatedKind, KindLink>()
  readonly #queue: WorkQueue<Copy>
  #isClosed = false

  constructor(cluster: string, client: MemberClient, listener: LinkListener) {
    this.cluster = cluster
    this.client = client
    this.#listener = listener
    this.#writer = new CopyWriter(cluster, client, listener, (kind) => this.served(kind))
    this.#queue = new WorkQueue({
      concurrency: CONCURRENCY,
      work: (copy) => this.#work(copy),
      // Copies wait for retries outside of the queue, so that a queue with only such waits is idle.
      backOff: () => REOPEN_MS,
      onFailure: (copy, err) =>
        listener.logger.error({ err, key: copy.federated.key }, 'failed to sync a copy'),
    })
  }

  /** The cluster labels as a string. */
  get labels(): string {
    return this.#writer.labels
  }

  get pending(): number {
    return this.#queue.size
  }

  idle(): Promise<void> {
    return this.#queue.idle()
  }

  /** Whether the objects of the kind are known. The first call starts a feed. */
  hasSynced(kind: FederatedKind): boolean {
    const link = this.#kinds.get(kind)
    if (link === undefined) {
      const opened: KindLink = {
        served: undefined,
        feed: undefined,
        state: 'opening',
        refusal: undefined,
        isOpening: false,
      }
      this.#kinds.set(kind, opened)
      void this.#open(kind, opened)
      return false
    }
    return link.state !== 'opening'
  }

  serves(kind: FederatedKind): boolean {
    return this.#kinds.get(kind)?.state !== 'unserved'
  }

  /** Why the member refuses to list the kind; undefined if it does not. */
  refusalOf(kind: FederatedKind): CopyFailure | undefined {
    return this.#kinds.get(kind)?.refusal
  }

  /** Asks the member again for a kind that it did not serve. */
  rediscover(kind: FederatedKind): void {
    const link = this.#kinds.get(kind)
    if (link === undefined || link.state !== 'unserved' || link.served !== undefined) return
    if (link.isOpening) return
    this.#listener.member(this.cluster)?.rediscover()
    void this.#open(kind, link)
  }

  /** Ends the feed of a kind that has no federated objects any more. */
  forgetKind(kind: FederatedKind): void {
    void this.#kinds.get(kind)?.feed?.close()
    this.#kinds.delete(kind)
  }

  /** Undefined until discovery has found the kind. */
  served(kind: FederatedKind): ServedResource | undefined {
    return this.#kinds.get(kind)?.served
  }

  /** Writes the copy, unless the same attempt failed and waits for a retry. */
  write(copy: Copy): void {
    if (copy.cancelRetry !== undefined && copy.failedAttempt === copy.attempt) return
    const rest = copy.isRepair ? REPAIR_MS - (performance.now() - copy.writtenAt) : 0
    if (rest > 0) {
      copy.failedAttempt = copy.attempt
      this.#retryLater(copy, rest)
      return
    }
    copy.cancelRetry?.()
    copy.cancelRetry = undefined
    copy.isBeingWritten = true
    this.#queue.add(copy)
  }

  /** The cluster is ready: retry everything now. */
  resume(): void {
    for (const [kind, link] of this.#kinds) {
      link.feed?.resume()
      if (link.state === 'unserved') this.#kinds.delete(kind)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const feeds = [...this.#kinds.values()].map(({ feed }) => feed?.close())
    await Promise.all([...feeds, this.#queue.close()])
  }

  async #open(kind: FederatedKind, link: KindLink): Promise<void> {
    const member = this.#listener.member(this.cluster)
    const isObsolete = () => this.#isClosed || this.#kinds.get(kind) !== link
    const later = (again: () => void) => {
      link.cancelReopen?.()
      link.cancelReopen = systemClock.at(systemClock.now() + REOPEN_MS, () => {
        if (!isObsolete() && link.served === undefined) again()
      })
    }
    link.isOpening = true
    try {
      const served = await member?.resource(kind.candidates)
      if (isObsolete()) return
      if (served === undefined) {
        if (link.state !== 'unserved') this.#onUnserved(kind, link)
        // Its definition may come from anywhere, at any time.
        if (kind.definition !== undefined) later(() => this.rediscover(kind))
        return
      }
      link.served = served
      const resource = { path: pathOf(served), labelSelector: `${MANAGED}=true` }
      const listener = {
        changed: (received: LazyObject, list?: MemberList) => this.#onChanged(kind, received, list),
        gone: (received: LazyObject) => this.#onGone(kind, received),
        synced: (list: MemberList) => {
          this.#forgetMissing(kind, list)
          link.state = 'synced'
          link.refusal = undefined
          this.#listener.synced(kind)
        },
        refused: ({ status }: FeedRefused) => {
          if (!REFUSALS.has(status) || link.refusal !== undefined) return
          link.refusal = {
            reason: REFUSALS.get(status) ?? '',
            message: `the member does not allow listing ${kind.plural}`,
          }
          this.#listener.synced(kind)
        },
      }
      link.feed = new MemberFeed(this.client, resource, listener, this.#listener.logger)
      link.feed.start()
    } catch (error) {
      this.#listener.logger.debug(
        { cluster: this.cluster, error: String(error) },
        'failed to follow a member',
      )
      later(() => void this.#open(kind, link))
    } finally {
      link.isOpening = false
    }
  }

  /** The member has no copies of a kind that it does not serve. */
  #onUnserved(kind: FederatedKind, link: KindLink): void {
    link.state = 'unserved'
    for (const { copies } of this.#listener.objectsOf(kind)) copies.get(this.cluster)?.forget()
    this.#listener.synced(kind)
  }

  #onChanged(kind: FederatedKind, received: LazyObject, list?: MemberList): void {
    const federated = this.#listener.find(kind, received.namespace, received.name)
    const known = federated?.copies.get(this.cluster)
    if (known !== undefined && list !== undefined) known.listNumber = list.number
    if (federated === undefined || known?.isObserved(received)) return
    if (known?.isRequestPending) {
      known.catchUp = () => this.#onChanged(kind, received)
      return
    }
    const object = received.read()
    const observed = observe(kind, object)
    if (observed.owner !== federated.spec.uid) known?.forget()
    else {
      const copy = federated.copyIn(this.cluster)
      if (list !== undefined) copy.listNumber = list.number
      if (!copy.observe(observed)) return
      if (copy.trustedFingerprint !== observed.fingerprint) this.#writer.compare(copy, object)
    }
    this.#listener.changed(federated)
  }

  #onGone(kind: FederatedKind, received: LazyObject): void {
    const copy = this.#listener.find(kind, received.namespace, received.name)?.copies.get(this.cluster)
    if (copy?.isRequestPending) copy.catchUp = () => this.#onGone(kind, received)
    // Another object may have the name already.
    else if (copy?.observed?.uid === received.uid) this.#forget(copy)
  }

  /** Forgets copies that are missing in a list, unless they were written after it. */
  #forgetMissing(kind: FederatedKind, { number, version }: MemberList): void {
    for (const federated of this.#listener.objectsOf(kind)) {
      const copy = federated.copies.get(this.cluster)
      if (copy?.observed === undefined || copy.listNumber === number) continue
      if (!isNewer(copy.observed.resourceVersion, version)) this.#forget(copy)
    }
  }

  #forget(copy: Copy): void {
    copy.forget()
    this.#listener.changed(copy.federated)
  }

  async #work(copy: Copy): Promise<void> {
    const { federated } = copy
    const member = this.#listener.member(this.cluster)
    try {
      if (this.#isClosed || !member?.isReady || federated.stored === undefined) return
      const { attempt, isOurs } = copy
      copy.isRequestPending = true
      try {
        if (copy.intent === 'absent') await this.#writer.remove(copy)
        else if (copy.intent === 'present') await this.#writer.put(copy, member)
        else if (copy.intent === 'orphaned') await this.#writer.release(copy)
        copy.succeeded()
      } catch (error) {
        this.#onFailure(copy, attempt, error)
        if (error instanceof WriteRejected && error.reason === NOT_SERVED)
          this.#reopen(federated.kind, member)
        this.#listener.failed(copy, !isOurs)
      }
    } finally {
      copy.isBeingWritten = false
      copy.isRequestPending = false
    }
    this.#catchUp(copy)
    this.#listener.changed(federated)
  }

  /** Handles the last event that arrived during a request. Usually it adds nothing to the response. */
  #catchUp(copy: Copy): void {
    const { catchUp } = copy
    copy.catchUp = undefined
    try {
      catchUp?.()
    } catch (error) {
      const served = this.served(copy.federated.kind)
      if (error instanceof ResponseRefused && served) this.client.refused('GET', pathOf(served), error)
      this.#listener.logger.debug(
        { cluster: this.cluster, error: String(error) },
        'failed to read an object of a member',
      )
    }
  }

  #onFailure(copy: Copy, attempt: string, error: unknown): void {
    copy.failures++
    copy.failedAttempt = attempt
    copy.failure = copyFailureOf(error)
    if (copy.failure.reason === 'InternalError') {
      this.#listener.logger.error({ err: error, key: copy.federated.key }, 'failed to sync a copy')
    }
    this.#retryLater(copy, retryDelay(error, copy.failures))
  }

  #retryLater(copy: Copy, delay: number): void {
    copy.cancelRetry?.()
    copy.cancelRetry = systemClock.at(systemClock.now() + delay, () => {
      copy.cancelRetry = undefined
      this.#listener.changed(copy.federated)
    })
  }

  /** The member responded that a resource from its discovery does not exist. */
  #reopen(kind: FederatedKind, member: Member): void {
    member.rediscover()
    this.forgetKind(kind)
    // The next feed counts its lists from 1 again.
    for (const { copies } of this.#listener.objectsOf(kind)) {
      const copy = copies.get(this.cluster)
      if (copy !== undefined) copy.listNumber = 0
    }
  }
}
