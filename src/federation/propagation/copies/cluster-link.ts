import { WorkQueue } from '#controllers/work-queue.js'
import { MANAGED } from '#federation/annotations.js'
import type { LazyObject, MemberObject } from '#federation/members/lazy-object.js'
import type { MemberClient } from '#federation/members/member-client.js'
import { pathOf, type ServedResource } from '#federation/members/member-discovery.js'
import { ResponseRefused } from '#federation/members/member-errors.js'
import { MemberFeed, type MemberList } from '#federation/members/member-feed.js'
import type { Member } from '#federation/members/members.js'
import { OverridesError } from '#federation/overrides/overrides.js'
import { type FederatedKind, NAMESPACES } from '#federation/propagation/federated-kinds.js'
import type { Copy, FederatedObject } from '#federation/propagation/federated-object.js'
import type { Logger } from '#observe/logger.js'
import { systemClock } from '#util/clock.js'
import type { DesiredObjects } from './desired-object.js'
import { MemberWriter } from './member-writer.js'
import { isNewer, observe } from './observed-copy.js'
import { copyFailureOf, retryDelay } from './retry.js'
import { contains } from './three-way-merge.js'
import { WriteRejected } from './write-rejected.js'

/** Concurrent writes to one cluster. */
const CONCURRENCY = 16
/** Minimum time between repairs of a copy: another client may revert each of them. */
const REPAIR_MS = 500
/** Delay before discovery is requested again. */
const REOPEN_MS = 5_000

/** What a link reports and asks for. */
export interface LinkListener {
  readonly desired: DesiredObjects
  readonly logger: Logger
  member(cluster: string): Member | undefined
  find(kind: FederatedKind, namespace: string, name: string): FederatedObject | undefined
  objectsOf(kind: FederatedKind): Iterable<FederatedObject>
  /** The object changed in the cluster. */
  changed(federated: FederatedObject): void
  /** The objects of the kind in the cluster are known now. */
  synced(kind: FederatedKind): void
  /** A request about the copy is about to be sent. */
  begins(copy: Copy): void
  /** The member accepted a write of the copy. */
  wrote(copy: Copy): void
  failed(copy: Copy, isNew: boolean): void
}

interface KindLink {
  /** Undefined until discovery has found the kind. */
  served: ServedResource | undefined
  feed: MemberFeed | undefined
  /** `unserved` if the member does not serve the kind. */
  state: 'opening' | 'synced' | 'unserved'
}

/** Synchronizes one member, independently of the others: follows its copies and writes to them. */
export class ClusterLink {
  readonly cluster: string
  readonly client: MemberClient
  readonly #listener: LinkListener
  readonly #writer: MemberWriter
  readonly #kinds = new Map<FederatedKind, KindLink>()
  readonly #queue: WorkQueue<Copy>
  #labels: { readonly of: object | undefined; readonly text: string } | undefined
  #isClosed = false

  constructor(cluster: string, client: MemberClient, listener: LinkListener) {
    this.cluster = cluster
    this.client = client
    this.#listener = listener
    this.#writer = new MemberWriter(client)
    this.#queue = new WorkQueue({
      concurrency: CONCURRENCY,
      work: (copy) => this.#work(copy),
      // Copies wait for retries outside of the queue, so that a queue with only such waits is idle.
      backOff: () => REOPEN_MS,
      onFailure: (copy, err) =>
        listener.logger.error({ err, key: copy.federated.key }, 'failed to sync a copy'),
    })
  }

  /** The cluster labels as a string, built once per set of labels. */
  get labels(): string {
    const labels = this.#listener.member(this.cluster)?.labels
    if (labels !== this.#labels?.of) this.#labels = { of: labels, text: JSON.stringify(labels) }
    return this.#labels?.text ?? ''
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
      const opened: KindLink = { served: undefined, feed: undefined, state: 'opening' }
      this.#kinds.set(kind, opened)
      void this.#open(kind, opened)
      return false
    }
    return link.state !== 'opening'
  }

  serves(kind: FederatedKind): boolean {
    return this.#kinds.get(kind)?.state !== 'unserved'
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
    try {
      const served = await member?.resource(kind.candidates)
      if (isObsolete()) return
      if (served === undefined) {
        link.state = 'unserved'
        this.#listener.synced(kind)
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
      systemClock.at(Date.now() + REOPEN_MS, () => {
        if (!isObsolete()) void this.#open(kind, link)
      })
    }
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
      if (copy.trustedFingerprint !== observed.fingerprint) this.#compare(copy, object)
    }
    this.#listener.changed(federated)
  }

  /** Trusts a copy that has all desired fields even though another manager changed it. */
  #compare(copy: Copy, object: MemberObject): void {
    const { federated, observed } = copy
    const member = this.#listener.member(this.cluster)
    const desired = member && this.#desiredOrNone(federated, member)
    if (desired === undefined || observed?.digest !== desired.digest) return
    // List items have no kind or apiVersion.
    const { apiVersion: _version, kind: _kind, ...wanted } = desired.object
    if (!contains(object, wanted)) return
    copy.trustedFingerprint = observed.fingerprint
    copy.appliedSource = federated.spec.source
    copy.appliedLabels = this.labels
  }

  #desired(federated: FederatedObject, member: Member) {
    const { kind, stored, spec } = federated
    const served = this.served(kind)
    if (served === undefined || stored === undefined || spec.placementError !== undefined) return undefined
    return this.#listener.desired.make({ kind, stored, source: spec.source }, served, member)
  }

  #desiredOrNone(federated: FederatedObject, member: Member) {
    try {
      return this.#desired(federated, member)
    } catch (error) {
      // The error is reported when the copy is written.
      if (error instanceof OverridesError) return undefined
      throw error
    }
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
        if (copy.intent === 'absent') await this.#remove(copy)
        else if (copy.intent === 'present') await this.#put(copy, member)
        else if (copy.intent === 'orphaned') await this.#release(copy)
        copy.succeeded()
      } catch (error) {
        this.#onFailure(copy, attempt, error)
        if (error instanceof WriteRejected && error.reason === 'NotServed')
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
    copy.cancelRetry = systemClock.at(Date.now() + delay, () => {
      copy.cancelRetry = undefined
      this.#listener.changed(copy.federated)
    })
  }

  async #remove(copy: Copy): Promise<void> {
    const { federated, observed } = copy
    const { kind, namespace, name } = federated
    const served = this.served(kind)
    if (served === undefined) return
    if (observed === undefined) {
      // A write without a response may have arrived.
      const found = await this.#writer.find({ served, namespace, name })
      copy.maxSentReplicas = undefined
      if (found !== undefined) copy.observe(observe(kind, found))
      return
    }
    if (!copy.isOurs || observed.isTerminating) return
    this.#listener.begins(copy)
    const outcome = await this.#writer.remove({ served, namespace, name }, observed.uid)
    if (outcome === 'terminating') this.#listener.wrote(copy)
    if (outcome === 'terminating') {
      if (copy.observed === observed) copy.observed = { ...observed, isTerminating: true }
    } else copy.forget()
  }

  async #release(copy: Copy): Promise<void> {
    const { federated, observed, isOurs } = copy
    const { kind, namespace, name } = federated
    const served = this.served(kind)
    if (served === undefined || observed === undefined || !isOurs) return
    this.#listener.begins(copy)
    await this.#writer.release({ served, namespace, name }, observed.uid)
    copy.forget()
    this.#listener.wrote(copy)
  }

  async #put(copy: Copy, member: Member): Promise<void> {
    const { federated, granted, observed } = copy
    const { kind, namespace, name, spec } = federated
    const { labels } = this
    const served = this.served(kind)
    const desired = this.#desired(federated, member)
    if (served === undefined || desired === undefined) return
    const isWritten =
      copy.isOurs && observed?.digest === desired.digest && copy.trustedFingerprint === observed.fingerprint
    if (!isWritten || observed?.replicas !== granted) {
      const object =
        granted === undefined
          ? desired.object
          : { ...desired.object, spec: { ...desired.object.spec, replicas: granted } }
      const write = {
        served,
        namespace,
        name,
        owner: spec.uid,
        adopts: spec.adopts,
        object,
        isNamespaceTerminating: () => this.#isTerminating(namespace),
      }
      const known = copy.isOurs ? observed : undefined
      const { maxSentReplicas } = copy
      copy.maxSentReplicas = Math.max(maxSentReplicas ?? 0, granted ?? 0)
      this.#listener.begins(copy)
      const response = await this.#writer.write(write, known).catch((error: unknown) => {
        if (error instanceof WriteRejected && error.isCertain) copy.maxSentReplicas = maxSentReplicas
        throw error
      })
      const written = observe(kind, response.object)
      copy.maxSentReplicas = undefined
      copy.observe(written)
      copy.wrote(written.fingerprint, granted)
      if (written.owner !== spec.uid || written.digest !== desired.digest || written.replicas !== granted) {
        throw new WriteRejected('Altered', 'the member does not keep the written object', true)
      }
      this.#listener.wrote(copy)
    }
    copy.appliedSource = spec.source
    copy.appliedLabels = labels
  }

  /** Whether the namespace is being deleted on the host. */
  #isTerminating(namespace: string): boolean {
    const { deletion = 'none' } = this.#listener.find(NAMESPACES, '', namespace)?.spec ?? {}
    return deletion !== 'none'
  }

  /** The member responded that a resource from its discovery does not exist. */
  #reopen(kind: FederatedKind, member: Member): void {
    member.rediscover()
    void this.#kinds.get(kind)?.feed?.close()
    this.#kinds.delete(kind)
  }
}
