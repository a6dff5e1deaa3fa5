import { withCondition } from '#kinds/core/pod/conditions.js'
import type { Pod, PodCondition } from '#kinds/core/pod/schema.js'
import { coreV1 } from '#kinds/groups.js'
import { withAnnotations } from '#kinds/shared/metadata.js'
import { ObjectReference } from '#kinds/shared/object-reference.js'
import { conflict, invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { successStatus } from '#meta/status.js'
import { typeMeta } from '#meta/type-meta.js'
import type { Subresource } from '#registry/kind.js'
import type { EndpointFactory, SubresourceHost } from '#registry/subresources/endpoint.js'
import type { CheckedType } from '#registry/write/field-check.js'
import type { SubresourceUpdate } from '#registry/write/modification.js'
import { type ObjectType, readObject } from '#registry/write/read-object.js'
import { decoderOf } from '#schema/decode.js'
import { currentTime } from '#schema/times.js'
import { type Infer, optional, required, struct } from '#schema/type.js'
import type { Clock } from '#util/clock.js'
import { expectNamed } from './subresource.js'

export const Binding = struct('io.k8s.api.core.v1.Binding', 'Binds a pod to a node.', () => ({
  ...typeMeta,
  metadata: optional(1, ObjectMeta, 'Name and namespace of the pod; the annotations are added to the pod.'),
  target: required(2, ObjectReference, 'Node to bind the pod to.'),
}))
export interface Binding extends Infer<typeof Binding> {}

export const bindingType: ObjectType<Binding> & CheckedType = {
  ...coreV1,
  plural: 'bindings',
  kind: 'Binding',
  schema: Binding,
  decode: decoderOf(Binding),
}

/** A scheduler has read the pod before it chose the node. */
const update: SubresourceUpdate<Pod> = {
  prepare: () => undefined,
  keepsGeneration: true,
  validate: () => undefined,
}

/** `binding`: assigns a pod to a node. */
const bindingEndpoint: EndpointFactory = (host: SubresourceHost<Pod>) => ({
  create: async (place, body, options) => {
    const decided = readObject(bindingType, body)
    expectNamed(decided.metadata, place, 'Binding')
    options.fields?.check(bindingType, body)
    await host.admit(binding, place, decided, options, () => expectValid(decided, place.name))
    await host.modify(place, {
      preconditions: { uid: decided.metadata.uid, resourceVersion: decided.metadata.resourceVersion },
      retry: true,
      mode: update,
      options,
      isAdmitted: true,
      next: (current) => bound(host.canonical(current.copy()), decided, host),
    })
    return successStatus()
  },
})

const TARGET_KINDS = ['Node', '<empty>']

function expectValid(decided: Binding, name: string): void {
  const errors = new FieldErrors()
  validateBinding(decided, errors)
  if (errors.all.length > 0) throw invalid(bindingType, name, errors.all)
}

export function validateBinding({ target }: Readonly<Binding>, errors: FieldErrors): void {
  if (target.kind !== undefined && target.kind !== 'Node') {
    errors.notSupported('target.kind', target.kind, TARGET_KINDS)
  }
  if (target.name === undefined) errors.required('target.name')
}

function bound(pod: Pod, { metadata, target }: Binding, { resource, clock }: SubresourceHost<Pod>): Pod {
  const { name = '' } = pod.metadata
  const reject = (why: string) => conflict({ ...resource, plural: 'pods/binding' }, name, why)
  if (pod.metadata.deletionTimestamp) {
    throw reject(`pod ${name} is being deleted, cannot be assigned to a host`)
  }
  if (pod.spec.nodeName) throw reject(`pod ${name} is already assigned to node "${pod.spec.nodeName}"`)
  if (pod.spec.schedulingGates) throw reject(`pod ${name} has non-empty .spec.schedulingGates`)
  pod.spec.nodeName = target.name
  if (metadata.annotations) {
    Object.assign(pod.metadata, withAnnotations(pod.metadata, metadata.annotations))
  }
  const before = pod.status.conditions?.find(({ type }) => type === SCHEDULED)
  pod.status.conditions = withCondition(pod.status.conditions, scheduled(before, clock))
  return pod
}

const SCHEDULED = 'PodScheduled'

const scheduled = (before: PodCondition | undefined, clock: Clock): PodCondition => ({
  type: SCHEDULED,
  observedGeneration: undefined,
  status: 'True',
  lastProbeTime: null,
  lastTransitionTime: before?.status === 'True' ? before.lastTransitionTime : currentTime(clock),
  reason: undefined,
  message: undefined,
})

export const binding: Subresource = {
  name: 'binding',
  kind: 'Binding',
  verbs: ['create'],
  schema: Binding,
  endpoint: bindingEndpoint,
}
