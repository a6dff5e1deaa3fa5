import { ObjectReference } from '#kinds/shared/object-reference.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  list,
  map,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'

export const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6'] as const
export const PROTOCOLS = ['SCTP', 'TCP', 'UDP'] as const

export const EndpointConditions = struct(
  'io.k8s.api.discovery.v1.EndpointConditions',
  'State of an endpoint.',
  () => ({
    ready: explicit(1, boolean, 'Whether the endpoint takes traffic; absent counts as true.'),
    serving: explicit(2, boolean, 'Whether the endpoint serves requests, even while terminating.'),
    terminating: explicit(3, boolean, 'Whether the endpoint is terminating; absent counts as false.'),
  }),
)
export interface EndpointConditions extends Infer<typeof EndpointConditions> {}

export const ForZone = struct(
  'io.k8s.api.discovery.v1.ForZone',
  'A zone that should use an endpoint.',
  () => ({
    name: required(1, string, 'Name of the zone.'),
  }),
)
export interface ForZone extends Infer<typeof ForZone> {}

export const ForNode = struct(
  'io.k8s.api.discovery.v1.ForNode',
  'A node that should use an endpoint.',
  () => ({
    name: required(1, string, 'Name of the node.'),
  }),
)
export interface ForNode extends Infer<typeof ForNode> {}

export const EndpointHints = struct(
  'io.k8s.api.discovery.v1.EndpointHints',
  'Hints about which clients should use an endpoint.',
  () => ({
    forZones: optional(1, list(ForZone), 'Zones that should use the endpoint; at most eight.', {
      listType: 'atomic',
    }),
    forNodes: optional(2, list(ForNode), 'Nodes that should use the endpoint; at most eight.', {
      listType: 'atomic',
    }),
  }),
)
export interface EndpointHints extends Infer<typeof EndpointHints> {}

export const Endpoint = struct(
  'io.k8s.api.discovery.v1.Endpoint',
  'One of the backends that implement a service.',
  () => ({
    addresses: required(
      1,
      list(string),
      'Addresses of the endpoint, of the type of the slice; clients use the first.',
      {
        listType: 'set',
      },
    ),
    conditions: optional(2, EndpointConditions, 'State of the endpoint.'),
    hostname: explicit(3, string, 'Host name of the endpoint, a DNS label.'),
    targetRef: explicit(4, ObjectReference, 'Object behind the endpoint, such as a pod.'),
    deprecatedTopology: optional(5, map(string), 'Topology of endpoints that came from an older version.'),
    nodeName: explicit(6, string, 'Node that hosts the endpoint.'),
    zone: explicit(7, string, 'Zone that the endpoint is in.'),
    hints: explicit(8, EndpointHints, 'Hints about which clients should use the endpoint.'),
  }),
)
export interface Endpoint extends Infer<typeof Endpoint> {}

export const EndpointPort = struct(
  'io.k8s.api.discovery.v1.EndpointPort',
  'A port that all endpoints of a slice have.',
  () => ({
    name: explicit(1, string, 'Name of the port, unique in the slice: that of the port of the service.', {
      default: '',
    }),
    protocol: explicit(2, string, 'Protocol of the port: TCP, UDP or SCTP; TCP when left out.', {
      default: 'TCP',
      enum: PROTOCOLS,
    }),
    port: explicit(3, int32, 'Number of the port; every port when left out.'),
    appProtocol: explicit(4, string, 'Protocol of the application, such as kubernetes.io/h2c.'),
  }),
  { mapType: 'atomic' },
)
export interface EndpointPort extends Infer<typeof EndpointPort> {}

export const EndpointSlice = struct(
  'io.k8s.api.discovery.v1.EndpointSlice',
  'A subset of the endpoints of a service; a label names the service.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the slice.'),
    addressType: required(4, string, 'Type of all addresses of the slice; never changes.', {
      enum: ADDRESS_TYPES,
    }),
    endpoints: required(2, list(Endpoint), 'The endpoints; at most 1000.', { listType: 'atomic' }),
    ports: required(3, list(EndpointPort), 'Ports that each endpoint has; at most 20000.', {
      listType: 'atomic',
      mustBeGiven: false,
    }),
  }),
)
export interface EndpointSlice extends Infer<typeof EndpointSlice> {}
