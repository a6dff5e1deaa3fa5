import type { CachedObject } from '#cache/cached-object.js'
import type { Controller } from '#controllers/controller.js'
import type { FederationContext } from '#federation/config.js'
import { CLUSTERS } from '#federation/members/cluster-members.js'
import type { Members } from '#federation/members/members.js'
import { keyOf } from '#federation/members/object-feed.js'
import { hasReadyEndpoint } from '#federation/services/member-service.js'
import type { ServiceFeeds } from '#federation/services/service-feeds.js'
import type { Cluster } from '#kinds/federation/cluster/schema.js'
import type { ObjectChange } from '#registry/change-feed.js'
import type { DnsProvider } from './provider.js'
import { type ClusterPlace, type ServiceShard, serviceRecords } from './service-records.js'

const SERVICES = 'core/services/'
/** Changes within this time are published together. */
const DELAY_MS = 100

export interface DnsNames {
  readonly federation: string
  readonly suffix: string
}

interface HostService {
  readonly metadata: {
    readonly uid?: string
    readonly deletionTimestamp?: string
  }
  readonly spec?: { readonly type?: string }
}

/** Publishes the names of federated services of type LoadBalancer while this server leads. */
export class DnsController implements Controller {
  readonly name = 'dns'
  readonly #context: FederationContext
  readonly #members: Members
  readonly #feeds: ServiceFeeds
  readonly #provider: DnsProvider
  readonly #names: DnsNames
  readonly #end: () => Promise<void>
  /** The last known places. A cluster that is offline keeps its names: clients in it look for other clusters. */
  readonly #places = new Map<string, ClusterPlace>()
  readonly #published = new Set<string>()
  /** Services to publish; undefined for all. */
  #due: Set<string> | undefined = new Set()
  #cancel: (() => void) | undefined
  #release: (() => void) | undefined
  #stop: (() => Promise<void>) | undefined
  #isLeading = false

  /** `end` runs when the controller closes. */
  constructor(
    context: FederationContext,
    members: Members,
    feeds: ServiceFeeds,
    provider: DnsProvider,
    names: DnsNames,
    end: () => Promise<void>,
  ) {
    this.#context = context
    this.#members = members
    this.#feeds = feeds
    this.#provider = provider
    this.#names = names
    this.#end = end
  }

  start(): void {
    this.#release = this.#context.leadership.whenLeading(
      () => this.#lead(),
      () => this.#follow(),
    )
  }

  get pending(): number {
    return this.#cancel === undefined ? 0 : 1
  }

  async settled(): Promise<void> {
    if (this.pending > 0) this.#publishDue()
  }

  async close(): Promise<void> {
    this.#release?.()
    this.#follow()
    await this.#stop?.()
    await this.#end()
  }

  #lead(): void {
    this.#isLeading = true
    const { feed } = this.#context
    for (const cluster of feed.objectsOf({ prefix: CLUSTERS })) this.#onCluster(cluster.name, cluster)
    const unfollow = feed.follow(
      (change) => this.#onChange(change),
      ({ prefix }) => prefix === SERVICES || prefix === CLUSTERS,
    )
    const unfeed = this.#feeds.follow({
      changed: (namespace, service) => this.#add(keyOf(namespace, service)),
      memberChanged: () => this.#addAll(),
    })
    this.#stop = async () => {
      unfollow()
      await unfeed()
    }
    this.#addAll()
  }

  #follow(): void {
    this.#isLeading = false
    this.#provider.setComplete(false)
    this.#cancel?.()
    this.#cancel = undefined
    void this.#stop?.()
  }

  #onChange({ kind, before, after }: ObjectChange): void {
    const { namespace, name } = (after ?? before) as CachedObject
    if (kind.prefix === SERVICES) this.#add(keyOf(namespace, name))
    else if (this.#onCluster(name, after)) this.#addAll()
  }

  /** Returns whether its place changed. */
  #onCluster(name: string, object: CachedObject | undefined): boolean {
    if (object === undefined) return this.#places.delete(name)
    const { status } = JSON.parse(object.json.toString()) as Cluster
    const { region = '', zones = [] } = status ?? {}
    const known = this.#places.get(name)
    if ((region === '' && zones.length === 0 && known !== undefined) || isAt(known, region, zones))
      return false
    this.#places.set(name, { cluster: name, region, zones })
    return true
  }

  #add(service: string): void {
    this.#due?.add(service)
    this.#schedule()
  }

  #addAll(): void {
    this.#due = undefined
    this.#schedule()
  }

  #schedule(): void {
    const { clock } = this.#context
    if (this.#isLeading) this.#cancel ??= clock.at(clock.now() + DELAY_MS, () => this.#publishDue())
  }

  #publishDue(): void {
    this.#cancel?.()
    this.#cancel = undefined
    const isComplete = this.#feeds.isComplete
    for (const key of this.#due ?? this.#all()) this.#publish(key)
    this.#due = new Set()
    this.#provider.setComplete(isComplete)
  }

  #all(): ReadonlySet<string> {
    const services = this.#context.feed.objectsOf({ prefix: SERVICES })
    return new Set([...services.map(({ namespace, name }) => keyOf(namespace, name)), ...this.#published])
  }

  #publish(key: string): void {
    const object = this.#context.feed.find(SERVICES + key)
    const service = object && (JSON.parse(object.json.toString()) as HostService)
    const isNamed =
      object !== undefined &&
      service?.spec?.type === 'LoadBalancer' &&
      service.metadata.deletionTimestamp === undefined
    if (!isNamed) {
      if (this.#published.delete(key)) this.#provider.publish(key, [])
      return
    }
    const { namespace, name } = object
    const shards = [...this.#members].flatMap((member) =>
      this.#shardIn(member.name, namespace, name, service.metadata.uid),
    )
    this.#published.add(key)
    const records = serviceRecords({ ...this.#names, namespace, name }, [...this.#places.values()], shards)
    this.#provider.publish(key, records)
  }

  /** The copy in a cluster, if it is healthy: it has an entry point and a ready endpoint. */
  #shardIn(
    cluster: string,
    namespace: string,
    name: string,
    owner: string | undefined,
  ): readonly ServiceShard[] {
    const services = this.#feeds.of(cluster)
    const copy = services?.services.get(namespace, name)
    if (copy === undefined || copy.owner !== owner || copy.ingress.length === 0) return []
    const isHealthy = services
      ?.slicesOf(namespace, name)
      .some((slice) => slice.source === undefined && hasReadyEndpoint(slice))
    return isHealthy ? [{ cluster, ingress: copy.ingress }] : []
  }
}

const isAt = (place: ClusterPlace | undefined, region: string, zones: readonly string[]) =>
  place?.region === region && place.zones.join() === zones.join()
