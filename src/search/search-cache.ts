import type { MemberClient } from '#federation/members/member-client.js'
import { ApiError, serviceUnavailable, tooManyRequests } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import { every, type TimerClock } from '#util/clock.js'
import { FollowedResource, type ResourceKey } from './followed-resource.js'
import { MemberResources } from './member-resources.js'
import type { SearchMembers } from './search-members.js'

export interface SearchCacheOptions {
  readonly members: SearchMembers
  readonly clock: TimerClock
  readonly logger: Logger
  /** The memory of all objects together. */
  readonly maxBytes: number
}

/** Each followed resource takes a connection to every member. */
const MAX_RESOURCES = 100
/** A resource that nobody reads is dropped after this time. */
const IDLE_MS = 5 * 60_000
const SWEEP_MS = 60_000
/** A resource that did not fit is not read again before. */
const REFUSED_MS = 30_000

interface Entry {
  readonly followed: FollowedResource
  /** Requests that use it now. */
  users: number
  usedAt: number
}

/** The resources that are followed now. They are opened on demand, and dropped when they are idle or do not fit. */
export class SearchCache {
  readonly #options: SearchCacheOptions
  readonly #entries = new Map<string, Entry>()
  readonly #refusedUntil = new Map<string, number>()
  readonly #resources = new WeakMap<MemberClient, MemberResources>()
  readonly #stopSweeping: () => void
  #bytes = 0

  constructor(options: SearchCacheOptions) {
    this.#options = options
    this.#stopSweeping = every(options.clock, SWEEP_MS, () => this.#sweep())
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  /** Calls `use` with a resource, which stays followed until the returned promise settles. */
  async use<T>(key: ResourceKey, use: (followed: FollowedResource) => Promise<T>): Promise<T> {
    const entry = this.#entryOf(key)
    entry.users++
    try {
      return await use(entry.followed)
    } finally {
      entry.users--
      entry.usedAt = this.#options.clock.now()
    }
  }

  resourcesOf = (client: MemberClient): MemberResources => {
    const known = this.#resources.get(client) ?? new MemberResources(client, this.#options.clock)
    this.#resources.set(client, known)
    return known
  }

  close(): void {
    this.#stopSweeping()
    for (const [name, { followed }] of this.#entries) {
      this.#entries.delete(name)
      followed.close(serviceUnavailable('the server is shutting down'))
    }
  }

  #entryOf(key: ResourceKey): Entry {
    const name = nameOf(key)
    const known = this.#entries.get(name)
    if (known !== undefined) return known
    const { members, logger, clock } = this.#options
    if ((this.#refusedUntil.get(name) ?? 0) > clock.now()) throw this.#tooLarge(key)
    this.#refusedUntil.delete(name)
    if (this.#entries.size >= MAX_RESOURCES && !this.#dropIdle()) {
      throw tooManyRequests(`${MAX_RESOURCES} resources are searched already; please try again later`)
    }
    const followed = new FollowedResource(key, {
      members,
      logger,
      resourcesOf: this.resourcesOf,
      charge: (bytes) => this.#charge(bytes, name),
    })
    const entry = { followed, users: 0, usedAt: clock.now() }
    this.#entries.set(name, entry)
    return entry
  }

  #charge(bytes: number, name: string): void {
    this.#bytes += bytes
    if (bytes <= 0) return
    while (this.#bytes > this.#options.maxBytes && this.#dropIdle(name));
    const entry = this.#entries.get(name)
    if (this.#bytes <= this.#options.maxBytes || entry === undefined) return
    this.#entries.delete(name)
    this.#refusedUntil.set(name, this.#options.clock.now() + REFUSED_MS)
    entry.followed.close(this.#tooLarge(entry.followed.key))
  }

  /** Drops the resource that has been idle for the longest time. Returns false if all others are in use. */
  #dropIdle(except?: string): boolean {
    let oldest: readonly [string, Entry] | undefined
    for (const named of this.#entries) {
      const [name, { users, usedAt }] = named
      if (users === 0 && name !== except && !(oldest !== undefined && oldest[1].usedAt <= usedAt))
        oldest = named
    }
    if (oldest === undefined) return false
    this.#drop(...oldest)
    return true
  }

  #sweep(): void {
    const now = this.#options.clock.now()
    for (const [name, until] of this.#refusedUntil) if (until <= now) this.#refusedUntil.delete(name)
    for (const [name, entry] of this.#entries) {
      if (entry.users === 0 && now - entry.usedAt >= IDLE_MS) this.#drop(name, entry)
    }
  }

  #drop(name: string, { followed }: Entry): void {
    this.#entries.delete(name)
    followed.close(new ApiError('expired', 'the resource was no longer searched'))
  }

  #tooLarge({ group, plural }: ResourceKey): ApiError {
    const what = group === '' ? plural : `${plural}.${group}`
    return serviceUnavailable(
      `the ${what} of all clusters do not fit into the ${this.#options.maxBytes} bytes for searches: raise ` +
        '--federation-search-memory, or ask one cluster below /apis/federation/v1beta1/clusters/NAME/proxy',
    )
  }
}

const nameOf = ({ group, version, plural }: ResourceKey) => `${group}/${version}/${plural}`
