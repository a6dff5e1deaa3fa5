// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { PodTemplateSpec } from '../core-v1.js'
import type { LabelSelector, ObjectMeta } from '../meta-v1.js'

/** Runs one copy of a pod on every node that qualifies. */
export interface DaemonSet {
  kind: 'DaemonSet'
  apiVersion: 'extensions/v1beta1'
  /** Name, namespace, labels and other standard data of the daemon set. */
  metadata: ObjectMeta
  /** Wanted behaviour: which pods to run and how to update them. */
  spec: DaemonSetSpec
  /** Last reported state, written by the controller; may lag behind reality. */
  status: DaemonSetStatus
}

/** One condition of a daemon set. */
export interface DaemonSetCondition {
  /** Type of the condition, unique in the list. */
  type: string
  /** Whether the condition holds: True, False or Unknown. */
  status: string
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as a CamelCase word. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** Wanted behaviour of a daemon set. */
export interface DaemonSetSpec {
  /** Labels of the pods it manages; copied from the template when left out. */
  selector?: LabelSelector
  /** Pod to run on each node whose labels and taints allow it. */
  template: PodTemplateSpec
  /** How existing pods are replaced after the template changes. */
  updateStrategy: DaemonSetUpdateStrategy
  /** Seconds a fresh pod has to stay ready before it counts as available; zero by default. */
  minReadySeconds?: number
  /** Sequence number of the pod template, raised by the server with each template change. */
  templateGeneration?: number
  /** Number of old template revisions kept for rollback; ten when left out. */
  revisionHistoryLimit?: number
}

/** Observed state of a daemon set, counted in nodes. */
export interface DaemonSetStatus {
  /** Nodes that should run the pod and have at least one. */
  currentNumberScheduled: number
  /** Nodes that run the pod although they should not. */
  numberMisscheduled: number
  /** Nodes that should run the pod, whether they do yet or not. */
  desiredNumberScheduled: number
  /** Nodes that should run the pod and have a ready one. */
  numberReady: number
  /** Generation of the daemon set that the other numbers refer to. */
  observedGeneration?: number
  /** Nodes whose pod already comes from the newest template. */
  updatedNumberScheduled?: number
  /** Nodes whose pod has been ready for at least minReadySeconds. */
  numberAvailable?: number
  /** Nodes that should run the pod but have no available one. */
  numberUnavailable?: number
  /** Number of name clashes met while creating revisions; never goes down. */
  collisionCount?: number
  /** Conditions of the daemon set, one per type. */
  conditions?: DaemonSetCondition[]
}

/** How a daemon set replaces pods after a template change. */
export interface DaemonSetUpdateStrategy {
  /** RollingUpdate replaces pods automatically, OnDelete only after manual deletion; OnDelete when left out. */
  type?: string
  /** Pace of the replacement; used only with type RollingUpdate. */
  rollingUpdate?: RollingUpdateDaemonSet
}

/** Keeps a set of identical pods running and rolls out template changes through replica sets. */
export interface Deployment {
  kind: 'Deployment'
  apiVersion: 'extensions/v1beta1'
  /** Name, namespace, labels and other standard data of the deployment. */
  metadata: ObjectMeta
  /** Wanted state: pod count, template and rollout settings. */
  spec: DeploymentSpec
  /** State last observed by the deployment controller; ignored on normal writes. */
  status: DeploymentStatus
}

/** One condition of a deployment. */
export interface DeploymentCondition {
  /** Type of the condition: Available, Progressing or ReplicaFailure. */
  type: string
  /** Whether the condition holds; one of True, False or Unknown. */
  status: string
  /** When the controller last wrote this entry, changed or not. */
  lastUpdateTime: string | null
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the present status, as a CamelCase word. */
  reason?: string
  /** Details of the present status, for people. */
  message?: string
}

/** Wanted behaviour of a deployment. */
export interface DeploymentSpec {
  /** Number of pods wanted; one when left out, and an explicit zero is kept. */
  replicas?: number
  /** Labels of the pods it manages; taken from the template when left out. */
  selector?: LabelSelector
  /** Pod to run; changing it starts a new rollout. */
  template: PodTemplateSpec
  /** How old pods give way to new ones; RollingUpdate when left out. */
  strategy: DeploymentStrategy
  /** Seconds a new pod must be ready, without crashing, before it counts as available. */
  minReadySeconds?: number
  /** Number of old replica sets kept so that a rollback stays possible. */
  revisionHistoryLimit?: number
  /** True holds back rollouts of template changes until set to false. */
  paused?: boolean
  /** Rollback waiting to be carried out; the controller clears it when done. */
  rollbackTo?: RollbackConfig
  /** Seconds without progress before the rollout is reported as failed; must exceed minReadySeconds. */
  progressDeadlineSeconds?: number
}

/** Observed state of a deployment. */
export interface DeploymentStatus {
  /** Generation of the deployment this status was computed from. */
  observedGeneration?: number
  /** Pods that exist and match the selector, old and new together. */
  replicas?: number
  /** Pods made from the current template. */
  updatedReplicas?: number
  /** Pods that pass their readiness checks. */
  readyReplicas?: number
  /** Pods that have been ready for at least minReadySeconds. */
  availableReplicas?: number
  /** Pods still missing or not yet available for the wanted capacity. */
  unavailableReplicas?: number
  /** Pods that are being deleted and not yet gone. */
  terminatingReplicas?: number
  /** Conditions, such as Available, Progressing or ReplicaFailure. */
  conditions?: DeploymentCondition[]
  /** Number of name clashes met when creating replica sets; never goes down. */
  collisionCount?: number
}

/** How a deployment exchanges old pods for new ones. */
export interface DeploymentStrategy {
  /** Recreate stops all old pods first, RollingUpdate goes step by step; RollingUpdate when left out. */
  type?: string
  /** Limits for the stepwise exchange; not allowed with Recreate. */
  rollingUpdate?: RollingUpdateDeployment
}

/** A URL path pattern and the backend serving it. */
export interface HTTPIngressPath {
  /** Regular expression starting with a slash; empty matches every path. */
  path?: string
  /** Service that receives the requests matching the path. */
  backend: IngressBackend
}

/** Path-based routing of HTTP requests for one host. */
export interface HTTPIngressRuleValue {
  /** Paths and the backends that serve them; at least one is required. */
  paths: HTTPIngressPath[]
}

/** Routes outside HTTP traffic to services by host name and URL path. */
export interface Ingress {
  kind: 'Ingress'
  apiVersion: 'extensions/v1beta1'
  /** Name, namespace, labels and other standard data of the ingress. */
  metadata: ObjectMeta
  /** Routing rules, default backend and TLS settings. */
  spec: IngressSpec
  /** Where the ingress can be reached, as reported by its controller. */
  status: IngressStatus
}

/** Service and port that receive routed requests. */
export interface IngressBackend {
  /** Service in the namespace of the ingress. */
  serviceName: string
  /** Port of the service, by number or by name. */
  servicePort: number | string
}

/** One entry point of a load balancer. */
export interface IngressLoadBalancerIngress {
  /** IP address, for load balancers that work with addresses. */
  ip?: string
  /** DNS name, for load balancers that work with names. */
  hostname?: string
  /** State of the ports of the entry point. */
  ports?: IngressPortStatus[]
}

/** Addresses at which a load balancer receives traffic. */
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
  /** Exact or wildcard host name, never an IP address; empty matches all hosts. */
  host?: string
  /** Path routing for HTTP; when absent all traffic goes to the default backend. */
  http?: HTTPIngressRuleValue
}

/** Routing wanted from an ingress; needs a backend or at least one rule. */
export interface IngressSpec {
  /** Service that gets requests no rule matches; required when there are no rules. */
  backend?: IngressBackend
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

/** Keeps a fixed number of pods made from one template running. */
export interface ReplicaSet {
  kind: 'ReplicaSet'
  apiVersion: 'extensions/v1beta1'
  /** Name, namespace and labels; missing labels are copied from the pod template. */
  metadata: ObjectMeta
  /** Wanted state: pod count, selector and pod template. */
  spec: ReplicaSetSpec
  /** Pod counts and conditions last written by the controller. */
  status: ReplicaSetStatus
}

/** One condition of a replica set. */
export interface ReplicaSetCondition {
  /** Type of the condition; at present only ReplicaFailure. */
  type: string
  /** Whether the condition holds: True, False or Unknown. */
  status: string
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as a CamelCase word. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** Wanted behaviour of a replica set. */
export interface ReplicaSetSpec {
  /** Number of pods to keep running; one when left out, zero is allowed. */
  replicas?: number
  /** Seconds a pod must stay ready before it is counted as available; zero by default. */
  minReadySeconds?: number
  /** Labels of the pods counted as its own; copied from the template when absent. */
  selector?: LabelSelector
  /** Pod to create whenever there are too few matching ones. */
  template: PodTemplateSpec
}

/** Observed state of a replica set. */
export interface ReplicaSetStatus {
  /** Number of pods last seen that match the selector. */
  replicas: number
  /** Pods that carry every label of the pod template. */
  fullyLabeledReplicas?: number
  /** Pods currently passing their readiness checks. */
  readyReplicas?: number
  /** Pods ready for minReadySeconds or longer. */
  availableReplicas?: number
  /** Pods that are being deleted and not yet gone. */
  terminatingReplicas?: number
  /** Generation of the replica set that the controller last acted on. */
  observedGeneration?: number
  /** Conditions, for instance that pods could not be created. */
  conditions?: ReplicaSetCondition[]
}

/** Target of a deployment rollback. */
export interface RollbackConfig {
  /** Revision number to return to; zero or absent means the one before the current. */
  revision?: number
}

/** Pace of a rolling daemon set update. */
export interface RollingUpdateDaemonSet {
  /** Pods that may be down at once, as count or percentage; one when left out. */
  maxUnavailable?: number | string
}

/** Limits that a rolling deployment update has to respect. */
export interface RollingUpdateDeployment {
  /** Pods that may be missing below the wanted count, as number or percentage; default one. */
  maxUnavailable?: number | string
  /** Pods allowed above the wanted count, as number or percentage; default one. */
  maxSurge?: number | string
}
