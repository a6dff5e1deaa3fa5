import type { Pod } from '#kinds/core/pod/schema.js'
import type { ResourceQuota } from '#kinds/core/resourcequota/schema.js'
import { containersWithout } from '#kinds/core/resourcequota/usage/pod-usage.js'
import { isInScope, scopesOf } from '#kinds/core/resourcequota/usage/scopes.js'
import { concerns, isCore, usageOf } from '#kinds/core/resourcequota/usage/usage.js'
import type { Amounts } from '#kinds/shared/pod/pod-resources.js'
import { objectKey } from '#registry/keys.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { addQuantities, compareQuantities, subtractQuantities } from '#schema/quantity.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { excerpt } from '#util/excerpt.js'
import { rejection } from './rejection.js'
import type { StoredObjects } from './stored-objects.js'

const QUOTAS = 'core/resourcequotas/'
/** The maximum length of the resource names and quantities in one message. */
const MAX_REPORTED = 4000

/**
 * Enforces ResourceQuotas by their status: a quota without a status is not enforced. The usage of a write is added to
 * the quota's status in the same write, so that two writes never take the same amount.
 */
export class ResourceQuotas implements AdmissionPlugin {
  readonly name = 'ResourceQuota'
  readonly #stored: StoredObjects

  constructor(stored: StoredObjects) {
    this.#stored = stored
  }

  handles(version: ServedVersion, operation: AdmittedOperation): boolean {
    if (!version.namespaced || version.kind === 'Event') return false
    if (operation === 'create') return true
    return operation === 'update' && UPDATED.some((kind) => isCore(version, kind))
  }

  check(review: AdmissionReview): void | Promise<void> {
    if (review.object === undefined || !isCounted(review)) return
    const quotas = this.#stored.allOf<ResourceQuota>(QUOTAS, review.namespace)
    return quotas instanceof Promise
      ? quotas.then((all) => this.#checkAll(review, all))
      : this.#checkAll(review, quotas)
  }

  #checkAll(review: AdmissionReview, quotas: readonly ResourceQuota[]): void | Promise<void> {
    const { version, object, current } = review
    if (quotas.length === 0 || object === undefined) return
    const usage = usageOf(version, object)
    const taken = current === undefined ? usage : increase(usage, usageOf(version, current))
    const scopes = scopesOf(version, object)
    const inScope: [quota: ResourceQuota, bounded: readonly string[]][] = []
    const select = this.#forEach(quotas, (quota) => {
      const bounded = Object.keys(quota.status.hard ?? {}).filter((name) => concerns(version, name, usage))
      if (bounded.length === 0 || !isInScope(scopes, quota.spec)) return
      this.#expectCountable(review, quota, bounded)
      inScope.push([quota, bounded])
    })
    const charge = () =>
      this.#forEach(inScope, ([quota, bounded]) => this.#charge(review, quota, bounded, taken))
    return select === undefined ? charge() : select.then(charge)
  }

  /** A namespace may have many quotas with many resources each, so this yields to the event loop. */
  #forEach<T>(items: readonly T[], take: (item: T) => void, first = 0): void | Promise<void> {
    const budget = new TimeBudget()
    for (let index = first; index < items.length; index++) {
      if (budget.isOver) return yieldToEventLoop().then(() => this.#forEach(items, take, index))
      take(items[index] as T)
    }
  }

  /** Nothing is charged before all quotas of the object are known to be countable. */
  #expectCountable(
    review: AdmissionReview,
    quota: Readonly<ResourceQuota>,
    bounded: readonly string[],
  ): void {
    const { version, object } = review
    const pod = isCore(version, 'Pod') ? (object as Pod) : undefined
    const { name = '' } = quota.metadata
    const missing = pod && containersWithout(pod, bounded)
    if (missing !== undefined)
      throw rejection(review, `failed quota: ${name}: ${excerpt(missing, MAX_REPORTED)}`)
    const { used = {} } = quota.status
    if (bounded.some((resource) => !Object.hasOwn(used, resource))) {
      throw rejection(
        review,
        `status unknown for quota: ${name}, resources: ${excerpt([...bounded].sort().join(','), MAX_REPORTED)}`,
      )
    }
  }

  #charge(
    review: AdmissionReview,
    quota: Readonly<ResourceQuota>,
    bounded: readonly string[],
    taken: Amounts,
  ): void {
    const { name = '' } = quota.metadata
    const { hard = {}, used = {} } = quota.status as { hard?: Amounts; used?: Amounts }
    const charged = bounded.filter((resource) => !isNothing(taken[resource]))
    if (charged.length === 0) return
    const next: Record<string, string> = { ...used }
    for (const resource of charged)
      next[resource] = addQuantities(used[resource] ?? '0', taken[resource] ?? '0')
    const exceeded = charged.filter((name) => compareQuantities(next[name] ?? '0', hard[name] ?? '0') > 0)
    if (exceeded.length > 0) {
      exceeded.sort()
      const amounts = (of: Amounts) =>
        excerpt(exceeded.map((name) => `${name}=${of[name]}`).join(','), MAX_REPORTED)
      throw rejection(
        review,
        `exceeded quota: ${name}, requested: ${amounts(taken)}, used: ${amounts(used)}, limited: ${amounts(hard)}`,
      )
    }
    const renewed = { ...quota, status: { ...quota.status, used: next } }
    review.alsoReplace(objectKey({ prefix: QUOTAS }, review.namespace, name), renewed)
  }
}

/** Kinds whose usage can grow with an update. */
const UPDATED = ['Service', 'PersistentVolumeClaim', 'Pod']

/** A pod grows only through its subresource `resize`. */
function isCounted({ version, operation, part, subresource }: AdmissionReview): boolean {
  if (operation === 'update' && isCore(version, 'Pod')) return subresource === 'resize'
  return part === 'object'
}

const isNothing = (amount: string | undefined) => amount === undefined || compareQuantities(amount, '0') <= 0

/** The increase from one usage to another. */
function increase(usage: Amounts, before: Amounts): Amounts {
  const more: Record<string, string> = {}
  for (const [name, amount] of Object.entries(usage)) {
    more[name] = Object.hasOwn(before, name) ? subtractQuantities(amount, before[name] ?? '0') : amount
  }
  return more
}
