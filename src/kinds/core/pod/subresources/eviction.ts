import { withCondition } from '#kinds/core/pod/conditions.js'
import type { Pod, PodCondition } from '#kinds/core/pod/schema.js'
import { policyV1 } from '#kinds/groups.js'
import { invalid } from '#meta/api-error.js'
import { DeleteOptions } from '#meta/delete-options.js'
import { FieldErrors } from '#meta/field-errors.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { successStatus } from '#meta/status.js'
import { typeMeta } from '#meta/type-meta.js'
import type { Subresource } from '#registry/kind.js'
import type { EndpointFactory, SubresourceHost } from '#registry/subresources/endpoint.js'
import { readDeleteOptions } from '#registry/write/delete-options.js'
import type { CheckedType } from '#registry/write/field-check.js'
import { type ObjectType, readObject } from '#registry/write/read-object.js'
import { decoderOf } from '#schema/decode.js'
import { formatTime } from '#schema/times.js'
import { explicit, type Infer, optional, struct } from '#schema/type.js'
import { Query } from '#util/text/query.js'
import { spendBudget } from './disruption.js'
import { expectNamed } from './subresource.js'

export const Eviction = struct(
  'io.k8s.api.policy.v1.Eviction',
  'Deletes a pod, unless a disruption budget forbids it.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name and namespace of the pod.'),
    deleteOptions: explicit(2, DeleteOptions, 'Options of the deletion.'),
  }),
)
export interface Eviction extends Infer<typeof Eviction> {}

export const evictionType: ObjectType<Eviction> & CheckedType = {
  ...policyV1,
  plural: 'evictions',
  kind: 'Eviction',
  equals: ['policy/v1beta1'],
  schema: Eviction,
  decode: decoderOf(Eviction),
}

const BUDGETS = 'policy/poddisruptionbudgets/'

/** `eviction`: a deletion that respects disruption budgets. */
const evictionEndpoint: EndpointFactory = (host: SubresourceHost<Pod>) => ({
  create: async (place, body, options) => {
    const evicted = readObject(evictionType, body)
    expectNamed(evicted.metadata, place, 'Eviction')
    options.fields?.check(evictionType, body)
    await host.admit(eviction, place, evicted, options)
    expectSafe(evicted, place.name)
    const request = readDeleteOptions(evicted.deleteOptions ?? {}, Query.EMPTY, options.user)
    const dryRun = request.dryRun || options.dryRun
    // Budget, pod condition and deletion are one write, so no budget is spent twice or in vain.
    await host.delete(place, { ...request, dryRun, isAdmitted: true }, (pod, now) => {
      const spending = spendBudget(pod, host.others(BUDGETS, place.namespace), now)
      pod.status.conditions = withTarget(pod.status.conditions, now)
      return spending
    })
    return successStatus()
  },
})

function expectSafe(evicted: Eviction, name: string): void {
  const errors = new FieldErrors()
  validateEviction(evicted, errors)
  if (errors.all.length > 0) throw invalid(evictionType, name, errors.all)
}

const UNSAFE = 'ignoreStoreReadErrorWithClusterBreakingPotential'

/** An object that cannot be read cannot be evicted. */
export function validateEviction({ deleteOptions }: Readonly<Eviction>, errors: FieldErrors): void {
  if (!deleteOptions?.[UNSAFE]) return
  errors.invalid(
    `deleteOptions.${UNSAFE}`,
    true,
    'can not be set for pod eviction, try after removing the option',
  )
}

const DISRUPTION_TARGET = 'DisruptionTarget'

function withTarget(conditions: readonly PodCondition[] = [], now: number): PodCondition[] {
  const before = conditions.find(({ type }) => type === DISRUPTION_TARGET)
  return withCondition(conditions, {
    type: DISRUPTION_TARGET,
    observedGeneration: undefined,
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: before?.status === 'True' ? before.lastTransitionTime : formatTime(new Date(now)),
    reason: 'EvictionByEvictionAPI',
    message: 'Eviction API: evicting',
  })
}

export const eviction: Subresource = {
  name: 'eviction',
  kind: 'Eviction',
  verbs: ['create'],
  groupVersion: policyV1,
  schema: Eviction,
  endpoint: evictionEndpoint,
}
