import { PropagationSpec } from '#kinds/federation/policies/propagation.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, optional, struct } from '#schema/type.js'

export const PropagationPolicy = struct(
  'dev.binnacle.federation.v1alpha1.PropagationPolicy',
  'Brings objects of its namespace to clusters.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the policy.'),
    spec: optional(2, PropagationSpec, 'Objects that the policy acts on, and their clusters.'),
  }),
)
export interface PropagationPolicy extends Infer<typeof PropagationPolicy> {}
