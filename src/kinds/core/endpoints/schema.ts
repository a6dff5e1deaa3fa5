import { ObjectReference } from '#kinds/shared/object-reference.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, int32, list, optional, required, string, struct } from '#schema/type.js'

export const EndpointAddress = struct(
  'io.k8s.api.core.v1.EndpointAddress',
  'Address of one endpoint.',
  () => ({
    ip: required(1, string, 'IP address; neither loopback nor link-local.'),
    hostname: optional(3, string, 'Host name of the endpoint.'),
    nodeName: explicit(4, string, 'Node that runs the endpoint.'),
    targetRef: explicit(2, ObjectReference, 'Object that provides the endpoint, such as a pod.'),
  }),
  { mapType: 'atomic' },
)
export interface EndpointAddress extends Infer<typeof EndpointAddress> {}

export const EndpointPort = struct(
  'io.k8s.api.core.v1.EndpointPort',
  'A port that endpoints listen on.',
  () => ({
    name: optional(1, string, 'Name of the port, as in the service; required if there are several.'),
    port: required(2, int32, 'Port number.'),
    protocol: optional(3, string, 'TCP (default), UDP or SCTP.', {
      default: 'TCP',
      enum: ['SCTP', 'TCP', 'UDP'],
    }),
    appProtocol: explicit(4, string, 'Protocol of the application, such as http.'),
  }),
  { mapType: 'atomic' },
)
export interface EndpointPort extends Infer<typeof EndpointPort> {}

export const EndpointSubset = struct(
  'io.k8s.api.core.v1.EndpointSubset',
  'Endpoints that have the same ports.',
  () => ({
    addresses: optional(1, list(EndpointAddress), 'Endpoints that are ready for traffic.', {
      listType: 'atomic',
    }),
    notReadyAddresses: optional(
      2,
      list(EndpointAddress),
      'Endpoints that are not ready yet, or not any more.',
      {
        listType: 'atomic',
      },
    ),
    ports: optional(3, list(EndpointPort), 'Ports of all these endpoints.', { listType: 'atomic' }),
  }),
)
export interface EndpointSubset extends Infer<typeof EndpointSubset> {}

export const Endpoints = struct(
  'io.k8s.api.core.v1.Endpoints',
  'Endpoints of a service; deprecated, use EndpointSlice.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the endpoints.'),
    subsets: optional(2, list(EndpointSubset), 'Endpoints, grouped by ports.', {
      listType: 'atomic',
    }),
  }),
)
export interface Endpoints extends Infer<typeof Endpoints> {}
