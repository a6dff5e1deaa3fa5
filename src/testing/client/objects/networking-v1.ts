// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { TypedLocalObjectReference } from './core-v1.js'
import type { Condition, LabelSelector, ObjectMeta } from './meta-v1.js'

/** A URL path and the backend serving it. */
export interface HTTPIngressPath {
  /** Path to compare with, starting with a slash; required for types Exact and Prefix. */
  path?: string
  /** How paths are compared: Exact as a whole, Prefix by their first elements, ImplementationSpecific as the controller does. */
  pathType: string | null
  /** What receives the requests matching the path. */
  backend: IngressBackend
}

/** Path-based routing of HTTP requests for one host. */
export interface HTTPIngressRuleValue {
  /** Paths and the backends that serve them; at least one is required. */
  paths: HTTPIngressPath[]
}

/** An allocated IP address, and the object it belongs to; the name is the address. */
export interface IPAddress {
  kind: 'IPAddress'
  apiVersion: 'networking.k8s.io/v1'
  /** Standard data; the name is the address in its canonical form. */
  metadata: ObjectMeta
  /** Owner of the address. */
  spec: IPAddressSpec
}

/** Owner of an address. */
export interface IPAddressSpec {
  /** Object that the address belongs to; never changes. */
  parentRef?: ParentReference
}

/** A range of addresses, with exceptions. */
export interface IPBlock {
  /** Range of addresses, such as 192.168.1.0/24 or 2001:db8::/64. */
  cidr: string
  /** Ranges to exclude from the range. */
  except?: string[]
}

/** Routes outside HTTP traffic to services by host name and URL path. */
export interface Ingress {
  kind: 'Ingress'
  apiVersion: 'networking.k8s.io/v1'
  /** Name, namespace, labels and other standard data of the ingress. */
  metadata: ObjectMeta
  /** Routing rules, default backend, class and TLS settings. */
  spec: IngressSpec
  /** Where the ingress can be reached, as reported by its controller. */
  status: IngressStatus
}

/** Receiver of routed requests; set exactly one of service and resource. */
export interface IngressBackend {
  /** Service that receives the requests. */
  service?: IngressServiceBackend
  /** Object in the namespace of the ingress, such as a storage bucket, that serves the requests. */
  resource?: TypedLocalObjectReference
}

/** A class of ingresses; it names the controller that implements them. */
export interface IngressClass {
  kind: 'IngressClass'
  apiVersion: 'networking.k8s.io/v1'
  /** Name, labels and other standard data; annotation ingressclass.kubernetes.io/is-default-class makes it the default. */
  metadata: ObjectMeta
  /** Controller and settings of the class. */
  spec: IngressClassSpec
}

/** Reference to an object with further settings for a controller. */
export interface IngressClassParametersReference {
  /** Group of the object; the core group when left out. */
  apiGroup?: string
  /** Kind of the object. */
  kind: string
  /** Name of the object. */
  name: string
  /** Scope of the object: Cluster or Namespace; Cluster when left out. */
  scope?: string
  /** Namespace of the object; required with scope Namespace, and only there. */
  namespace?: string
}

/** Which controller implements the ingresses of a class. */
export interface IngressClassSpec {
  /** Name of the controller, a domain and a path such as example.com/ingress-controller; never changes. */
  controller?: string
  /** Object with further settings for the controller; none when left out. */
  parameters?: IngressClassParametersReference
}

/** One entry point of the load balancer of an ingress. */
export interface IngressLoadBalancerIngress {
  /** IP address, for load balancers that work with addresses. */
  ip?: string
  /** DNS name, for load balancers that work with names. */
  hostname?: string
  /** State of the ports of the entry point. */
  ports?: IngressPortStatus[]
}

/** Addresses at which the load balancer of an ingress receives traffic. */
export interface IngressLoadBalancerStatus {
  /** Entry points of the load balancer; empty until one is assigned. */
  ingress?: IngressLoadBalancerIngress[]
}

/** State of one port of an entry point. */
export interface IngressPortStatus {
  /** Number of the port. */
  port: number
  /** Protocol of the port: TCP, UDP or SCTP. */
  protocol: string
  /** Why the port does not work, as a single CamelCase word or a qualified name. */
  error?: string
}

/** Routing for the requests of one host name. */
export interface IngressRule {
  /** Exact host name, or one whose first label is *; never an IP address. Empty matches all hosts. */
  host?: string
  /** Path routing for HTTP; when absent all traffic of the host goes to the default backend. */
  http?: HTTPIngressRuleValue
}

/** Service and port that receive routed requests. */
export interface IngressServiceBackend {
  /** Service in the namespace of the ingress. */
  name: string
  /** Port of the service; a name or a number is required. */
  port: ServiceBackendPort
}

/** Routing wanted from an ingress; needs a default backend or at least one rule. */
export interface IngressSpec {
  /** Class of the ingress, which names the controller; the default class when left out on creation. */
  ingressClassName?: string
  /** What gets requests no rule matches; required when there are no rules. */
  defaultBackend?: IngressBackend
  /** Certificates for the hosts served; without entries traffic stays unencrypted. */
  tls?: IngressTLS[]
  /** Host-based routing rules; unmatched requests go to the default backend. */
  rules?: IngressRule[]
}

/** Observed state of an ingress. */
export interface IngressStatus {
  /** Outside addresses at which the ingress currently receives traffic. */
  loadBalancer: IngressLoadBalancerStatus
}

/** TLS certificate for a set of host names. */
export interface IngressTLS {
  /** Host names the certificate covers; empty leaves the choice to the controller. */
  hosts?: string[]
  /** Secret with certificate and key; empty for TLS passthrough. */
  secretName?: string
}

/** Restricts the traffic that pods of a namespace may receive and send. */
export interface NetworkPolicy {
  kind: 'NetworkPolicy'
  apiVersion: 'networking.k8s.io/v1'
  /** Name, namespace, labels and other standard data of the policy. */
  metadata: ObjectMeta
  /** Pods that the policy applies to, and the traffic it allows. */
  spec: NetworkPolicySpec
}

/** Traffic that may leave the pods: it must match the ports and the destinations. */
export interface NetworkPolicyEgressRule {
  /** Ports that the traffic may use; every port when empty. */
  ports?: NetworkPolicyPort[]
  /** Where the traffic may go to; to everywhere when empty. */
  to?: NetworkPolicyPeer[]
}

/** Traffic that may reach the pods: it must match the ports and the sources. */
export interface NetworkPolicyIngressRule {
  /** Ports that the traffic may use; every port when empty. */
  ports?: NetworkPolicyPort[]
  /** Where the traffic may come from; from everywhere when empty. */
  from?: NetworkPolicyPeer[]
}

/** Other side of the traffic: pods by their labels and namespaces, or a range of addresses. */
export interface NetworkPolicyPeer {
  /** Labels of the pods, in the namespaces that namespaceSelector selects, else in that of the policy. */
  podSelector?: LabelSelector
  /** Labels of the namespaces of the pods; an empty selector selects all namespaces. */
  namespaceSelector?: LabelSelector
  /** Range of addresses; not together with selectors. */
  ipBlock?: IPBlock
}

/** A port, or a range of ports, that traffic may use. */
export interface NetworkPolicyPort {
  /** Protocol of the traffic: TCP, UDP or SCTP; TCP when left out. */
  protocol?: string
  /** Port by number, or by its name on the pod; every port when left out. */
  port?: number | string
  /** Last port of a range that starts with port; port must be a number. */
  endPort?: number
}

/** Pods that a policy applies to, and the traffic it allows. */
export interface NetworkPolicySpec {
  /** Labels of the pods; an empty selector selects all pods of the namespace. */
  podSelector: LabelSelector
  /** Traffic that may reach the pods; none when empty and policyTypes has Ingress. */
  ingress?: NetworkPolicyIngressRule[]
  /** Traffic that may leave the pods; none when empty and policyTypes has Egress. */
  egress?: NetworkPolicyEgressRule[]
  /** Directions that the policy restricts. When left out: Ingress, and Egress if there are egress rules. */
  policyTypes?: string[]
}

/** Reference to the object that an address belongs to. */
export interface ParentReference {
  /** Group of the object; empty for the core group. */
  group?: string
  /** Resource of the object, such as services. */
  resource?: string
  /** Namespace of the object. */
  namespace?: string
  /** Name of the object. */
  name?: string
}

/** A port of a service, by name or by number. */
export interface ServiceBackendPort {
  /** Name of the port; not together with number. */
  name?: string
  /** Number of the port, such as 80; not together with name. */
  number?: number
}

/** Address ranges from which services get their cluster IPs. */
export interface ServiceCIDR {
  kind: 'ServiceCIDR'
  apiVersion: 'networking.k8s.io/v1'
  /** Name, labels and other standard data. */
  metadata: ObjectMeta
  /** Ranges of addresses. */
  spec: ServiceCIDRSpec
  /** Observed state of the ranges. */
  status: ServiceCIDRStatus
}

/** Ranges of addresses for services. */
export interface ServiceCIDRSpec {
  /** One range per IP family, at most two; ranges never change. */
  cidrs?: string[]
}

/** Observed state of the ranges. */
export interface ServiceCIDRStatus {
  /** Conditions of the ranges, one per type. */
  conditions?: Condition[]
}
