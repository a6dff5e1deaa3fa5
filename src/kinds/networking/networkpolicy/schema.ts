import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  completed,
  explicit,
  type Infer,
  int32,
  intOrString,
  list,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

export const POLICY_TYPES = ['Ingress', 'Egress'] as const
export const PROTOCOLS = ['TCP', 'UDP', 'SCTP'] as const

export const NetworkPolicyPort = struct(
  'io.k8s.api.networking.v1.NetworkPolicyPort',
  'A port, or a range of ports, that traffic may use.',
  () => ({
    protocol: explicit(1, string, 'Protocol of the traffic: TCP, UDP or SCTP; TCP when left out.', {
      default: 'TCP',
      enum: PROTOCOLS,
    }),
    port: explicit(2, intOrString, 'Port by number, or by its name on the pod; every port when left out.'),
    endPort: explicit(3, int32, 'Last port of a range that begins with port, which then is a number.'),
  }),
)
export interface NetworkPolicyPort extends Infer<typeof NetworkPolicyPort> {}

export const IPBlock = struct(
  'io.k8s.api.networking.v1.IPBlock',
  'A range of addresses, with parts left out.',
  () => ({
    cidr: required(1, string, 'Range of addresses, such as 192.168.1.0/24 or 2001:db8::/64.'),
    except: optional(2, list(string), 'Ranges within the range that do not belong to it.', {
      listType: 'atomic',
    }),
  }),
)
export interface IPBlock extends Infer<typeof IPBlock> {}

export const NetworkPolicyPeer = struct(
  'io.k8s.api.networking.v1.NetworkPolicyPeer',
  'Other side of the traffic: pods by their labels and namespaces, or a range of addresses.',
  () => ({
    podSelector: explicit(
      1,
      LabelSelector,
      'Labels of the pods; of the namespaces selected beside, or of the policy when there are none.',
    ),
    namespaceSelector: explicit(
      2,
      LabelSelector,
      'Labels of the namespaces whose pods are meant; an empty selector means all namespaces.',
    ),
    ipBlock: explicit(3, IPBlock, 'Addresses that are meant; goes without selectors.'),
  }),
)
export interface NetworkPolicyPeer extends Infer<typeof NetworkPolicyPeer> {}

const ports = optional(1, list(NetworkPolicyPort), 'Ports that the traffic may use; every port when empty.', {
  listType: 'atomic',
})

export const NetworkPolicyIngressRule = struct(
  'io.k8s.api.networking.v1.NetworkPolicyIngressRule',
  'Traffic that may reach the pods: it must match the ports and the sources.',
  () => ({
    ports,
    from: optional(
      2,
      list(NetworkPolicyPeer),
      'Where the traffic may come from; from everywhere when empty.',
      {
        listType: 'atomic',
      },
    ),
  }),
)
export interface NetworkPolicyIngressRule extends Infer<typeof NetworkPolicyIngressRule> {}

export const NetworkPolicyEgressRule = struct(
  'io.k8s.api.networking.v1.NetworkPolicyEgressRule',
  'Traffic that may leave the pods: it must match the ports and the destinations.',
  () => ({
    ports,
    to: optional(2, list(NetworkPolicyPeer), 'Where the traffic may go to; to everywhere when empty.', {
      listType: 'atomic',
    }),
  }),
)
export interface NetworkPolicyEgressRule extends Infer<typeof NetworkPolicyEgressRule> {}

export const NetworkPolicySpec = completed(
  struct(
    'io.k8s.api.networking.v1.NetworkPolicySpec',
    'Pods that a policy is about, and the traffic it lets pass.',
    () => ({
      podSelector: required(
        1,
        LabelSelector,
        'Labels of the pods; an empty selector means all pods of the namespace.',
      ),
      ingress: optional(
        2,
        list(NetworkPolicyIngressRule),
        'Traffic that may reach the pods; none when empty and the policy is of type Ingress.',
        { listType: 'atomic' },
      ),
      egress: optional(
        3,
        list(NetworkPolicyEgressRule),
        'Traffic that may leave the pods; none when empty and the policy is of type Egress.',
        { listType: 'atomic' },
      ),
      policyTypes: optional(
        4,
        list(string),
        'Directions of traffic that the policy is about; Ingress when left out, and Egress where there are such rules.',
        { listType: 'atomic', enum: POLICY_TYPES },
      ),
    }),
  ),
  (spec) => {
    spec.policyTypes ??= spec.egress === undefined ? ['Ingress'] : ['Ingress', 'Egress']
  },
)
export interface NetworkPolicySpec extends Infer<typeof NetworkPolicySpec> {}

export const NetworkPolicy = struct(
  'io.k8s.api.networking.v1.NetworkPolicy',
  'Says which traffic some pods of a namespace may receive and send.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the policy.'),
    spec: optional(2, NetworkPolicySpec, 'Pods that the policy is about, and the traffic it lets pass.'),
  }),
)
export interface NetworkPolicy extends Infer<typeof NetworkPolicy> {}
