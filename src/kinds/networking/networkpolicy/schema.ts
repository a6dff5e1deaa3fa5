import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  int32,
  intOrString,
  list,
  optional,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'

export const POLICY_TYPES = ['Ingress', 'Egress'] as const
export const PROTOCOLS = ['TCP', 'UDP', 'SCTP'] as const

export const NetworkPolicyPort = struct(
  'io.k8s.api.networking.v1.NetworkPolicyPort',
  'A port, or a range of ports, that traffic may use.',
  () => ({
    protocol: explicit(1, string, 'Protocol of the traffic: TCP, UDP or SCTP; TCP when left out.', {
      default: 'TCP',
      enum: ['SCTP', 'TCP', 'UDP'],
    }),
    port: explicit(2, intOrString, 'Port by number, or by its name on the pod; every port when left out.'),
    endPort: explicit(3, int32, 'Last port of a range that starts with port; port must be a number.'),
  }),
)
export interface NetworkPolicyPort extends Infer<typeof NetworkPolicyPort> {}

export const IPBlock = struct(
  'io.k8s.api.networking.v1.IPBlock',
  'A range of addresses, with exceptions.',
  () => ({
    cidr: required(1, string, 'Range of addresses, such as 192.168.1.0/24 or 2001:db8::/64.'),
    except: optional(2, list(string), 'Ranges to exclude from the range.', {
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
      'Labels of the pods, in the namespaces that namespaceSelector selects, else in that of the policy.',
    ),
    namespaceSelector: explicit(
      2,
      LabelSelector,
      'Labels of the namespaces of the pods; an empty selector selects all namespaces.',
    ),
    ipBlock: explicit(3, IPBlock, 'Range of addresses; not together with selectors.'),
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

export const NetworkPolicySpec = withCompletion(
  struct(
    'io.k8s.api.networking.v1.NetworkPolicySpec',
    'Pods that a policy applies to, and the traffic it allows.',
    () => ({
      podSelector: required(
        1,
        LabelSelector,
        'Labels of the pods; an empty selector selects all pods of the namespace.',
      ),
      ingress: optional(
        2,
        list(NetworkPolicyIngressRule),
        'Traffic that may reach the pods; none when empty and policyTypes has Ingress.',
        { listType: 'atomic' },
      ),
      egress: optional(
        3,
        list(NetworkPolicyEgressRule),
        'Traffic that may leave the pods; none when empty and policyTypes has Egress.',
        { listType: 'atomic' },
      ),
      policyTypes: optional(
        4,
        list(string),
        'Directions that the policy restricts. When left out: Ingress, and Egress if there are egress rules.',
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
  'Restricts the traffic that pods of a namespace may receive and send.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the policy.'),
    spec: optional(2, NetworkPolicySpec, 'Pods that the policy applies to, and the traffic it allows.'),
  }),
)
export interface NetworkPolicy extends Infer<typeof NetworkPolicy> {}
