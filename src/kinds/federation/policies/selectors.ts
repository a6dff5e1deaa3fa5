import { Toleration } from '#kinds/shared/pod/scheduling/scheduling.js'
import { LabelSelector } from '#meta/label-selector.js'
import { explicit, type Infer, int32, list, optional, required, string, struct } from '#schema/type.js'

const ATOMIC = { listType: 'atomic' } as const

export const ResourceSelector = struct(
  'dev.binnacle.federation.v1alpha1.ResourceSelector',
  'Objects of one kind, by name, by labels, or all of them.',
  () => ({
    apiVersion: required(1, string, 'Group and version of the kind, such as apps/v1.'),
    kind: required(2, string, 'Kind of the objects, such as Deployment.'),
    name: optional(3, string, 'Name of the only object; not together with labelSelector.'),
    namespace: optional(4, string, 'Namespace of the objects; only in policies for all namespaces.'),
    labelSelector: explicit(5, LabelSelector, 'Labels of the objects; not together with name.', {
      replace: true,
    }),
  }),
)
export interface ResourceSelector extends Infer<typeof ResourceSelector> {}

export const CLUSTER_FIELDS = ['region', 'zone', 'version']

export const ClusterFieldSelector = struct(
  'dev.binnacle.federation.v1alpha1.ClusterFieldSelector',
  'Requirement on a fact about a cluster.',
  () => ({
    key: required(1, string, 'Fact to compare: region, zone or version.', { enum: CLUSTER_FIELDS }),
    operator: required(
      2,
      string,
      'Comparison to make: In, NotIn, Exists or DoesNotExist; Gt and Lt for the version.',
    ),
    values: optional(
      3,
      list(string),
      'Values to compare with; a version such as 1.33 stands for all its patch releases.',
      ATOMIC,
    ),
  }),
)
export interface ClusterFieldSelector extends Infer<typeof ClusterFieldSelector> {}

const clusterFields = {
  clusterNames: optional(1, list(string), 'Names of the clusters; all clusters when empty.', ATOMIC),
  labelSelector: explicit(2, LabelSelector, 'Labels of the clusters.', { replace: true }),
  fieldSelectors: optional(
    3,
    list(ClusterFieldSelector),
    'Requirements on region, zone and version, all of which must hold.',
    ATOMIC,
  ),
  exclude: optional(4, list(string), 'Names of clusters that are never chosen.', ATOMIC),
}

export const ClusterAffinity = struct(
  'dev.binnacle.federation.v1alpha1.ClusterAffinity',
  'Clusters by name, labels and facts; all parts must hold, and no part selects every cluster.',
  () => clusterFields,
)
export interface ClusterAffinity extends Infer<typeof ClusterAffinity> {}

export const SPREAD_GROUPS = ['cluster', 'region', 'zone']

export const SpreadConstraint = struct(
  'dev.binnacle.federation.v1alpha1.SpreadConstraint',
  'How many groups of clusters an object is spread over.',
  () => ({
    by: required(1, string, 'What makes a group: region, zone or cluster.', { enum: SPREAD_GROUPS }),
    minGroups: optional(2, int32, 'Fewest groups; with fewer the object is brought to no further cluster.', {
      default: 1,
    }),
    maxGroups: explicit(3, int32, 'Most groups; no limit when absent.'),
  }),
)
export interface SpreadConstraint extends Infer<typeof SpreadConstraint> {}

export const Placement = struct(
  'dev.binnacle.federation.v1alpha1.Placement',
  'Clusters that objects are brought to; without any part every cluster.',
  () => ({
    ...clusterFields,
    spreadConstraints: optional(
      5,
      list(SpreadConstraint),
      'Limits on the number of regions, zones or clusters, all of which hold.',
      { listType: 'map', listMapKeys: ['by'] },
    ),
    clusterTolerations: optional(
      6,
      list(Toleration),
      'Taints of clusters that do not keep the objects away.',
      ATOMIC,
    ),
  }),
)
export interface Placement extends Infer<typeof Placement> {}
