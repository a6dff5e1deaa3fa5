import { ObjectMeta } from '#meta/object-meta.js'
import { ListMeta, typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, list, optional, required, string, struct } from '#schema/type.js'

/** The types of aggregated discovery: all groups, versions and resources in one response. */

/** The group of these types, and its versions, which have the same schema. */
export const DISCOVERY_GROUP = 'apidiscovery.k8s.io'
export const DISCOVERY_VERSIONS = ['v2', 'v2beta1'] as const
export type DiscoveryVersion = (typeof DISCOVERY_VERSIONS)[number]

export const GroupVersionKind = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionKind',
  'Full name of a kind.',
  {
    group: required(1, string, 'API group that the kind belongs to; empty for the core group.'),
    version: required(2, string, 'Version of that group.'),
    kind: required(3, string, 'Name of the kind itself, such as Deployment.'),
  },
)
export interface GroupVersionKind extends Infer<typeof GroupVersionKind> {}

export const APISubresourceDiscovery = struct(
  'io.k8s.api.apidiscovery.v2.APISubresourceDiscovery',
  'Discovery entry of one subresource.',
  {
    subresource: required(1, string, 'Last part of its URL, such as scale.'),
    responseKind: explicit(2, GroupVersionKind, 'Kind of the objects that it usually returns.'),
    acceptedTypes: optional(3, list(GroupVersionKind), 'Kinds that it takes, where they are not the usual.'),
    verbs: required(4, list(string), 'Operations supported, such as get, update and patch.'),
  },
)
export interface APISubresourceDiscovery extends Infer<typeof APISubresourceDiscovery> {}

export const APIResourceDiscovery = struct(
  'io.k8s.api.apidiscovery.v2.APIResourceDiscovery',
  'Discovery entry of one resource together with its subresources.',
  {
    resource: required(1, string, 'Plural name used in URLs.'),
    responseKind: explicit(2, GroupVersionKind, 'Kind of the objects that it usually returns.'),
    scope: required(3, string, 'Namespaced, or Cluster for objects without a namespace.'),
    singularResource: required(4, string, 'Singular name for display by clients.'),
    verbs: required(5, list(string), 'Operations supported, such as get, list, create and watch.'),
    shortNames: optional(6, list(string), 'Abbreviations accepted by command line tools, such as deploy.'),
    categories: optional(7, list(string), 'Named groupings the resource belongs to, such as all.'),
    subresources: optional(8, list(APISubresourceDiscovery), 'What lies below each object of the resource.', {
      merge: { key: 'subresource' },
    }),
  },
)
export interface APIResourceDiscovery extends Infer<typeof APIResourceDiscovery> {}

export const APIVersionDiscovery = struct(
  'io.k8s.api.apidiscovery.v2.APIVersionDiscovery',
  'Discovery entry of one version of a group.',
  {
    version: required(1, string, 'Version alone, such as v1beta1.'),
    resources: optional(2, list(APIResourceDiscovery), 'Resources that the version offers.', {
      merge: { key: 'resource' },
    }),
    freshness: optional(3, string, 'Current, or Stale when the entry may be out of date.'),
  },
)
export interface APIVersionDiscovery extends Infer<typeof APIVersionDiscovery> {}

export const APIGroupDiscovery = struct(
  'io.k8s.api.apidiscovery.v2.APIGroupDiscovery',
  'Discovery entry of one group with all of its versions.',
  {
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Carries the name of the group, and nothing else.'),
    versions: optional(2, list(APIVersionDiscovery), 'Versions of the group, the preferred one first.', {
      merge: { key: 'version' },
    }),
  },
)
export interface APIGroupDiscovery extends Infer<typeof APIGroupDiscovery> {}

export const APIGroupDiscoveryList = struct(
  'io.k8s.api.apidiscovery.v2.APIGroupDiscoveryList',
  'Discovery response with everything below one path.',
  {
    ...typeMeta,
    metadata: optional(1, ListMeta, 'Data about the list; empty.'),
    items: required(2, list(APIGroupDiscovery), 'One entry per group, the preferred ones first.'),
  },
)
export interface APIGroupDiscoveryList extends Infer<typeof APIGroupDiscoveryList> {}
