import type { ResourceQuota } from '#kinds/core/resourcequota/schema.js'
import type { Amounts } from '#kinds/shared/pod/pod-resources.js'
import type { ChangeFeed, ObjectChange } from '#registry/change-feed.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import { compareQuantities } from '#schema/quantity.js'
import { RESOURCE_QUOTA } from '#workloads/action.js'
import { type OwnedObject, OwnedObjectIndex, ownedObject } from '#workloads/owned-objects.js'
import type { WorkloadKind } from '#workloads/workload-controller.js'
import { MEASURED, QuotaUsage } from './quota-usage.js'

const PREFIX = 'core/resourcequotas/'

export type Quotas = OwnedObjectIndex<OwnedObject>
export const quotaIndex = (): Quotas =>
  new OwnedObjectIndex(PREFIX, (served) => ownedObject(served, served.metadata()))

/** Reports the limits and the usage of each quota. Admission enforces them and adds what new objects use. */
export function resourceQuotas(
  feed: ChangeFeed,
  kinds: KindRegistry,
  quotas: Quotas,
): WorkloadKind<ResourceQuota> {
  const usage = new QuotaUsage(feed, kinds)
  return {
    kind: RESOURCE_QUOTA,
    prefix: PREFIX,
    component: 'resourcequota-controller',
    plan: ({ metadata }, now) => ({ actions: [], requeueAt: usage.nextEnd(metadata.namespace ?? '', now) }),
    status: (quota, now) => quotaStatus(quota, usage.measure(quota, now)),
    follow: (enqueue) => [
      feed.follow((change) => {
        if (!changesUsage(change)) return
        const { namespace } = (change.after ?? change.before) as { readonly namespace: string }
        for (const { uid } of quotas.in(namespace)) enqueue(uid)
      }, QuotaUsage.counts),
      // The objects of a new kind may be limited already.
      kinds.onChange(() => {
        for (const { uid } of quotas.all()) enqueue(uid)
      }),
    ],
  }
}

/** Most kinds are only counted. */
const changesUsage = ({ kind, before, after }: ObjectChange) =>
  before === undefined || after === undefined || MEASURED.includes(kind.prefix)

/** Keeps amounts that only other controllers can measure, and equal amounts as they are written. */
function quotaStatus({ spec, status }: Readonly<ResourceQuota>, measured: Amounts): ResourceQuota['status'] {
  const { hard = {} } = spec
  const before = (status.used ?? {}) as Amounts
  const used: Record<string, string> = {}
  for (const name of Object.keys(hard)) {
    const known = Object.hasOwn(before, name) ? before[name] : undefined
    const amount = Object.hasOwn(measured, name) ? measured[name] : known
    if (amount === undefined) continue
    used[name] = known !== undefined && compareQuantities(known, amount) === 0 ? known : amount
  }
  return { hard, used }
}
