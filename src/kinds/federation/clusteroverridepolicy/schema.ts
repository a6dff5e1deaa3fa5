import { OverrideSpec } from '#kinds/federation/policies/overrides.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, optional, struct } from '#schema/type.js'

export const ClusterOverridePolicy = struct(
  'dev.binnacle.federation.v1alpha1.ClusterOverridePolicy',
  'Changes the copies of objects of all namespaces, and of none, per cluster.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the policy.'),
    spec: optional(2, OverrideSpec, 'Objects that the policy acts on, and the changes of their copies.'),
  }),
)
export interface ClusterOverridePolicy extends Infer<typeof ClusterOverridePolicy> {}
