// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { ObjectReference } from './core-v1.js'
import type { ObjectMeta } from './meta-v1.js'

/** One of the backends that implement a service. */
export interface Endpoint {
  /** Addresses of the endpoint, of the type of the slice; clients use the first. */
  addresses: string[]
  /** State of the endpoint. */
  conditions: EndpointConditions
  /** Host name of the endpoint, a DNS label. */
  hostname?: string
  /** Object behind the endpoint, such as a pod. */
  targetRef?: ObjectReference
  /** Topology of endpoints that came from an older version. */
  deprecatedTopology?: Record<string, string>
  /** Node that hosts the endpoint. */
  nodeName?: string
  /** Zone that the endpoint is in. */
  zone?: string
  /** Hints about which clients should use the endpoint. */
  hints?: EndpointHints
}

/** State of an endpoint. */
export interface EndpointConditions {
  /** Whether the endpoint takes traffic; absent counts as true. */
  ready?: boolean
  /** Whether the endpoint serves requests, even while terminating. */
  serving?: boolean
  /** Whether the endpoint is terminating; absent counts as false. */
  terminating?: boolean
}

/** Hints about which clients should use an endpoint. */
export interface EndpointHints {
  /** Zones that should use the endpoint; at most eight. */
  forZones?: ForZone[]
  /** Nodes that should use the endpoint; at most eight. */
  forNodes?: ForNode[]
}

/** A port that all endpoints of a slice have. */
export interface EndpointPort {
  /** Name of the port, unique in the slice: that of the port of the service. */
  name?: string
  /** Protocol of the port: TCP, UDP or SCTP; TCP when left out. */
  protocol?: string
  /** Number of the port; every port when left out. */
  port?: number
  /** Protocol of the application, such as kubernetes.io/h2c. */
  appProtocol?: string
}

/** A subset of the endpoints of a service; a label names the service. */
export interface EndpointSlice {
  kind: 'EndpointSlice'
  apiVersion: 'discovery.k8s.io/v1'
  /** Name, namespace, labels and other standard data of the slice. */
  metadata: ObjectMeta
  /** Type of all addresses of the slice; never changes. */
  addressType: string
  /** The endpoints; at most 1000. */
  endpoints: Endpoint[]
  /** Ports that each endpoint has; at most 20000. */
  ports: EndpointPort[]
}

/** A node that should use an endpoint. */
export interface ForNode {
  /** Name of the node. */
  name: string
}

/** A zone that should use an endpoint. */
export interface ForZone {
  /** Name of the zone. */
  name: string
}
