import type { LoadBalancerIngress } from '#federation/propagation/status/load-balancer-ingress.js'
import { isDnsLabel, MAX_NAME_LENGTH } from './dns-name.js'
import type { NameRecords } from './provider.js'
import { TTL } from './zone.js'

/** Where a cluster is. */
export interface ClusterPlace {
  readonly cluster: string
  readonly region: string
  readonly zones: readonly string[]
}

/** The entry points of a healthy shard: of a service in one cluster with ready endpoints. */
export interface ServiceShard {
  readonly cluster: string
  readonly ingress: readonly LoadBalancerIngress[]
}

export interface ServiceName {
  readonly name: string
  readonly namespace: string
  readonly federation: string
  /** The zone that is served. */
  readonly suffix: string
}

/**
 * The records of a service: one name for each zone, each region and the federation. A name has the addresses of the
 * healthy shards in its reach. Without any it is an alias of the next name up; the topmost name is then missing.
 */
export function serviceRecords(
  service: ServiceName,
  places: readonly ClusterPlace[],
  shards: readonly ServiceShard[],
): readonly NameRecords[] {
  const { name, namespace, federation, suffix } = service
  const nameIn = (...place: readonly string[]) =>
    [name, namespace, federation, 'svc', ...place, suffix].join('.').toLowerCase()
  const inReach = (clusters: ReadonlySet<string>) => shards.filter(({ cluster }) => clusters.has(cluster))
  const records = [recordsOf(nameIn(), shards, undefined)]
  for (const [region, clusters] of byPlace(places, ({ region }) => [region])) {
    const regional = nameIn(region)
    records.push(recordsOf(regional, inReach(clusters), nameIn()))
    const here = places.filter((place) => place.region.toLowerCase() === region)
    for (const [zone, inZone] of byPlace(here, ({ zones }) => zones))
      records.push(recordsOf(nameIn(zone, region), inReach(inZone), regional))
  }
  return records.filter(
    (record) => record !== undefined && record.name.length <= MAX_NAME_LENGTH,
  ) as NameRecords[]
}

/** The clusters in each place. A place that cannot be a part of a name has none. */
function byPlace(
  places: readonly ClusterPlace[],
  placesOf: (place: ClusterPlace) => readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const clusters = new Map<string, Set<string>>()
  for (const place of places) {
    for (const found of placesOf(place)) {
      const key = found.toLowerCase()
      if (!isDnsLabel(key)) continue
      const known = clusters.get(key)
      if (known === undefined) clusters.set(key, new Set([place.cluster]))
      else known.add(place.cluster)
    }
  }
  return clusters
}

function recordsOf(
  name: string,
  shards: readonly ServiceShard[],
  above: string | undefined,
): NameRecords | undefined {
  const points = shards.flatMap(({ ingress }) => ingress)
  const addresses = [...new Set(points.flatMap(({ ip }) => (typeof ip === 'string' ? [ip] : [])))].sort()
  if (addresses.length > 0) return { name, ttl: TTL, addresses }
  // A name can be an alias of one other name only, so one host name is chosen: always the same.
  const [host] = points.flatMap(({ hostname }) => (typeof hostname === 'string' ? [hostname] : [])).sort()
  const alias = host?.toLowerCase() ?? above
  return alias === undefined ? undefined : { name, ttl: TTL, addresses: [], alias }
}
