import type { MemberClient } from '#federation/members/member-client.js'
import { pathOf } from '#federation/members/member-discovery.js'
import { MemberFeed } from '#federation/members/member-feed.js'
import type { ApiError } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import { ClusterObjects } from './cluster-objects.js'
import type { MemberResources, SearchableResource } from './member-resources.js'
import type { SearchMember, SearchMembers } from './search-members.js'

/** The group, version and plural name of a resource. */
export interface ResourceKey {
  readonly group: string
  readonly version: string
  readonly plural: string
}

export interface FollowedResourceOptions {
  readonly members: SearchMembers
  readonly resourcesOf: (client: MemberClient) => MemberResources
  readonly charge: (bytes: number) => void
  readonly logger: Logger
}

/** One resource in one cluster. */
interface FollowedCluster {
  /** Undefined while the cluster has none. */
  client: MemberClient | undefined
  state: 'opening' | 'following' | 'unserved' | 'failed'
  /** Resolves when the objects are there, or it is clear that they will not be for now. */
  settled: Promise<void>
  settle: () => void
  objects: ClusterObjects | undefined
  feed: MemberFeed | undefined
}

/** How long a read waits for clusters that are being listed. A member that does not respond fails sooner. */
const WAIT_MS = 5 * 60_000

/** One resource in all clusters: a feed and objects for each that serves it. */
export class FollowedResource {
  readonly key: ResourceKey
  readonly #options: FollowedResourceOptions
  readonly #clusters = new Map<string, FollowedCluster>()
  readonly #listeners = new Set<() => void>()
  readonly #unfollow: () => void
  #resource: SearchableResource | undefined
  /** Why it is no longer followed. */
  #end: ApiError | undefined
  /** Counts removals of clusters: watches cannot continue across them. */
  removals = 0

  constructor(key: ResourceKey, options: FollowedResourceOptions) {
    this.key = key
    this.#options = options
    this.#unfollow = options.members.follow((name) => this.#onMember(name))
    for (const { name } of options.members.all) this.#onMember(name)
  }

  /** As the first cluster that serves it describes it; undefined if none is known to. */
  get resource(): SearchableResource | undefined {
    return this.#resource
  }

  get end(): ApiError | undefined {
    return this.#end
  }

  /** The objects of the clusters that have been listed, by name and in its order. */
  get synced(): readonly ClusterObjects[] {
    const found = [...this.#clusters.values()].flatMap(({ objects }) => (objects?.isSynced ? [objects] : []))
    return found.sort((left, right) => (left.cluster < right.cluster ? -1 : 1))
  }

  /** The objects of a cluster, once it has been listed. */
  objectsOf(cluster: string): ClusterObjects | undefined {
    const objects = this.#clusters.get(cluster)?.objects
    return objects?.isSynced ? objects : undefined
  }

  /** Whether the cluster belongs to the federation and may have objects. */
  has(cluster: string): boolean {
    const state = this.#clusters.get(cluster)?.state
    return state !== undefined && state !== 'unserved'
  }

  /** Names of the clusters whose objects are missing, and of those whose objects may be outdated. */
  get incomplete(): { readonly missing: readonly string[]; readonly outdated: readonly string[] } {
    const missing: string[] = []
    const outdated: string[] = []
    for (const [name, { state, objects }] of this.#clusters) {
      if (state === 'unserved') continue
      if (!objects?.isSynced) missing.push(name)
      else if (!objects.isCurrent) outdated.push(name)
    }
    return { missing: missing.sort(), outdated: outdated.sort() }
  }

  /** The version that a cluster has now, whatever this server has seen of it; undefined if it cannot be asked. */
  async latestVersion(cluster: string): Promise<string | undefined> {
    const { client } = this.#clusters.get(cluster) ?? {}
    if (client === undefined || this.#resource === undefined) return undefined
    try {
      const { metadata } = await client.list({ path: `${pathOf(this.#resource)}?limit=1` }, () => undefined)
      return typeof metadata?.resourceVersion === 'string' ? metadata.resourceVersion : undefined
    } catch {
      return undefined
    }
  }

  /** Calls the listener after every change, until the returned function is called. */
  follow(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when the objects of all ready clusters are there, or after a while. Rejects if the resource was closed. */
  async ready(signal?: AbortSignal): Promise<void> {
    for (const name of this.#clusters.keys()) this.#retry(name)
    const pending = [...this.#clusters].flatMap(([name, { objects, settled }]) =>
      objects?.isSynced || !this.#options.members.get(name)?.isReady ? [] : [settled],
    )
    if (pending.length > 0) await within(WAIT_MS, Promise.all(pending), signal)
    if (this.#end !== undefined) throw this.#end
  }

  close(reason: ApiError): void {
    if (this.#end !== undefined) return
    this.#end = reason
    this.#unfollow()
    for (const cluster of this.#clusters.values()) this.#drop(cluster)
    this.#clusters.clear()
    this.#notify()
  }

  #onMember(name: string): void {
    const member = this.#options.members.get(name)
    const known = this.#clusters.get(name)
    if (member === undefined) {
      if (known === undefined) return
      this.#drop(known)
      this.#clusters.delete(name)
      this.removals++
      this.#notify()
    } else if (known === undefined) this.#open(member)
    else if (known.client !== member.client) this.#reopen(member, known)
    else if (member.isReady) {
      if (!known.objects?.isCurrent) known.feed?.resume()
      this.#retry(name)
    }
  }

  #open(member: SearchMember, objects?: ClusterObjects): void {
    let settle = () => {}
    const settled = new Promise<void>((resolve) => {
      settle = resolve
    })
    const cluster: FollowedCluster = {
      client: member.client,
      state: 'opening',
      settled,
      settle,
      objects,
      feed: undefined,
    }
    this.#clusters.set(member.name, cluster)
    void this.#start(member, cluster)
  }

  /** The member has another client. Its objects stay until the new feed has listed them. */
  #reopen(member: SearchMember, known: FollowedCluster): void {
    const { objects, feed } = known
    known.settle()
    void feed?.close()
    objects?.failed()
    objects?.restart()
    this.#open(member, objects)
  }

  /** A cluster that could not be asked, or did not serve the resource, is asked again. */
  #retry(name: string): void {
    const member = this.#options.members.get(name)
    const known = this.#clusters.get(name)
    if (member === undefined || (known?.state !== 'failed' && known?.state !== 'unserved')) return
    this.#open(member, known.objects)
  }

  async #start(member: SearchMember, cluster: FollowedCluster): Promise<void> {
    const { logger, resourcesOf, charge } = this.#options
    const isObsolete = () => this.#end !== undefined || this.#clusters.get(member.name) !== cluster
    const { group, version, plural } = this.key
    const { client } = cluster
    try {
      const resource = client && (await resourcesOf(client).find(group, version, plural))
      if (isObsolete()) return
      if (client === undefined) cluster.state = 'failed'
      else if (resource === undefined) cluster.state = 'unserved'
      else {
        this.#resource ??= resource
        cluster.state = 'following'
        const objects =
          cluster.objects ??
          new ClusterObjects({ cluster: member.name, resource, charge, notify: () => this.#notify() })
        cluster.objects = objects
        const listener = settling(objects, cluster.settle)
        cluster.feed = new MemberFeed(client, { path: pathOf(resource), labelSelector: '' }, listener, logger)
        cluster.feed.start()
        return
      }
    } catch (error) {
      logger.debug({ cluster: member.name, error: String(error) }, 'failed to follow a member')
      cluster.state = 'failed'
    }
    cluster.settle()
    this.#notify()
  }

  #drop({ feed, objects, settle }: FollowedCluster): void {
    settle()
    objects?.close()
    // Later: a feed cannot be interrupted while it reports an object.
    setImmediate(() => void feed?.close())
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Also settles the cluster after the first list, or when it fails. */
function settling(objects: ClusterObjects, settle: () => void) {
  return {
    changed: objects.changed.bind(objects),
    gone: objects.gone.bind(objects),
    advanced: objects.advanced.bind(objects),
    watching: objects.watching.bind(objects),
    synced: (list: Parameters<ClusterObjects['synced']>[0]) => {
      objects.synced(list)
      settle()
    },
    failed: () => {
      objects.failed()
      settle()
    },
  }
}

/** Waits for a promise, but not longer than this. */
async function within(milliseconds: number, promise: Promise<unknown>, signal?: AbortSignal): Promise<void> {
  let giveUp = () => {}
  const over = new Promise<void>((resolve) => {
    giveUp = resolve
  })
  const timer = setTimeout(giveUp, milliseconds).unref()
  signal?.addEventListener('abort', giveUp)
  try {
    await Promise.race([promise, over])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}
