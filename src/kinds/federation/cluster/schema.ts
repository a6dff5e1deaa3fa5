import { LocalObjectReference } from '#kinds/shared/pod/references.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, list, optional, required, string, struct, time } from '#schema/type.js'

export const ServerAddressByClientCIDR = struct(
  'io.k8s.federation.apis.federation.v1beta1.ServerAddressByClientCIDR',
  'API server address of a member cluster for clients of one network range.',
  () => ({
    clientCIDR: required(1, string, 'Network range in CIDR form, such as 0.0.0.0/0 for every client.'),
    serverAddress: required(2, string, 'Address those clients use: host name, IP, or either with a port.'),
  }),
)
export interface ServerAddressByClientCIDR extends Infer<typeof ServerAddressByClientCIDR> {}

export const ClusterSpec = struct(
  'io.k8s.federation.apis.federation.v1beta1.ClusterSpec',
  'How to reach a member cluster.',
  () => ({
    serverAddressByClientCIDRs: required(
      1,
      list(ServerAddressByClientCIDR),
      'API server addresses of the member cluster by client network; at least one is required.',
      { merge: { key: 'clientCIDR' } },
    ),
    secretRef: explicit(
      2,
      LocalObjectReference,
      'Secret on the federation host cluster with access credentials; absent means none are used.',
    ),
  }),
)
export interface ClusterSpec extends Infer<typeof ClusterSpec> {}

export const ClusterCondition = struct(
  'io.k8s.federation.apis.federation.v1beta1.ClusterCondition',
  'One health condition of a member cluster.',
  () => ({
    type: required(1, string, 'Type of the condition: Ready or Offline.'),
    status: required(2, string, 'Result of the probe: True, False or Unknown.'),
    lastProbeTime: optional(3, time, 'When the cluster was last probed for the condition.'),
    lastTransitionTime: optional(4, time, 'When the status last changed.'),
    reason: optional(5, string, 'Reason of the last change, as a CamelCase word.'),
    message: optional(6, string, 'Details of the last change, for people.'),
  }),
)
export interface ClusterCondition extends Infer<typeof ClusterCondition> {}

export const ClusterStatus = struct(
  'io.k8s.federation.apis.federation.v1beta1.ClusterStatus',
  'Observed state of a member cluster.',
  () => ({
    conditions: optional(1, list(ClusterCondition), 'Health conditions: Ready and Offline.'),
    zones: optional(5, list(string), 'Availability zones in which the nodes of the cluster run.'),
    region: optional(6, string, 'Cloud region the cluster is in; empty when not known.'),
  }),
)
export interface ClusterStatus extends Infer<typeof ClusterStatus> {}

export const Cluster = struct(
  'io.k8s.federation.apis.federation.v1beta1.Cluster',
  'A member cluster registered with the federation; not bound to a namespace.',
  () => ({
    ...typeMeta,
    metadata: optional(
      1,
      ObjectMeta,
      'Cluster name, labels and other standard data; the name cannot change later.',
    ),
    spec: optional(2, ClusterSpec, 'How the federation reaches the member cluster.'),
    status: optional(3, ClusterStatus, 'Health and location of the member cluster as last probed.'),
  }),
)
export interface Cluster extends Infer<typeof Cluster> {}

/** The annotation with the Kubernetes version that the member reports. */
export const MEMBER_VERSION = 'federation.binnacle.dev/member-version'
