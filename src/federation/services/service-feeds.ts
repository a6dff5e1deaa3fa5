import type { FederationContext } from '#federation/config.js'
import type { MemberClient } from '#federation/members/member-client.js'
import type { Members } from '#federation/members/members.js'
import { keyOf, ObjectFeed } from '#federation/members/object-feed.js'
import { type MemberService, type MemberSlice, readService, readSlice } from './member-service.js'

export interface ServiceListener {
  /** A service or one of its slices has changed in a member. */
  changed(namespace: string, service: string): void
  /** The services of a member became known, or are no longer: all of them may have changed. */
  memberChanged(cluster: string): void
}

/** How long a ready member may take to list its services. Then it counts as one without. */
const SYNC_MS = 15_000

/** The services of one member and their endpoints. */
export class MemberServices {
  readonly client: MemberClient
  readonly services: ObjectFeed<MemberService>
  readonly #slices: ObjectFeed<MemberSlice>
  readonly #byService = new Map<string, Map<string, MemberSlice>>()
  /** When it stops to count as being listed. */
  readonly patienceEnds: number
  readonly #cancel: () => void

  constructor(client: MemberClient, cluster: string, listener: ServiceListener, context: FederationContext) {
    this.client = client
    this.patienceEnds = context.clock.now() + SYNC_MS
    const synced = () => {
      if (this.isSynced) listener.memberChanged(cluster)
    }
    const service = {
      synced,
      changed: (before?: MemberService, after?: MemberService) => {
        const { namespace, name } = (after ?? before) as MemberService
        listener.changed(namespace, name)
      },
    }
    const slice = {
      synced,
      changed: (before?: MemberSlice, after?: MemberSlice) => {
        this.#index(before, after)
        for (const one of new Set([before, after]))
          if (one !== undefined) listener.changed(one.namespace, one.service)
      },
    }
    const { clock, logger } = context
    this.#cancel = clock.at(this.patienceEnds, () => {
      if (!this.isSynced) listener.memberChanged(cluster)
    })
    this.services = new ObjectFeed(
      client,
      { path: '/api/v1/services', read: readService, listener: service },
      logger,
    )
    const path = '/apis/discovery.k8s.io/v1/endpointslices'
    this.#slices = new ObjectFeed(client, { path, read: readSlice, listener: slice }, logger)
  }

  get isSynced(): boolean {
    return this.services.isSynced && this.#slices.isSynced
  }

  /** The slices of a service, its own and imported ones, by name. */
  slicesOf(namespace: string, service: string): readonly MemberSlice[] {
    const slices = this.#byService.get(keyOf(namespace, service))?.values() ?? []
    return [...slices].sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  /** All slices. */
  slices(): Iterable<MemberSlice> {
    return this.#slices.values()
  }

  resume(): void {
    this.services.resume()
    this.#slices.resume()
  }

  async close(): Promise<void> {
    this.#cancel()
    await Promise.all([this.services.close(), this.#slices.close()])
  }

  #index(before: MemberSlice | undefined, after: MemberSlice | undefined): void {
    if (before !== undefined) {
      const key = keyOf(before.namespace, before.service)
      const known = this.#byService.get(key)
      known?.delete(before.name)
      if (known?.size === 0) this.#byService.delete(key)
    }
    if (after === undefined) return
    const key = keyOf(after.namespace, after.service)
    const known = this.#byService.get(key)
    if (known === undefined) this.#byService.set(key, new Map([[after.name, after]]))
    else known.set(after.name, after)
  }
}

/** The services of all members. They are followed while someone listens. */
export class ServiceFeeds {
  readonly #context: FederationContext
  readonly #members: Members
  readonly #listeners = new Set<ServiceListener>()
  readonly #known = new Map<string, MemberServices>()
  readonly #closing = new Set<Promise<void>>()
  #release: () => void = () => undefined

  constructor(context: FederationContext, members: Members) {
    this.#context = context
    this.#members = members
  }

  /** Only the leader may follow. Returns a function that ends it. */
  follow(listener: ServiceListener): () => Promise<void> {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#open()
    return async () => {
      if (!this.#listeners.delete(listener)) return
      if (this.#listeners.size === 0) this.#close()
      await Promise.all(this.#closing)
    }
  }

  /** The services of a ready member, once they are known. */
  of(cluster: string): MemberServices | undefined {
    const known = this.#known.get(cluster)
    return known?.isSynced && this.#members.get(cluster)?.isReady ? known : undefined
  }

  /** Whether the services of each ready member are known, or took too long. */
  get isComplete(): boolean {
    const now = this.#context.clock.now()
    for (const { name, isReady } of this.#members) {
      const known = this.#known.get(name)
      if (isReady && known !== undefined && !known.isSynced && now < known.patienceEnds) return false
    }
    return true
  }

  #open(): void {
    for (const { name } of this.#members) this.#onMember(name)
    this.#release = this.#members.follow((name) => {
      this.#onMember(name)
      for (const { memberChanged } of this.#listeners) memberChanged(name)
    })
  }

  #close(): void {
    this.#release()
    for (const name of [...this.#known.keys()]) this.#forget(name)
  }

  #onMember(name: string): void {
    const member = this.#members.get(name)
    const known = this.#known.get(name)
    if (member?.client === known?.client) {
      if (member?.isReady) known?.resume()
      return
    }
    this.#forget(name)
    if (member?.client === undefined) return
    this.#known.set(name, new MemberServices(member.client, name, this.#forward, this.#context))
  }

  readonly #forward: ServiceListener = {
    changed: (namespace, service) => {
      for (const { changed } of this.#listeners) changed(namespace, service)
    },
    memberChanged: (cluster) => {
      for (const { memberChanged } of this.#listeners) memberChanged(cluster)
    },
  }

  #forget(name: string): void {
    const known = this.#known.get(name)
    if (known === undefined) return
    this.#known.delete(name)
    const closing = known.close()
    this.#closing.add(closing)
    void closing.finally(() => this.#closing.delete(closing))
  }
}
