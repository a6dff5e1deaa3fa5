// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { PersistentVolumeSpec, TopologySelectorTerm } from './core-v1.js'
import type { LabelSelector, ObjectMeta } from './meta-v1.js'

/** A CSI driver installed in the cluster. */
export interface CSIDriver {
  kind: 'CSIDriver'
  apiVersion: 'storage.k8s.io/v1'
  /** Name of the driver, labels and other standard data. */
  metadata: ObjectMeta
  /** Requirements and features of the driver. */
  spec: CSIDriverSpec
}

/** Requirements and features of a driver. */
export interface CSIDriverSpec {
  /** Whether volumes are attached before they are mounted; never changes. */
  attachRequired?: boolean
  /** Whether mount calls to the driver include data about the pod. */
  podInfoOnMount?: boolean
  /** Persistent, Ephemeral or both; never changes. */
  volumeLifecycleModes?: string[]
  /** Whether the scheduler considers the capacity that the driver reports. */
  storageCapacity?: boolean
  /** Whether the driver supports changing the group of files in a volume. */
  fsGroupPolicy?: string
  /** Service account tokens of the pod that the driver receives. */
  tokenRequests?: TokenRequest[]
  /** Whether the kubelet calls the driver periodically to republish a mounted volume. */
  requiresRepublish?: boolean
  /** Whether volumes can be mounted with an SELinux context. */
  seLinuxMount?: boolean
  /** Interval at which the volume limit of a node is updated, in seconds. Dropped on write: its feature gate is off. */
  nodeAllocatableUpdatePeriodSeconds?: number
}

/** CSI drivers on a node; named like the node. */
export interface CSINode {
  kind: 'CSINode'
  apiVersion: 'storage.k8s.io/v1'
  /** Name of the node, labels and other standard data. */
  metadata: ObjectMeta
  /** CSI drivers on the node. */
  spec: CSINodeSpec
}

/** A CSI driver on a node. */
export interface CSINodeDriver {
  /** Name of the driver. */
  name: string
  /** Name of the node at the driver. */
  nodeID: string
  /** Keys of the node labels that the driver uses for topology. */
  topologyKeys: string[]
  /** Volume resources of the driver on the node. */
  allocatable?: VolumeNodeResources
}

/** CSI drivers on a node. */
export interface CSINodeSpec {
  /** The drivers, each once. */
  drivers: CSINodeDriver[]
}

/** Available capacity of a storage class on some nodes. */
export interface CSIStorageCapacity {
  kind: 'CSIStorageCapacity'
  apiVersion: 'storage.k8s.io/v1'
  /** Name, namespace, labels and other standard data. */
  metadata: ObjectMeta
  /** Labels of the nodes; no node when absent. Never changes. */
  nodeTopology?: LabelSelector
  /** Class of the storage; never changes. */
  storageClassName: string
  /** Available capacity. */
  capacity?: string
  /** Maximum size of a volume. */
  maximumVolumeSize?: string
}

/** How volumes are provisioned for claims. */
export interface StorageClass {
  kind: 'StorageClass'
  apiVersion: 'storage.k8s.io/v1'
  /** Name, labels and other standard data of the class. */
  metadata: ObjectMeta
  /** Provisioner of the volumes; never changes. */
  provisioner: string
  /** Settings for the provisioner; never change. */
  parameters?: Record<string, string>
  /** What happens to a volume whose claim is deleted; Delete when left out. Never changes. */
  reclaimPolicy?: string
  /** Mount options of the volumes. */
  mountOptions?: string[]
  /** True allows claims to be expanded. */
  allowVolumeExpansion?: boolean
  /** When a volume is bound: at once (Immediate, the default) or for the first pod that uses it (WaitForFirstConsumer). Never changes. */
  volumeBindingMode?: string
  /** Topologies in which volumes may be provisioned; all when absent. */
  allowedTopologies?: TopologySelectorTerm[]
}

/** Service account token of a pod, passed to a driver. */
export interface TokenRequest {
  /** Audience of the token; the API server when empty. */
  audience: string
  /** Lifetime of the token, in seconds. */
  expirationSeconds?: number
}

/** Attaches a volume to a node. */
export interface VolumeAttachment {
  kind: 'VolumeAttachment'
  apiVersion: 'storage.k8s.io/v1'
  /** Name, labels and other standard data. */
  metadata: ObjectMeta
  /** Volume to attach, and the node. */
  spec: VolumeAttachmentSpec
  /** Whether the volume is attached, as reported by the driver. */
  status: VolumeAttachmentStatus
}

/** The volume that is attached. */
export interface VolumeAttachmentSource {
  /** Name of the persistent volume. */
  persistentVolumeName?: string
  /** Inline volume of a pod, without a persistent volume. */
  inlineVolumeSpec?: PersistentVolumeSpec
}

/** Volume to attach, and the node; never changes. */
export interface VolumeAttachmentSpec {
  /** Driver that attaches the volume. */
  attacher: string
  /** The volume that is attached. */
  source: VolumeAttachmentSource
  /** Node that the volume is attached to. */
  nodeName: string
}

/** Whether the volume is attached. */
export interface VolumeAttachmentStatus {
  /** Whether the volume is attached. */
  attached: boolean
  /** Metadata from the attach call that the mount needs. */
  attachmentMetadata?: Record<string, string>
  /** Last error when attaching. */
  attachError?: VolumeError
  /** Last error when detaching. */
  detachError?: VolumeError
}

/** Error of an attach or detach call. */
export interface VolumeError {
  /** Time of the error. */
  time: string | null
  /** Details of the error, for people. */
  message?: string
  /** gRPC status code of the driver. */
  errorCode?: number
}

/** Volume resources of a driver on a node. */
export interface VolumeNodeResources {
  /** Volumes that the driver can attach to the node; without limit when absent. */
  count?: number
}
