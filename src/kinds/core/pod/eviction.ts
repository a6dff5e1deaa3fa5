import { ApiError } from '../../../meta/api-error.js'
import { DeleteOptions } from '../../../meta/delete-options.js'
import type { LabelSelector } from '../../../meta/label-selector.js'
import { selectorMatches } from '../../../meta/label-selector-match.js'
import { ObjectMeta } from '../../../meta/object-meta.js'
import { succeeded } from '../../../meta/status.js'
import { typeMeta } from '../../../meta/type-meta.js'
import type { Subresource } from '../../../registry/kind.js'
import type { EndpointFactory, Place, SubresourceHost } from '../../../registry/subresources/endpoint.js'
import { readDeleteOptions } from '../../../registry/write/delete-options.js'
import type { CheckedType } from '../../../registry/write/field-check.js'
import { type ObjectType, readObject } from '../../../registry/write/read-object.js'
import { decoderOf } from '../../../schema/decode.js'
import { explicit, type Infer, optional, struct } from '../../../schema/type.js'
import { Query } from '../../../util/query.js'
import { policyV1 } from '../../groups.js'
import { hasEnded } from './grace-period.js'
import type { Pod } from './schema.js'

export const Eviction = struct(
  'io.k8s.api.policy.v1.Eviction',
  'Deletes a pod, unless a disruption budget keeps it.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name and namespace of the pod.'),
    deleteOptions: explicit(2, DeleteOptions, 'How the pod is to be deleted.'),
  }),
)
export interface Eviction extends Infer<typeof Eviction> {}

const evictionType: ObjectType<Eviction> & CheckedType = {
  ...policyV1,
  plural: 'evictions',
  kind: 'Eviction',
  equals: ['policy/v1beta1'],
  schema: Eviction,
  decode: decoderOf(Eviction),
}

const BUDGETS = 'policy/poddisruptionbudgets/'

/** What an eviction looks at in a budget. */
interface Budget {
  readonly metadata: ObjectMeta
  readonly spec: { readonly selector?: LabelSelector }
  readonly status: {
    readonly disruptionsAllowed?: number
    readonly desiredHealthy?: number
    readonly currentHealthy?: number
  }
}

/** `eviction`: a deletion that disruption budgets have a say in. */
const evictionEndpoint: EndpointFactory = (host: SubresourceHost<Pod>) => ({
  create: async (place, body, options) => {
    const evicted = readObject(evictionType, body)
    options.fields?.check(evictionType, body)
    await host.admit(eviction, place, evicted, options)
    const request = readDeleteOptions(evicted.deleteOptions ?? {}, Query.EMPTY, options.user)
    expectDisposable(host.parse(host.get(place)), place, host)
    const dryRun = request.dryRun || options.dryRun
    await host.delete(place, { ...request, dryRun, isAdmitted: true })
    return succeeded()
  },
})

/** A pod that has ended, or never began, counts for no disruption budget. */
function expectDisposable({ metadata, status }: Pod, place: Place, host: SubresourceHost<Pod>): void {
  if (hasEnded(status.phase) || status.phase === 'Pending' || metadata.deletionTimestamp) return
  const budgets = [...host.others(BUDGETS, place.namespace)]
    .map((served) => JSON.parse(served.json.toString()) as Budget)
    .filter(({ spec }) => spec.selector !== undefined && selectorMatches(spec.selector, metadata.labels))
  if (budgets.length > 1) {
    throw new ApiError(
      'forbidden',
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
      {},
    )
  }
  for (const { metadata: budget, status: state } of budgets) {
    if ((state.disruptionsAllowed ?? 0) > 0) continue
    const needs = `needs ${state.desiredHealthy ?? 0} healthy pods and has ${state.currentHealthy ?? 0} currently`
    throw new ApiError(
      'tooManyRequests',
      "Cannot evict pod as it would violate the pod's disruption budget.",
      {
        causes: [
          {
            reason: 'DisruptionBudget',
            message: `The disruption budget ${budget.name} ${needs}`,
            field: undefined,
          },
        ],
      },
    )
  }
}

export const eviction: Subresource = {
  name: 'eviction',
  kind: 'Eviction',
  verbs: ['create'],
  groupVersion: policyV1,
  schema: Eviction,
  endpoint: evictionEndpoint,
}
