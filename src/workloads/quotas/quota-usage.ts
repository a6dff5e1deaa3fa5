import type { CachedObject } from '#cache/cached-object.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import type { ResourceQuota } from '#kinds/core/resourcequota/schema.js'
import { concernsPods } from '#kinds/core/resourcequota/usage/pod-usage.js'
import { isInScope, type ObjectScopes, scopesOf } from '#kinds/core/resourcequota/usage/scopes.js'
import { concernsServicesOrClaims, countedAs, usageOf } from '#kinds/core/resourcequota/usage/usage.js'
import type { Amounts } from '#kinds/shared/pod/pod-resources.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { StoredKind } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { QuantitySum } from '#schema/quantity.js'

const PODS = 'core/pods/'
/** The kinds whose objects use more than a count. */
export const MEASURED: readonly string[] = [PODS, 'core/services/', 'core/persistentvolumeclaims/']

/** What an object uses. Computed once for each version of the object. */
interface ObjectUsage {
  readonly amounts: Amounts
  readonly scopes: ObjectScopes | undefined
  /** When a terminating pod should be gone and no longer counts, in milliseconds since 1970. */
  readonly endsAt: number
}

/** Measures what the objects of a namespace use of a quota. */
export class QuotaUsage {
  readonly #feed: ChangeFeed
  readonly #kinds: KindRegistry
  readonly #usages = new WeakMap<CachedObject, ObjectUsage>()

  constructor(feed: ChangeFeed, kinds: KindRegistry) {
    this.#feed = feed
    this.#kinds = kinds
  }

  /** Events are never counted. */
  static counts({ namespaced, review, storageVersion }: StoredKind): boolean {
    return namespaced && !review && storageVersion.kind !== 'Event'
  }

  /** The amount of each resource that the server can measure. */
  measure({ metadata, spec }: Readonly<ResourceQuota>, now: number): Amounts {
    const namespace = metadata.namespace ?? ''
    const limited = Object.keys(spec.hard ?? {})
    const sums = new Map<string, QuantitySum>()
    for (const name of limited) {
      if (concernsPods(name) || concernsServicesOrClaims(name)) sums.set(name, new QuantitySum('0'))
    }
    const isUnscoped = isInScope(undefined, spec)
    for (const kind of this.#kinds.kinds) {
      if (!QuotaUsage.counts(kind)) continue
      const counted = countedAs(kind).filter((name) => limited.includes(name))
      for (const name of counted) if (!sums.has(name)) sums.set(name, new QuantitySum('0'))
      if (MEASURED.includes(kind.prefix)) continue
      if (counted.length === 0 || !isUnscoped) continue
      const count = this.#feed.objectsIn(kind, namespace).length
      for (const name of counted) sums.get(name)?.add(String(count))
    }
    for (const prefix of MEASURED) {
      const kind = this.#kinds.storedUnder(prefix)
      if (kind === undefined) continue
      for (const served of this.#feed.objectsIn(kind, namespace)) {
        const { amounts, scopes, endsAt } = this.#usageOf(kind, served)
        if (!isInScope(scopes, spec)) continue
        for (const [name, sum] of sums) {
          if (!Object.hasOwn(amounts, name) || (now > endsAt && name !== 'count/pods')) continue
          sum.add(amounts[name] as string)
        }
      }
    }
    return Object.fromEntries([...sums].map(([name, sum]) => [name, sum.text]))
  }

  /** When the next terminating pod no longer counts; undefined if there is none. */
  nextEnd(namespace: string, now: number): number | undefined {
    const kind = this.#kinds.storedUnder(PODS)
    if (kind === undefined) return undefined
    let next = Number.POSITIVE_INFINITY
    for (const served of this.#feed.objectsIn(kind, namespace)) {
      const { endsAt } = this.#usageOf(kind, served)
      if (endsAt >= now) next = Math.min(next, endsAt + 1)
    }
    return Number.isFinite(next) ? next : undefined
  }

  #usageOf({ prefix, storageVersion }: StoredKind, served: CachedObject): ObjectUsage {
    let usage = this.#usages.get(served)
    if (usage === undefined) {
      const object = JSON.parse(served.json.toString()) as ApiObject
      const pod = prefix === PODS ? (object as Pod) : undefined
      usage = {
        amounts: usageOf(storageVersion, object),
        scopes: scopesOf(storageVersion, object),
        endsAt: pod === undefined ? Number.POSITIVE_INFINITY : endOf(pod),
      }
      this.#usages.set(served, usage)
    }
    return usage
  }
}

function endOf({ metadata }: Pod): number {
  const { deletionTimestamp, deletionGracePeriodSeconds: grace } = metadata
  if (!deletionTimestamp || grace === undefined) return Number.POSITIVE_INFINITY
  return Date.parse(deletionTimestamp) + Number(grace) * 1000
}
