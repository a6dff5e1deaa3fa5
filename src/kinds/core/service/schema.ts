import { LoadBalancerStatus } from '#kinds/shared/load-balancer.js'
import { Condition } from '#meta/condition.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  intOrString,
  list,
  map,
  optional,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'
import { setServiceDefaults, setServicePortDefaults, setServiceSpecDefaults } from './defaults.js'

export const SERVICE_TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'] as const
export const PROTOCOLS = ['SCTP', 'TCP', 'UDP'] as const
export const AFFINITIES = ['ClientIP', 'None'] as const
export const TRAFFIC_POLICIES = ['Cluster', 'Local'] as const
export const IP_FAMILIES = ['IPv4', 'IPv6'] as const
export const IP_FAMILY_POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'] as const

export const ServicePort = withCompletion(
  struct('io.k8s.api.core.v1.ServicePort', 'A port of a service.', () => ({
    name: optional(1, string, 'Name of the port, a DNS label; required where there are several ports.'),
    protocol: optional(2, string, 'Protocol of the port: TCP, UDP or SCTP; TCP when left out.', {
      default: 'TCP',
      enum: PROTOCOLS,
    }),
    appProtocol: explicit(6, string, 'Protocol of the application, such as kubernetes.io/h2c; a hint.'),
    port: required(3, int32, 'Number of the port.'),
    targetPort: optional(
      4,
      intOrString,
      'Port of the pods, by number or by name; the same port when left out.',
    ),
    nodePort: optional(
      5,
      int32,
      'Port on every node that forwards to the service; allocated by the server if the type needs one.',
    ),
  })),
  setServicePortDefaults,
)
export interface ServicePort extends Infer<typeof ServicePort> {}

export const ClientIPConfig = struct(
  'io.k8s.api.core.v1.ClientIPConfig',
  "Affinity of a client's address to a pod.",
  () => ({
    timeoutSeconds: explicit(1, int32, 'Seconds, at most a day; three hours when left out.'),
  }),
)
export interface ClientIPConfig extends Infer<typeof ClientIPConfig> {}

export const SessionAffinityConfig = struct(
  'io.k8s.api.core.v1.SessionAffinityConfig',
  'Settings of session affinity.',
  () => ({
    clientIP: explicit(1, ClientIPConfig, 'Settings of affinity by the address of the client.'),
  }),
)
export interface SessionAffinityConfig extends Infer<typeof SessionAffinityConfig> {}

export const ServiceSpec = withCompletion(
  struct('io.k8s.api.core.v1.ServiceSpec', 'How to reach a service, and its pods.', () => ({
    ports: optional(1, list(ServicePort), 'Ports of the service; a headless service needs none.', {
      merge: { key: 'port' },
      listType: 'map',
      listMapKeys: ['port', 'protocol'],
    }),
    selector: optional(
      2,
      map(string),
      'Labels of the pods behind the service; without any, its endpoints are managed by others.',
      { mapType: 'atomic' },
    ),
    clusterIP: optional(
      3,
      string,
      'Address within the cluster; None for a headless service, chosen by the server when left out.',
    ),
    clusterIPs: optional(18, list(string), 'Addresses within the cluster, the first of which is clusterIP.', {
      listType: 'atomic',
    }),
    type: optional(
      4,
      string,
      'How the service is exposed: ClusterIP (default), NodePort, LoadBalancer, or ExternalName for a DNS alias.',
      { default: 'ClusterIP', enum: SERVICE_TYPES },
    ),
    externalIPs: optional(5, list(string), 'Further addresses at which nodes take traffic for the service.', {
      listType: 'atomic',
    }),
    sessionAffinity: optional(
      7,
      string,
      'ClientIP sends a client to the same pod for some time, None to any; None when left out.',
      { default: 'None', enum: AFFINITIES },
    ),
    loadBalancerIP: optional(8, string, 'Address that a load balancer should have; deprecated.'),
    loadBalancerSourceRanges: optional(
      9,
      list(string),
      'Address ranges of the clients that a load balancer admits.',
      {
        listType: 'atomic',
      },
    ),
    externalName: optional(10, string, 'DNS name that the service stands for; with type ExternalName only.'),
    externalTrafficPolicy: optional(
      11,
      string,
      'Whether traffic from outside goes to all pods (Cluster) or to those of the node it came to (Local).',
      { enum: TRAFFIC_POLICIES },
    ),
    healthCheckNodePort: optional(
      12,
      int32,
      'Port of the health check that tells load balancers which nodes have local pods; only with external traffic policy Local.',
    ),
    publishNotReadyAddresses: optional(
      13,
      boolean,
      'True publishes the addresses of pods that are not ready.',
    ),
    sessionAffinityConfig: explicit(14, SessionAffinityConfig, 'Settings of session affinity.'),
    ipFamilies: optional(19, list(string), 'IP families; chosen by the server when left out.', {
      listType: 'atomic',
      enum: IP_FAMILIES,
    }),
    ipFamilyPolicy: explicit(17, string, 'Whether the service has one IP family or both.', {
      enum: IP_FAMILY_POLICIES,
    }),
    allocateLoadBalancerNodePorts: explicit(
      20,
      boolean,
      'False allocates no node ports for a service of type LoadBalancer.',
    ),
    loadBalancerClass: explicit(21, string, 'Implementation that provides the load balancer; never changes.'),
    internalTrafficPolicy: explicit(
      22,
      string,
      'Whether traffic from inside goes to all pods (Cluster) or to those of the same node (Local).',
      { enum: TRAFFIC_POLICIES },
    ),
    trafficDistribution: explicit(23, string, 'Preference among the pods: PreferClose prefers near ones.'),
  })),
  setServiceSpecDefaults,
)
export interface ServiceSpec extends Infer<typeof ServiceSpec> {}

export const ServiceStatus = struct(
  'io.k8s.api.core.v1.ServiceStatus',
  'Observed state of a service.',
  () => ({
    loadBalancer: optional(1, LoadBalancerStatus, 'Addresses of the load balancer of the service.'),
    conditions: optional(2, list(Condition), 'Conditions of the service, one per type.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
  }),
)
export interface ServiceStatus extends Infer<typeof ServiceStatus> {}

export const Service = withCompletion(
  struct('io.k8s.api.core.v1.Service', 'One stable address for a group of pods.', () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the service.'),
    spec: optional(2, ServiceSpec, 'How to reach the service, and its pods.'),
    status: optional(3, ServiceStatus, 'Observed state, written by the implementation of load balancers.'),
  })),
  setServiceDefaults,
)
export interface Service extends Infer<typeof Service> {}
