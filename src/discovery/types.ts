import { typeMeta } from '#meta/type-meta.js'
import { boolean, type Infer, list, optional, required, string, struct } from '#schema/type.js'

export const GroupVersionForDiscovery = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.GroupVersionForDiscovery',
  'One version of an API group as shown in discovery.',
  {
    groupVersion: required(1, string, 'Group and version joined by a slash, such as extensions/v1beta1.'),
    version: required(2, string, 'Version alone, such as v1beta1.'),
  },
)
export interface GroupVersionForDiscovery extends Infer<typeof GroupVersionForDiscovery> {}

export const ServerAddressByClientCIDR = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.ServerAddressByClientCIDR',
  'Server address for clients of one network range.',
  {
    clientCIDR: required(1, string, 'Network range in CIDR notation that contains the client address.'),
    serverAddress: required(
      2,
      string,
      'Host or IP address, optionally with port, that such clients should contact.',
    ),
  },
)
export interface ServerAddressByClientCIDR extends Infer<typeof ServerAddressByClientCIDR> {}

export const APIGroup = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.APIGroup',
  'Discovery entry of one API group.',
  {
    ...typeMeta,
    name: required(1, string, 'Name of the group, such as extensions; empty for the core group.'),
    versions: required(
      2,
      list(GroupVersionForDiscovery),
      'Every version in which the server offers the group.',
    ),
    preferredVersion: optional(
      3,
      GroupVersionForDiscovery,
      'Version the server recommends when the client has no choice of its own.',
    ),
    serverAddressByClientCIDRs: optional(
      4,
      list(ServerAddressByClientCIDR),
      'Server addresses to use, depending on the network the client is in.',
    ),
  },
)
export interface APIGroup extends Infer<typeof APIGroup> {}

export const APIGroupList = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.APIGroupList',
  'Discovery response with all named API groups of the server.',
  {
    ...typeMeta,
    groups: required(1, list(APIGroup), 'One entry per API group, each with its versions.'),
  },
)
export interface APIGroupList extends Infer<typeof APIGroupList> {}

export const APIResource = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.APIResource',
  'Discovery entry of one resource or subresource.',
  {
    name: required(
      1,
      string,
      'Plural name used in URLs, with a slash for subresources, as in deployments/scale.',
    ),
    singularName: required(6, string, 'Singular name for display by clients; may be empty.'),
    namespaced: required(2, boolean, 'True when objects of the resource live in namespaces.'),
    group: optional(8, string, 'API group of the kind, if it differs from the one listed.'),
    version: optional(9, string, 'API version of the kind; empty means the version of the surrounding list.'),
    kind: required(3, string, 'Kind of the objects read and written, such as Ingress.'),
    verbs: required(4, list(string), 'Operations supported, such as get, list, create and watch.'),
    shortNames: optional(5, list(string), 'Abbreviations accepted by command line tools, such as deploy.'),
    categories: optional(7, list(string), 'Named groupings the resource belongs to, such as all.'),
    storageVersionHash: optional(
      10,
      string,
      'Changes when objects of the resource begin to be stored in another version.',
    ),
  },
)
export interface APIResource extends Infer<typeof APIResource> {}

export const APIResourceList = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.APIResourceList',
  'Discovery response with all resources of one group and version.',
  {
    ...typeMeta,
    groupVersion: required(1, string, 'Group and version described, written as group/version.'),
    resources: required(2, list(APIResource), 'Resources and subresources that can be used there.'),
  },
)
export interface APIResourceList extends Infer<typeof APIResourceList> {}

export const APIVersions = struct(
  'io.k8s.apimachinery.pkg.apis.meta.v1.APIVersions',
  'Discovery response with the versions of the core group.',
  {
    ...typeMeta,
    versions: required(1, list(string), 'Version names served, such as v1.'),
    serverAddressByClientCIDRs: required(
      2,
      list(ServerAddressByClientCIDR),
      'Server addresses by client network, for clients that may pick a nearer one.',
    ),
  },
)
export interface APIVersions extends Infer<typeof APIVersions> {}
