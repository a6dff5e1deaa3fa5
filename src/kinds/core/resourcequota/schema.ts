import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  list,
  map,
  milliQuantity,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

export const SCOPES = [
  'BestEffort',
  'CrossNamespacePodAffinity',
  'NotBestEffort',
  'NotTerminating',
  'PriorityClass',
  'Terminating',
  'VolumeAttributesClass',
]

export const ScopedResourceSelectorRequirement = struct(
  'io.k8s.api.core.v1.ScopedResourceSelectorRequirement',
  'One condition on the objects that a quota counts.',
  () => ({
    scopeName: required(1, string, 'Scope that the condition applies to.', { enum: SCOPES }),
    operator: required(2, string, 'Comparison to make: In, NotIn, Exists or DoesNotExist.', {
      enum: ['DoesNotExist', 'Exists', 'In', 'NotIn'],
    }),
    values: optional(3, list(string), 'At least one for In and NotIn, none for the others.', {
      listType: 'atomic',
    }),
  }),
)
export interface ScopedResourceSelectorRequirement extends Infer<typeof ScopedResourceSelectorRequirement> {}

export const ScopeSelector = struct(
  'io.k8s.api.core.v1.ScopeSelector',
  'Conditions on the objects that a quota counts.',
  () => ({
    matchExpressions: optional(1, list(ScopedResourceSelectorRequirement), 'Conditions that must all hold.', {
      listType: 'atomic',
    }),
  }),
  { mapType: 'atomic' },
)
export interface ScopeSelector extends Infer<typeof ScopeSelector> {}

export const ResourceQuotaSpec = struct(
  'io.k8s.api.core.v1.ResourceQuotaSpec',
  'Limits on the total use of resources in a namespace.',
  () => ({
    hard: optional(
      1,
      map(milliQuantity),
      'Maximum per resource, such as pods, requests.cpu or count/jobs.batch.',
    ),
    scopes: optional(2, list(string), 'Scopes that an object must match to be counted; never change.', {
      listType: 'atomic',
      enum: SCOPES,
    }),
    scopeSelector: explicit(
      3,
      ScopeSelector,
      'Further conditions on scopes; an object must match all to be counted.',
    ),
  }),
)
export interface ResourceQuotaSpec extends Infer<typeof ResourceQuotaSpec> {}

export const ResourceQuotaStatus = struct(
  'io.k8s.api.core.v1.ResourceQuotaStatus',
  'What is used of a quota.',
  () => ({
    hard: optional(1, map(milliQuantity), 'Limits that are enforced now.'),
    used: optional(2, map(milliQuantity), 'Sum of what the objects of the namespace use.'),
  }),
)
export interface ResourceQuotaStatus extends Infer<typeof ResourceQuotaStatus> {}

export const ResourceQuota = struct(
  'io.k8s.api.core.v1.ResourceQuota',
  'Limits the total use of resources in a namespace.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the quota.'),
    spec: optional(2, ResourceQuotaSpec, 'Wanted limits.'),
    status: optional(3, ResourceQuotaStatus, 'Limits that are enforced, and what is used of them.'),
  }),
)
export interface ResourceQuota extends Infer<typeof ResourceQuota> {}
