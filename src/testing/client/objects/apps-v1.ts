// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { PersistentVolumeClaim, PodTemplateSpec } from './core-v1.js'
import type { LabelSelector, ObjectMeta } from './meta-v1.js'

/** Snapshot of an object's state, which a controller keeps for rollbacks. */
export interface ControllerRevision {
  kind: 'ControllerRevision'
  apiVersion: 'apps/v1'
  /** Name, namespace, labels and other standard data of the revision. */
  metadata: ObjectMeta
  /** The state, as an arbitrary object; never changes. */
  data: unknown
  /** Number of the state: the larger, the newer. */
  revision: number
}

/** Runs one copy of a pod on every node that qualifies. */
export interface DaemonSet {
  kind: 'DaemonSet'
  apiVersion: 'apps/v1'
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
  /** Labels of the pods it manages; must match the template, and never changes. */
  selector: LabelSelector | null
  /** Pod to run on each node whose labels and taints allow it. */
  template: PodTemplateSpec
  /** How existing pods are replaced after the template changes. */
  updateStrategy: DaemonSetUpdateStrategy
  /** Seconds a fresh pod has to stay ready before it counts as available; zero by default. */
  minReadySeconds?: number
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
  /** RollingUpdate replaces pods automatically, OnDelete only after manual deletion; RollingUpdate when left out. */
  type?: string
  /** Pace of the replacement; used only with type RollingUpdate. */
  rollingUpdate?: RollingUpdateDaemonSet
}

/** Keeps a set of identical pods running and rolls out template changes through replica sets. */
export interface Deployment {
  kind: 'Deployment'
  apiVersion: 'apps/v1'
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
  /** Labels of the pods it manages; must match the template, and never changes. */
  selector: LabelSelector | null
  /** Pod to run; changing it starts a new rollout. */
  template: PodTemplateSpec
  /** How old pods give way to new ones; RollingUpdate when left out. */
  strategy: DeploymentStrategy
  /** Seconds a new pod must be ready, without crashing, before it counts as available. */
  minReadySeconds?: number
  /** Number of old replica sets kept so that a rollback stays possible; ten when left out. */
  revisionHistoryLimit?: number
  /** True holds back rollouts of template changes until set to false. */
  paused?: boolean
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

/** Keeps a fixed number of pods made from one template running. */
export interface ReplicaSet {
  kind: 'ReplicaSet'
  apiVersion: 'apps/v1'
  /** Name, namespace, labels and other standard data of the replica set. */
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
  /** Labels of the pods counted as its own; must match the template, and never changes. */
  selector: LabelSelector | null
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

/** Pace of a rolling daemon set update. */
export interface RollingUpdateDaemonSet {
  /** Nodes that may be without an available pod at once, as count or percentage; one when left out. */
  maxUnavailable?: number | string
  /** Nodes that may run an old and a new pod at once, as count or percentage; none when left out. */
  maxSurge?: number | string
}

/** Limits that a rolling deployment update has to respect. */
export interface RollingUpdateDeployment {
  /** Pods that may be missing below the wanted count, as number or percentage; default 25%. */
  maxUnavailable?: number | string
  /** Pods allowed above the wanted count, as number or percentage; default 25%. */
  maxSurge?: number | string
}

/** Pace and reach of a rolling stateful set update. */
export interface RollingUpdateStatefulSetStrategy {
  /** Pods with a number below this one keep the old template; zero, which updates all, when left out. */
  partition?: number
  /** Pods that may be down at once during an update. Dropped on write: its feature gate is off. */
  maxUnavailable?: number | string
}

/** Runs pods that keep their names and their storage. */
export interface StatefulSet {
  kind: 'StatefulSet'
  apiVersion: 'apps/v1'
  /** Name, namespace, labels and other standard data of the stateful set. */
  metadata: ObjectMeta
  /** Wanted behaviour: which pods to run, with which storage. */
  spec: StatefulSetSpec
  /** Last reported state, written by the controller; may lag behind reality. */
  status: StatefulSetStatus
}

/** One condition of a stateful set. */
export interface StatefulSetCondition {
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

/** How the pods of a stateful set are numbered. */
export interface StatefulSetOrdinals {
  /** Number of the first pod; the others follow it. */
  start: number
}

/** When to delete the claims made from the claim templates. */
export interface StatefulSetPersistentVolumeClaimRetentionPolicy {
  /** Retain keeps the claims when the stateful set is deleted, Delete deletes them too; Retain when left out. */
  whenDeleted?: string
  /** Retain keeps the claims of pods removed by scaling down, Delete deletes them; Retain when left out. */
  whenScaled?: string
}

/** Wanted behaviour of a stateful set. */
export interface StatefulSetSpec {
  /** Number of pods wanted; one when left out, and an explicit zero is kept. */
  replicas?: number
  /** Labels of the pods it manages; must match the template, and never changes. */
  selector: LabelSelector | null
  /** Pod to run; its name is that of the stateful set and a number. */
  template: PodTemplateSpec
  /** Templates of persistent volume claims; each pod gets its own claim from each. Never change. */
  volumeClaimTemplates?: PersistentVolumeClaim[]
  /** Headless service that gives the pods their DNS names; must exist before them, and never changes. */
  serviceName: string
  /** OrderedReady starts and stops pods one after the other, Parallel all at once; OrderedReady when left out. */
  podManagementPolicy?: string
  /** How existing pods are replaced after the template changes. */
  updateStrategy: StatefulSetUpdateStrategy
  /** Number of old template revisions kept for rollback; ten when left out. */
  revisionHistoryLimit?: number
  /** Seconds a fresh pod has to stay ready before it counts as available; zero by default. */
  minReadySeconds?: number
  /** Whether to delete claims whose pods are gone; kept when left out. */
  persistentVolumeClaimRetentionPolicy?: StatefulSetPersistentVolumeClaimRetentionPolicy
  /** How the pods are numbered; from zero when left out. */
  ordinals?: StatefulSetOrdinals
}

/** Observed state of a stateful set. */
export interface StatefulSetStatus {
  /** Generation of the stateful set that the numbers refer to. */
  observedGeneration?: number
  /** Pods that exist. */
  replicas: number
  /** Pods that pass their readiness checks. */
  readyReplicas?: number
  /** Pods made from the template of currentRevision. */
  currentReplicas?: number
  /** Pods made from the template of updateRevision. */
  updatedReplicas?: number
  /** Revision that pods not yet updated are made from. */
  currentRevision?: string
  /** Revision that updated pods are made from. */
  updateRevision?: string
  /** Number of name clashes met while creating revisions; never goes down. */
  collisionCount?: number
  /** Conditions of the stateful set, one per type. */
  conditions?: StatefulSetCondition[]
  /** Pods that have been ready for at least minReadySeconds. */
  availableReplicas: number
}

/** How a stateful set replaces pods after a template change. */
export interface StatefulSetUpdateStrategy {
  /** RollingUpdate replaces pods one after the other, OnDelete only after manual deletion; RollingUpdate when left out. */
  type?: string
  /** Pace and reach of the update; only allowed with type RollingUpdate. */
  rollingUpdate?: RollingUpdateStatefulSetStrategy
}
