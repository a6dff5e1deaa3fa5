// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { Condition, LabelSelector, ObjectMeta } from './meta-v1.js'

/** Amazon block store volume used by a pod. */
export interface AWSElasticBlockStoreVolumeSource {
  /** Identifier of the volume at Amazon Web Services. */
  volumeID: string
  /** File system to mount, such as xfs; ext4 when empty. */
  fsType?: string
  /** Partition number to mount; zero stands for the whole volume. */
  partition?: number
  /** True mounts the volume without write access. */
  readOnly?: boolean
}

/** Placement rules of a pod. */
export interface Affinity {
  /** Rules about the labels of nodes. */
  nodeAffinity?: NodeAffinity
  /** Rules for placing the pod near certain other pods. */
  podAffinity?: PodAffinity
  /** Rules for keeping the pod apart from certain other pods. */
  podAntiAffinity?: PodAntiAffinity
}

/** Which AppArmor profile confines programs. */
export interface AppArmorProfile {
  /** RuntimeDefault takes the profile of the runtime, Localhost one of the node, Unconfined none. */
  type: string
  /** Name of a profile loaded on the node; with type Localhost only. */
  localhostProfile?: string
}

/** A volume attached to a node. */
export interface AttachedVolume {
  /** Name of the volume. */
  name: string
  /** Path of the device. */
  devicePath: string
}

/** Azure data disk used as a volume. */
export interface AzureDiskVolumeSource {
  /** Name of the disk in Azure storage. */
  diskName: string
  /** Resource path of a managed disk, or https address of the disk blob otherwise. */
  diskURI: string
  /** Host caching: None, ReadOnly or ReadWrite; ReadWrite when left out. */
  cachingMode?: string
  /** File system on the disk; ext4 when left out. */
  fsType?: string
  /** True mounts without write access; false when left out. */
  readOnly?: boolean
  /** Shared or Dedicated storage account, or Managed disk; Shared when left out. */
  kind?: string
}

/** Azure file share. */
export interface AzureFilePersistentVolumeSource {
  /** Secret with the name and key of the storage account. */
  secretName: string
  /** Name of the share within the storage account. */
  shareName: string
  /** True mounts the share without write access. */
  readOnly?: boolean
  /** Namespace of the secret; that of the claim when absent. */
  secretNamespace: string | null
}

/** Azure file share mounted into a pod. */
export interface AzureFileVolumeSource {
  /** Secret with the name and key of the storage account. */
  secretName: string
  /** Name of the share within the storage account. */
  shareName: string
  /** True mounts the share without write access. */
  readOnly?: boolean
}

/** Binds a pod to a node. */
export interface Binding {
  kind: 'Binding'
  apiVersion: 'v1'
  /** Name and namespace of the pod; the annotations are added to the pod. */
  metadata: ObjectMeta
  /** Node to bind the pod to. */
  target: ObjectReference
}

/** Volume of a storage driver. */
export interface CSIPersistentVolumeSource {
  /** Name of the driver. */
  driver: string
  /** Identifier of the volume at the driver. */
  volumeHandle: string
  /** True mounts without write access. */
  readOnly?: boolean
  /** File system to mount. */
  fsType?: string
  /** Attributes of the volume. */
  volumeAttributes?: Record<string, string>
  /** Secret for attaching. */
  controllerPublishSecretRef?: SecretReference
  /** Secret for staging. */
  nodeStageSecretRef?: SecretReference
  /** Secret for mounting. */
  nodePublishSecretRef?: SecretReference
  /** Secret for growing the volume. */
  controllerExpandSecretRef?: SecretReference
  /** Secret for growing the file system. */
  nodeExpandSecretRef?: SecretReference
}

/** Ephemeral volume of a CSI driver, for the life of the pod. */
export interface CSIVolumeSource {
  /** Name under which the driver is registered. */
  driver: string
  /** True mounts the volume without write access. */
  readOnly?: boolean
  /** File system to mount; the driver decides when absent. */
  fsType?: string
  /** Settings passed to the driver as they are. */
  volumeAttributes?: Record<string, string>
  /** Secret passed to the driver when the volume is mounted. */
  nodePublishSecretRef?: LocalObjectReference
}

/** Changes to the Linux capabilities of a container. */
export interface Capabilities {
  /** Capabilities granted beyond the runtime defaults, such as NET_ADMIN. */
  add?: string[]
  /** Capabilities taken away; ALL takes away every one. */
  drop?: string[]
}

/** Ceph file system. */
export interface CephFSPersistentVolumeSource {
  /** Addresses of the Ceph monitors; the list must not be empty. */
  monitors: string[]
  /** Directory of the file system to mount; its root when empty. */
  path?: string
  /** Ceph user name for the mount; admin when empty. */
  user?: string
  /** Key file of the user on the node; /etc/ceph/user.secret when empty. */
  secretFile?: string
  /** Secret with the key of the user; preferred over secretFile. */
  secretRef?: SecretReference
  /** True mounts the file system without write access. */
  readOnly?: boolean
}

/** Ceph file system mounted into a pod. */
export interface CephFSVolumeSource {
  /** Addresses of the Ceph monitors; the list must not be empty. */
  monitors: string[]
  /** Directory of the file system to mount; its root when empty. */
  path?: string
  /** Ceph user name for the mount; admin when empty. */
  user?: string
  /** Key file of the user on the node; /etc/ceph/user.secret when empty. */
  secretFile?: string
  /** Secret with the key of the user; preferred over secretFile. */
  secretRef?: LocalObjectReference
  /** True mounts the file system without write access. */
  readOnly?: boolean
}

/** OpenStack Cinder volume. */
export interface CinderPersistentVolumeSource {
  /** Identifier of the volume in Cinder. */
  volumeID: string
  /** File system of the volume, such as xfs; ext4 when empty. */
  fsType?: string
  /** True mounts the Cinder volume without write access. */
  readOnly?: boolean
  /** Secret with the login for OpenStack. */
  secretRef?: SecretReference
}

/** OpenStack Cinder volume used by a pod. */
export interface CinderVolumeSource {
  /** Identifier of the volume in Cinder. */
  volumeID: string
  /** File system of the volume, such as xfs; ext4 when empty. */
  fsType?: string
  /** True mounts the Cinder volume without write access. */
  readOnly?: boolean
  /** Secret with the login for OpenStack. */
  secretRef?: LocalObjectReference
}

/** Affinity of a client's address to a pod. */
export interface ClientIPConfig {
  /** Seconds, at most a day; three hours when left out. */
  timeoutSeconds?: number
}

/** Certificates of trust bundles placed into a projected volume. */
export interface ClusterTrustBundleProjection {
  /** One bundle by name; not together with signerName. */
  name?: string
  /** All bundles of this signer that the labels select. */
  signerName?: string
  /** Labels of the bundles; only with signerName. */
  labelSelector?: LabelSelector
  /** True lets the pod start even if there is no such bundle. */
  optional?: boolean
  /** Relative path of the file in the volume. */
  path: string
}

/** Whether a component of the control plane works. */
export interface ComponentCondition {
  /** Always Healthy. */
  type: string
  /** True, False or Unknown. */
  status: string
  /** What the component has responded. */
  message?: string
  /** Code of the error. */
  error?: string
}

/** State of a component of the control plane. Deprecated. */
export interface ComponentStatus {
  kind: 'ComponentStatus'
  apiVersion: 'v1'
  /** Name of the component. */
  metadata: ObjectMeta
  /** What has been observed of the component. */
  conditions?: ComponentCondition[]
}

/** Configuration data for pods: strings or bytes, by key. */
export interface ConfigMap {
  kind: 'ConfigMap'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the config map. */
  metadata: ObjectMeta
  /** True makes the data immutable; only the metadata can change afterwards. */
  immutable?: boolean
  /** Text by key. Keys consist of letters, digits, '-', '_' and '.', and do not occur in binaryData. */
  data?: Record<string, string>
  /** Binary data by key, in base64. Keys consist of letters, digits, '-', '_' and '.'. */
  binaryData?: Record<string, string>
}

/** Config map whose entries become environment variables. */
export interface ConfigMapEnvSource {
  /** Name of the object referred to. */
  name?: string
  /** True tolerates a missing config map; otherwise the container does not start. */
  optional?: boolean
}

/** One entry of a named config map. */
export interface ConfigMapKeySelector {
  /** Name of the object referred to. */
  name?: string
  /** Key of the entry in the config map. */
  key: string
  /** True tolerates a missing config map or entry. */
  optional?: boolean
}

/** Config map with settings of a node. */
export interface ConfigMapNodeConfigSource {
  /** Namespace of the config map. */
  namespace: string
  /** Name of the config map. */
  name: string
  /** Identifier of the config map. */
  uid?: string
  /** State of the config map. */
  resourceVersion?: string
  /** Key of the settings in the config map. */
  kubeletConfigKey: string
}

/** Config map entries placed into a projected volume. */
export interface ConfigMapProjection {
  /** Name of the object referred to. */
  name?: string
  /** Entries to include and where; the whole config map when left out. */
  items?: KeyToPath[]
  /** True tolerates a missing config map or missing entries. */
  optional?: boolean
}

/** Volume with one file per entry of a config map. */
export interface ConfigMapVolumeSource {
  /** Name of the object referred to. */
  name?: string
  /** Entries to show and where; every entry under its key when left out. */
  items?: KeyToPath[]
  /** Permission bits for files without a mode of their own; 420 (octal 0644) by default. */
  defaultMode?: number
  /** True lets the pod start even if the config map or an entry is missing. */
  optional?: boolean
}

/** One container of a pod. */
export interface Container {
  /** DNS label naming the container; unique within the pod. */
  name: string
  /** Container image to run, with optional registry, tag or digest. */
  image?: string
  /** Program and leading arguments to run in place of the image entrypoint. */
  command?: string[]
  /** Arguments for the program; those of the image when left out. */
  args?: string[]
  /** Directory the program starts in; the one set in the image when empty. */
  workingDir?: string
  /** Ports the program listens on; mostly informative unless host ports are used. */
  ports?: ContainerPort[]
  /** Config maps and secrets whose entries all become environment variables. */
  envFrom?: EnvFromSource[]
  /** Environment variables to set; these win over entries from envFrom. */
  env?: EnvVar[]
  /** CPU, memory and other resources requested and allowed. */
  resources: ResourceRequirements
  /** Whether a change of a resource restarts the container, by resource. */
  resizePolicy?: ContainerResizePolicy[]
  /** Always makes an init container a sidecar that runs beside the main containers; only for init containers. */
  restartPolicy?: string
  /** Pod volumes to mount into the container file system. */
  volumeMounts?: VolumeMount[]
  /** Block volumes handed to the container as raw devices. */
  volumeDevices?: VolumeDevice[]
  /** Check that restarts the container when it keeps failing; none when absent. */
  livenessProbe?: Probe
  /** Check deciding whether the container gets traffic; always ready when absent. */
  readinessProbe?: Probe
  /** Check that has to pass before the other probes begin; none when absent. */
  startupProbe?: Probe
  /** Actions run after the start and before the stop of the container. */
  lifecycle?: Lifecycle
  /** File with the final message of the program; /dev/termination-log when left out. */
  terminationMessagePath?: string
  /** Where the final message comes from: File (default) or FallbackToLogsOnError. */
  terminationMessagePolicy?: string
  /** When to pull the image; default Always for the latest tag, otherwise IfNotPresent. */
  imagePullPolicy?: string
  /** Security settings of the container; these override the ones of the pod. */
  securityContext?: SecurityContext
  /** True keeps a standard input buffer open for attaching clients. */
  stdin?: boolean
  /** True closes standard input after the first attached client leaves. */
  stdinOnce?: boolean
  /** True gives the container a terminal; needs stdin as well. */
  tty?: boolean
}

/** An image on a node. */
export interface ContainerImage {
  /** Names of the image. */
  names?: string[]
  /** Size in bytes. */
  sizeBytes?: number
}

/** A port on which a container listens. */
export interface ContainerPort {
  /** Port name that probes and services can refer to; unique within the container. */
  name?: string
  /** Port of the node to forward from; none when zero, same as containerPort on the host network. */
  hostPort?: number
  /** Port number inside the container, from 1 to 65535. */
  containerPort: number
  /** Transport protocol: TCP (default), UDP or SCTP. */
  protocol?: string
  /** Node address to bind hostPort to; all addresses when empty. */
  hostIP?: string
}

/** How to resize a resource of a running container. */
export interface ContainerResizePolicy {
  /** Name of the resource: cpu or memory. */
  resourceName: string
  /** NotRequired resizes without a restart, RestartContainer restarts the container. */
  restartPolicy: string
}

/** State of a container; set one field, waiting when none is set. */
export interface ContainerState {
  /** It has not started yet. */
  waiting?: ContainerStateWaiting
  /** It runs. */
  running?: ContainerStateRunning
  /** It has ended. */
  terminated?: ContainerStateTerminated
}

/** A container that runs. */
export interface ContainerStateRunning {
  /** When it was started last. */
  startedAt: string | null
}

/** A container that has ended. */
export interface ContainerStateTerminated {
  /** Exit code of its program; zero is success. */
  exitCode: number
  /** Signal that ended it. */
  signal?: number
  /** Reason that it ended, as one word such as OOMKilled. */
  reason?: string
  /** Last message of the program. */
  message?: string
  /** When it was started. */
  startedAt: string | null
  /** When it ended. */
  finishedAt: string | null
  /** Identifier of the container at the runtime. */
  containerID?: string
}

/** A container that has not started yet. */
export interface ContainerStateWaiting {
  /** Reason that it waits, as one word such as ImagePullBackOff. */
  reason?: string
  /** Details of why it waits, for people. */
  message?: string
}

/** Last reported state of a container. */
export interface ContainerStatus {
  /** Name of the container. */
  name: string
  /** Present state. */
  state: ContainerState
  /** State before the last restart. */
  lastState: ContainerState
  /** Whether it passes its readiness check. */
  ready: boolean
  /** Number of restarts. */
  restartCount: number
  /** Image that it runs. */
  image: string
  /** Identifier of the image at the runtime. */
  imageID: string
  /** Identifier of the container at the runtime. */
  containerID?: string
  /** Whether it has started and passed its startup check. */
  started?: boolean
  /** Resources that the node has allocated to it. */
  allocatedResources?: Record<string, string>
  /** Requests and limits that are in force. */
  resources?: ResourceRequirements
  /** How its volumes were mounted. */
  volumeMounts?: VolumeMountStatus[]
  /** User of its first process. */
  user?: ContainerUser
  /** Health of the devices it uses. */
  allocatedResourcesStatus?: ResourceStatus[]
  /** Signal that asks it to stop. */
  stopSignal?: string
}

/** User of a container's first process. */
export interface ContainerUser {
  /** User and groups on Linux. */
  linux?: LinuxContainerUser
}

/** Port of a daemon. */
export interface DaemonEndpoint {
  /** Port number. */
  Port: number
}

/** Facts about the pod placed into a projected volume. */
export interface DownwardAPIProjection {
  /** Files to write and the pod fact each one holds. */
  items?: DownwardAPIVolumeFile[]
}

/** File filled with one fact about the pod; set exactly one source. */
export interface DownwardAPIVolumeFile {
  /** Relative path of the file in the volume, without any .. element. */
  path: string
  /** Pod field to write, such as metadata.labels. */
  fieldRef?: ObjectFieldSelector
  /** Resource request or limit of a named container to write. */
  resourceFieldRef?: ResourceFieldSelector
  /** Permission bits of the file, 0 to 511; default of the volume when absent. */
  mode?: number
}

/** Volume with files that hold facts about the pod. */
export interface DownwardAPIVolumeSource {
  /** Files to create and the fact each one holds. */
  items?: DownwardAPIVolumeFile[]
  /** Permission bits of files that set no mode; 420 (octal 0644) when left out. */
  defaultMode?: number
}

/** Initially empty scratch space that shares the lifetime of the pod. */
export interface EmptyDirVolumeSource {
  /** Storage to use: node disk when empty, else Memory or HugePages. */
  medium?: string
  /** Largest amount of data allowed; unlimited when absent, and ignored unless enabled. */
  sizeLimit?: string
}

/** Address of one endpoint. */
export interface EndpointAddress {
  /** IP address; neither loopback nor link-local. */
  ip: string
  /** Host name of the endpoint. */
  hostname?: string
  /** Node that runs the endpoint. */
  nodeName?: string
  /** Object that provides the endpoint, such as a pod. */
  targetRef?: ObjectReference
}

/** A port that endpoints listen on. */
export interface EndpointPort {
  /** Name of the port, as in the service; required if there are several. */
  name?: string
  /** Port number. */
  port: number
  /** TCP (default), UDP or SCTP. */
  protocol?: string
  /** Protocol of the application, such as http. */
  appProtocol?: string
}

/** Endpoints that have the same ports. */
export interface EndpointSubset {
  /** Endpoints that are ready for traffic. */
  addresses?: EndpointAddress[]
  /** Endpoints that are not ready yet, or not any more. */
  notReadyAddresses?: EndpointAddress[]
  /** Ports of all these endpoints. */
  ports?: EndpointPort[]
}

/** Endpoints of a service; deprecated, use EndpointSlice. */
export interface Endpoints {
  kind: 'Endpoints'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the endpoints. */
  metadata: ObjectMeta
  /** Endpoints, grouped by ports. */
  subsets?: EndpointSubset[]
}

/** Config map or secret imported whole as environment variables; set exactly one. */
export interface EnvFromSource {
  /** Text put in front of each imported variable name. */
  prefix?: string
  /** Config map whose entries become variables. */
  configMapRef?: ConfigMapEnvSource
  /** Secret whose entries become variables. */
  secretRef?: SecretEnvSource
}

/** One environment variable of a container. */
export interface EnvVar {
  /** Name of the variable as the program sees it. */
  name: string
  /** Literal value, where $(OTHER) inserts variables set earlier; empty by default. */
  value?: string
  /** Place to read the value from; not allowed beside a non-empty value. */
  valueFrom?: EnvVarSource
}

/** Place an environment variable takes its value from; set exactly one. */
export interface EnvVarSource {
  /** Field of the pod, such as its name or node. */
  fieldRef?: ObjectFieldSelector
  /** Resource request or limit of a container. */
  resourceFieldRef?: ResourceFieldSelector
  /** One entry of a config map. */
  configMapKeyRef?: ConfigMapKeySelector
  /** One entry of a secret, by key. */
  secretKeyRef?: SecretKeySelector
}

/** Container that is added to a running pod for debugging. */
export interface EphemeralContainer {
  /** DNS label naming the container; unique within the pod. */
  name: string
  /** Container image to run, with optional registry, tag or digest. */
  image?: string
  /** Program and leading arguments to run in place of the image entrypoint. */
  command?: string[]
  /** Arguments for the program; those of the image when left out. */
  args?: string[]
  /** Directory the program starts in; the one set in the image when empty. */
  workingDir?: string
  /** Ports the program listens on; mostly informative unless host ports are used. */
  ports?: ContainerPort[]
  /** Config maps and secrets whose entries all become environment variables. */
  envFrom?: EnvFromSource[]
  /** Environment variables to set; these win over entries from envFrom. */
  env?: EnvVar[]
  /** CPU, memory and other resources requested and allowed. */
  resources: ResourceRequirements
  /** Whether a change of a resource restarts the container, by resource. */
  resizePolicy?: ContainerResizePolicy[]
  /** Always makes an init container a sidecar that runs beside the main containers; only for init containers. */
  restartPolicy?: string
  /** Pod volumes to mount into the container file system. */
  volumeMounts?: VolumeMount[]
  /** Block volumes handed to the container as raw devices. */
  volumeDevices?: VolumeDevice[]
  /** Check that restarts the container when it keeps failing; none when absent. */
  livenessProbe?: Probe
  /** Check deciding whether the container gets traffic; always ready when absent. */
  readinessProbe?: Probe
  /** Check that has to pass before the other probes begin; none when absent. */
  startupProbe?: Probe
  /** Actions run after the start and before the stop of the container. */
  lifecycle?: Lifecycle
  /** File with the final message of the program; /dev/termination-log when left out. */
  terminationMessagePath?: string
  /** Where the final message comes from: File (default) or FallbackToLogsOnError. */
  terminationMessagePolicy?: string
  /** When to pull the image; default Always for the latest tag, otherwise IfNotPresent. */
  imagePullPolicy?: string
  /** Security settings of the container; these override the ones of the pod. */
  securityContext?: SecurityContext
  /** True keeps a standard input buffer open for attaching clients. */
  stdin?: boolean
  /** True closes standard input after the first attached client leaves. */
  stdinOnce?: boolean
  /** True gives the container a terminal; needs stdin as well. */
  tty?: boolean
  /** Container whose processes it can see; only its own when empty. */
  targetContainerName?: string
}

/** Claim that is created and deleted with the pod. */
export interface EphemeralVolumeSource {
  /** Template of the claim; the claim is named after pod and volume. Required. */
  volumeClaimTemplate?: PersistentVolumeClaimTemplate
}

/** Report of something that happened to an object. */
export interface Event {
  kind: 'Event'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the event. */
  metadata: ObjectMeta
  /** Object that the event is about. */
  involvedObject: ObjectReference
  /** Reason of the event, as one word for programs. */
  reason?: string
  /** What happened, in words for people. */
  message?: string
  /** Program that reported the event. */
  source: EventSource
  /** When the event was first reported. */
  firstTimestamp: string | null
  /** When the event was last reported. */
  lastTimestamp: string | null
  /** How often the event has occurred. */
  count?: number
  /** Normal or Warning; others may follow. */
  type?: string
  /** When the event was first observed, to the microsecond. */
  eventTime: string | null
  /** Series that the object represents; absent for a single event. */
  series?: EventSeries
  /** What was done, or failed, with regard to the object. */
  action?: string
  /** Second object of an action that has two. */
  related?: ObjectReference
  /** Controller that reported the event, such as kubernetes.io/kubelet. */
  reportingComponent: string
  /** Instance of the controller, such as the name of its pod. */
  reportingInstance: string
}

/** Series of repeated events that one object represents. */
export interface EventSeries {
  /** How often the event has occurred so far. */
  count?: number
  /** When the event occurred last. */
  lastObservedTime: string | null
}

/** Where an event was reported from. */
export interface EventSource {
  /** Program that reported the event. */
  component?: string
  /** Node that the event was reported from. */
  host?: string
}

/** Command to run inside a container. */
export interface ExecAction {
  /** Program and arguments, run directly and not through a shell. */
  command?: string[]
}

/** Fibre Channel disk, addressed by target names or by wwids but not both. */
export interface FCVolumeSource {
  /** World wide names of the targets; require a lun. */
  targetWWNs?: string[]
  /** Logical unit number on the targets, from 0 to 255. */
  lun?: number
  /** File system of the disk, such as ext3; ext4 when empty. */
  fsType?: string
  /** True mounts the disk without write access. */
  readOnly?: boolean
  /** World wide identifiers of the disk, given instead of targetWWNs and lun. */
  wwids?: string[]
}

/** Volume handled by a driver program on the nodes. */
export interface FlexPersistentVolumeSource {
  /** Name of the driver to call. */
  driver: string
  /** File system to mount; the driver decides when empty. */
  fsType?: string
  /** Secret passed to the driver; nothing is passed when absent. */
  secretRef?: SecretReference
  /** True asks the driver for a mount without write access. */
  readOnly?: boolean
  /** Extra settings passed to the driver; kubernetes.io and k8s.io keys are reserved. */
  options?: Record<string, string>
}

/** Volume handled by a driver program installed on the nodes. */
export interface FlexVolumeSource {
  /** Name of the driver to call. */
  driver: string
  /** File system to mount; the driver decides when empty. */
  fsType?: string
  /** Secret passed to the driver; nothing is passed when absent. */
  secretRef?: LocalObjectReference
  /** True asks the driver for a mount without write access. */
  readOnly?: boolean
  /** Extra settings passed to the driver; kubernetes.io and k8s.io keys are reserved. */
  options?: Record<string, string>
}

/** Flocker dataset used as a volume; name it in exactly one way. */
export interface FlockerVolumeSource {
  /** Name kept in the dataset metadata; must not contain a slash. */
  datasetName?: string
  /** Unique identifier of the dataset. */
  datasetUUID?: string
}

/** Google Compute Engine disk used as a volume. */
export interface GCEPersistentDiskVolumeSource {
  /** Name of the disk in Google Compute Engine. */
  pdName: string
  /** File system of the disk, such as ext4; assumed to be ext4 when empty. */
  fsType?: string
  /** Partition number to mount; zero mounts the whole disk. */
  partition?: number
  /** True mounts without write access; required when several pods share the disk. */
  readOnly?: boolean
}

/** Call of the gRPC health service of a container. */
export interface GRPCAction {
  /** Port number of the gRPC service, from 1 to 65535. */
  port: number
  /** Service name put in the health request; empty when left out. */
  service?: string
}

/** Volume filled from a Git repository when the pod starts. */
export interface GitRepoVolumeSource {
  /** Address of the repository to clone. */
  repository: string
  /** Commit to check out; the default branch head when empty. */
  revision?: string
  /** Relative folder to clone into; one named after the repository when empty. */
  directory?: string
}

/** GlusterFS volume. */
export interface GlusterfsPersistentVolumeSource {
  /** Name of the endpoints object listing the Gluster servers. */
  endpoints: string
  /** Name of the Gluster volume to mount. */
  path: string
  /** True mounts the Gluster volume without write access. */
  readOnly?: boolean
  /** Namespace of the endpoints; that of the claim when absent. */
  endpointsNamespace?: string
}

/** GlusterFS volume mounted into a pod. */
export interface GlusterfsVolumeSource {
  /** Name of the endpoints object listing the Gluster servers. */
  endpoints: string
  /** Name of the Gluster volume to mount. */
  path: string
  /** True mounts the Gluster volume without write access. */
  readOnly?: boolean
}

/** HTTP GET request sent to a container. */
export interface HTTPGetAction {
  /** URL path to request; a single slash when left out. */
  path?: string
  /** Port to contact, by number or by container port name. */
  port: number | string
  /** Host to connect to; the IP address of the pod when empty. */
  host?: string
  /** HTTP or HTTPS; plain HTTP when left out. */
  scheme?: string
  /** Request headers to send; names may repeat. */
  httpHeaders?: HTTPHeader[]
}

/** One header of an HTTP probe request. */
export interface HTTPHeader {
  /** Header name: letters, digits and hyphens. */
  name: string
  /** Header text, sent as it is. */
  value: string
}

/** One line of the hosts file: an address and its names. */
export interface HostAlias {
  /** IP address that the names resolve to. */
  ip?: string
  /** Host names that stand for the address. */
  hostnames?: string[]
}

/** An address of the node. */
export interface HostIP {
  /** IP address. */
  ip: string
}

/** File or directory on the node, mounted into the pod. */
export interface HostPathVolumeSource {
  /** Absolute location on the node; symbolic links are followed. */
  path: string
  /** What has to exist at the path, or be created; empty means no check. */
  type?: string
}

/** Disk attached over iSCSI. */
export interface ISCSIPersistentVolumeSource {
  /** Address of the iSCSI target, with port unless it is 3260. */
  targetPortal: string
  /** Qualified name of the iSCSI target, in iqn, eui or naa form. */
  iqn: string
  /** Logical unit number on the target, from 0 to 255. */
  lun: number
  /** Initiator interface to connect through; the one called default when left out. */
  iscsiInterface?: string
  /** File system of the disk, such as xfs; ext4 when empty. */
  fsType?: string
  /** True attaches the disk without write access. */
  readOnly?: boolean
  /** Further target addresses for multipath access. */
  portals?: string[]
  /** True uses CHAP authentication when discovering targets; needs secretRef. */
  chapAuthDiscovery?: boolean
  /** True uses CHAP authentication for the session itself; needs secretRef. */
  chapAuthSession?: boolean
  /** Secret with the CHAP user names and passwords. */
  secretRef?: SecretReference
  /** Initiator name to present instead of the one set on the node. */
  initiatorName?: string
}

/** Disk attached over iSCSI and used as a volume. */
export interface ISCSIVolumeSource {
  /** Address of the iSCSI target, with port unless it is 3260. */
  targetPortal: string
  /** Qualified name of the iSCSI target, in iqn, eui or naa form. */
  iqn: string
  /** Logical unit number on the target, from 0 to 255. */
  lun: number
  /** Initiator interface to connect through; the one called default when left out. */
  iscsiInterface?: string
  /** File system of the disk, such as xfs; ext4 when empty. */
  fsType?: string
  /** True attaches the disk without write access. */
  readOnly?: boolean
  /** Further target addresses for multipath access. */
  portals?: string[]
  /** True uses CHAP authentication when discovering targets; needs secretRef. */
  chapAuthDiscovery?: boolean
  /** True uses CHAP authentication for the session itself; needs secretRef. */
  chapAuthSession?: boolean
  /** Secret with the CHAP user names and passwords. */
  secretRef?: LocalObjectReference
  /** Initiator name to present instead of the one set on the node. */
  initiatorName?: string
}

/** Files of an image or artifact, mounted read only. */
export interface ImageVolumeSource {
  /** Reference of the image or artifact, as for the image of a container. */
  reference?: string
  /** When to pull it; Always for the latest tag, otherwise IfNotPresent. */
  pullPolicy?: string
}

/** Maps one entry of a secret or config map to a file. */
export interface KeyToPath {
  /** Key of the entry whose value fills the file. */
  key: string
  /** Relative file path in the volume, without any .. element. */
  path: string
  /** Permission bits of the file, 0 to 511; the volume default when absent. */
  mode?: number
}

/** Actions tied to the start and stop of a container. */
export interface Lifecycle {
  /** Action run right after creation; if it fails the container is killed. */
  postStart?: LifecycleHandler
  /** Action run before the stop signal is sent, within the grace period. */
  preStop?: LifecycleHandler
  /** Stop signal of the container, such as SIGUSR1; needs the os field of the pod. */
  stopSignal?: string
}

/** Action to perform: a command, an HTTP request or a pause; set exactly one. */
export interface LifecycleHandler {
  /** Command run inside the container. */
  exec?: ExecAction
  /** HTTP GET request to send. */
  httpGet?: HTTPGetAction
  /** Not supported by nodes; kept for objects that have it. */
  tcpSocket?: TCPSocketAction
  /** Pause before the container goes on. */
  sleep?: SleepAction
}

/** Bounds for the resources of each single object in a namespace. */
export interface LimitRange {
  kind: 'LimitRange'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the limit range. */
  metadata: ObjectMeta
  /** Bounds that are enforced. */
  spec: LimitRangeSpec
}

/** Bounds and defaults for resources of one type of object. */
export interface LimitRangeItem {
  /** Type of object that the bounds apply to: Pod, Container or PersistentVolumeClaim. */
  type: string
  /** Maximum per resource. */
  max?: Record<string, string>
  /** Minimum per resource. */
  min?: Record<string, string>
  /** Default limits of containers; max when left out. */
  default?: Record<string, string>
  /** Default requests of containers; the default limit, else min, when left out. */
  defaultRequest?: Record<string, string>
  /** Maximum ratio of limit to request, per resource. */
  maxLimitRequestRatio?: Record<string, string>
}

/** Bounds for the objects of a namespace. */
export interface LimitRangeSpec {
  /** Bounds by type of object, each type once. */
  limits: LimitRangeItem[]
}

/** User and groups of a container's first process, on Linux. */
export interface LinuxContainerUser {
  /** User id. */
  uid: number
  /** Group id. */
  gid: number
  /** Further group ids. */
  supplementalGroups?: number[]
}

/** One entry point of a load balancer. */
export interface LoadBalancerIngress {
  /** IP address, for load balancers that work with addresses. */
  ip?: string
  /** DNS name, for load balancers that work with names. */
  hostname?: string
  /** How traffic arrives: VIP keeps the destination address, Proxy replaces it with that of the node or pod. */
  ipMode?: string
  /** State of the ports of the entry point. */
  ports?: PortStatus[]
}

/** Addresses at which a load balancer receives traffic. */
export interface LoadBalancerStatus {
  /** Entry points of the load balancer; empty until one is assigned. */
  ingress?: LoadBalancerIngress[]
}

/** Reference by name to an object in the same namespace. */
export interface LocalObjectReference {
  /** Name of the object referred to. */
  name?: string
}

/** Disk, partition or directory of one node. */
export interface LocalVolumeSource {
  /** Path on the node. */
  path: string
  /** File system to mount, if the path is a device. */
  fsType?: string
}

/** Progress of a change to another VolumeAttributesClass. */
export interface ModifyVolumeStatus {
  /** VolumeAttributesClass that the volume is changing to. */
  targetVolumeAttributesClassName?: string
  /** Pending, InProgress or Infeasible. */
  status: string
}

/** Directory of an NFS server used as a volume. */
export interface NFSVolumeSource {
  /** Host name or IP address of the NFS server. */
  server: string
  /** Absolute path exported by the server. */
  path: string
  /** True mounts the export without write access. */
  readOnly?: boolean
}

/** A scope for names: objects in different namespaces may have the same name. */
export interface Namespace {
  kind: 'Namespace'
  apiVersion: 'v1'
  /** Name, labels and other standard data of the namespace. */
  metadata: ObjectMeta
  /** Finalizers of the namespace. */
  spec: NamespaceSpec
  /** Phase and conditions of the namespace. */
  status: NamespaceStatus
}

/** One condition of a namespace. */
export interface NamespaceCondition {
  /** Type of the condition, such as NamespaceContentRemaining. */
  type: string
  /** True, False or Unknown. */
  status: string
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as one word for programs. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** Finalizers of a namespace. */
export interface NamespaceSpec {
  /** Finalizers that must be removed before the namespace is; changed only through the finalize subresource. */
  finalizers?: string[]
}

/** State of a namespace. */
export interface NamespaceStatus {
  /** Active, or Terminating once the namespace is being deleted. */
  phase?: string
  /** Conditions; they say what blocks a deletion. */
  conditions?: NamespaceCondition[]
}

/** A machine that runs pods. */
export interface Node {
  kind: 'Node'
  apiVersion: 'v1'
  /** Name, labels and other standard data of the node. */
  metadata: ObjectMeta
  /** Settings of the node. */
  spec: NodeSpec
  /** State of the node last reported. */
  status: NodeStatus
}

/** Address of a node. */
export interface NodeAddress {
  /** Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS. */
  type: string
  /** The address. */
  address: string
}

/** Placement rules based on node labels. */
export interface NodeAffinity {
  /** Conditions a node must meet at placement; later changes do not evict the pod. */
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector
  /** Weighted preferences; the node with the highest sum of matching weights is preferred. */
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[]
}

/** One condition of a node. */
export interface NodeCondition {
  /** Type of the condition, such as Ready. */
  type: string
  /** True, False or Unknown. */
  status: string
  /** When the condition was last reported. */
  lastHeartbeatTime: string | null
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as one word for programs. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** Where settings of a node come from. */
export interface NodeConfigSource {
  /** Config map with the settings. */
  configMap?: ConfigMapNodeConfigSource
}

/** Which settings a node uses. */
export interface NodeConfigStatus {
  /** Settings assigned to the node. */
  assigned?: NodeConfigSource
  /** Active settings of the node. */
  active?: NodeConfigSource
  /** Last settings that are known to work. */
  lastKnownGood?: NodeConfigSource
  /** Error that keeps the node from using the assigned settings. */
  error?: string
}

/** Ports of the daemons on a node. */
export interface NodeDaemonEndpoints {
  /** Port of the kubelet. */
  kubeletEndpoint: DaemonEndpoint
}

/** Features of a node. */
export interface NodeFeatures {
  /** Whether the runtime supports supplementalGroupsPolicy. */
  supplementalGroupsPolicy?: boolean
}

/** A runtime handler of a node. */
export interface NodeRuntimeHandler {
  /** Name of the handler; empty for the default one. */
  name?: string
  /** Features of the handler. */
  features?: NodeRuntimeHandlerFeatures
}

/** Features of a runtime handler. */
export interface NodeRuntimeHandlerFeatures {
  /** Whether the handler supports recursive read-only mounts. */
  recursiveReadOnlyMounts?: boolean
  /** Whether the handler supports user namespaces. */
  userNamespaces?: boolean
}

/** Condition on node labels that holds when any term holds. */
export interface NodeSelector {
  /** Alternatives, one of which must match; the list must not be empty. */
  nodeSelectorTerms: NodeSelectorTerm[]
}

/** One requirement on a node label. */
export interface NodeSelectorRequirement {
  /** Node label key that is examined. */
  key: string
  /** Comparison to make: In, NotIn, Exists, DoesNotExist, Gt or Lt. */
  operator: string
  /** Several for In and NotIn, none for Exists and DoesNotExist, one integer for Gt and Lt. */
  values?: string[]
}

/** Set of node label requirements that must all hold. */
export interface NodeSelectorTerm {
  /** Requirements on node labels. */
  matchExpressions?: NodeSelectorRequirement[]
  /** Requirements on node fields; only metadata.name can be examined. */
  matchFields?: NodeSelectorRequirement[]
}

/** Settings of a node. */
export interface NodeSpec {
  /** Address range of the pods on the node. */
  podCIDR?: string
  /** Address ranges of the pods, one per IP family; the first is podCIDR. */
  podCIDRs?: string[]
  /** Identifier of the machine at its provider. */
  providerID?: string
  /** True keeps new pods off the node. */
  unschedulable?: boolean
  /** Marks that keep pods off unless they tolerate them. */
  taints?: Taint[]
  /** No longer used. */
  configSource?: NodeConfigSource
  /** No longer used. */
  externalID?: string
}

/** State of a node. */
export interface NodeStatus {
  /** All resources of the node. */
  capacity?: Record<string, string>
  /** Resources that pods can use. */
  allocatable?: Record<string, string>
  /** No longer used. */
  phase?: string
  /** Conditions of the node, one per type. */
  conditions?: NodeCondition[]
  /** Addresses of the node. */
  addresses?: NodeAddress[]
  /** Ports of the daemons on the node. */
  daemonEndpoints: NodeDaemonEndpoints
  /** System data of the node: identifiers, versions, architecture. */
  nodeInfo: NodeSystemInfo
  /** Images on the node. */
  images?: ContainerImage[]
  /** Volumes that are mounted. */
  volumesInUse?: string[]
  /** Volumes that are attached. */
  volumesAttached?: AttachedVolume[]
  /** No longer used. */
  config?: NodeConfigStatus
  /** Runtime handlers of the node. */
  runtimeHandlers?: NodeRuntimeHandler[]
  /** Features of the node. */
  features?: NodeFeatures
}

/** Swap space of a node. */
export interface NodeSwapStatus {
  /** Size in bytes. */
  capacity?: number
}

/** System data of a node: identifiers, versions, architecture. */
export interface NodeSystemInfo {
  /** Identifier of the machine within the cluster. */
  machineID: string
  /** System UUID of the machine. */
  systemUUID: string
  /** Identifier of the present boot. */
  bootID: string
  /** Version of the kernel. */
  kernelVersion: string
  /** Name of the operating system image. */
  osImage: string
  /** Container runtime and its version. */
  containerRuntimeVersion: string
  /** Version of the kubelet. */
  kubeletVersion: string
  /** No longer used. */
  kubeProxyVersion: string
  /** Operating system. */
  operatingSystem: string
  /** Processor architecture. */
  architecture: string
  /** Swap space. */
  swap?: NodeSwapStatus
}

/** Reference to a field of the pod. */
export interface ObjectFieldSelector {
  /** API version that fieldPath is written for; v1 when left out. */
  apiVersion?: string
  /** Path of the field, such as metadata.name or status.podIP. */
  fieldPath: string
}

/** Reference to another object, or to a part of one. */
export interface ObjectReference {
  /** Kind of the object. */
  kind?: string
  /** Namespace of the object. */
  namespace?: string
  /** Name of the object. */
  name?: string
  /** UID of the object, which distinguishes it from a later object of the same name. */
  uid?: string
  /** API group and version of the object. */
  apiVersion?: string
  /** Resource version of the object, if the reference is to one version. */
  resourceVersion?: string
  /** Path of the part of the object, such as spec.containers{name}. */
  fieldPath?: string
}

/** A piece of storage that claims can be bound to. */
export interface PersistentVolume {
  kind: 'PersistentVolume'
  apiVersion: 'v1'
  /** Name, labels and other standard data of the volume. */
  metadata: ObjectMeta
  /** The storage and how it may be used. */
  spec: PersistentVolumeSpec
  /** State of the volume last reported. */
  status: PersistentVolumeStatus
}

/** A request for storage. */
export interface PersistentVolumeClaim {
  kind: 'PersistentVolumeClaim'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the claim. */
  metadata: ObjectMeta
  /** Requested storage. */
  spec: PersistentVolumeClaimSpec
  /** State of the claim last reported. */
  status: PersistentVolumeClaimStatus
}

/** One condition of a claim. */
export interface PersistentVolumeClaimCondition {
  /** Type of the condition. */
  type: string
  /** Whether the condition holds: True, False or Unknown. */
  status: string
  /** When the condition was last checked. */
  lastProbeTime: string | null
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as a CamelCase word. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** Requested storage. */
export interface PersistentVolumeClaimSpec {
  /** How the volume is mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod. */
  accessModes?: string[]
  /** Labels of the volumes that may be bound. */
  selector?: LabelSelector
  /** How much storage the volume must have. */
  resources: VolumeResourceRequirements
  /** Volume that is bound to the claim. */
  volumeName?: string
  /** Class of the storage; the default class when absent, none when empty. */
  storageClassName?: string
  /** Filesystem (default), or Block for a raw device. */
  volumeMode?: string
  /** Snapshot or claim whose contents the volume starts with. */
  dataSource?: TypedLocalObjectReference
  /** Object of any kind that provides the initial contents of the volume. */
  dataSourceRef?: TypedObjectReference
  /** VolumeAttributesClass of the volume. */
  volumeAttributesClassName?: string
}

/** Observed state of a claim. */
export interface PersistentVolumeClaimStatus {
  /** Pending, Bound or Lost; Pending at first. */
  phase?: string
  /** Access modes of the bound volume. */
  accessModes?: string[]
  /** Capacity of the bound volume. */
  capacity?: Record<string, string>
  /** Conditions, one per type. */
  conditions?: PersistentVolumeClaimCondition[]
  /** Storage allocated to the claim. */
  allocatedResources?: Record<string, string>
  /** Progress of a resize, per resource. */
  allocatedResourceStatuses?: Record<string, string>
  /** Current VolumeAttributesClass of the volume. */
  currentVolumeAttributesClassName?: string
  /** Progress of a change to another VolumeAttributesClass. */
  modifyVolumeStatus?: ModifyVolumeStatus
}

/** Template of a claim that is created for a pod. */
export interface PersistentVolumeClaimTemplate {
  /** Labels and annotations of the claim. */
  metadata: ObjectMeta
  /** Storage that the claim asks for. */
  spec: PersistentVolumeClaimSpec
}

/** Storage bound to a persistent volume claim. */
export interface PersistentVolumeClaimVolumeSource {
  /** Claim in the namespace of the pod. */
  claimName: string
  /** True makes every mount of the claim read only. */
  readOnly?: boolean
}

/** A piece of storage and how it may be used. */
export interface PersistentVolumeSpec {
  /** Size of the volume, under the name storage. */
  capacity?: Record<string, string>
  /** Google Compute Engine disk. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource
  /** Amazon block store volume. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  /** Directory of a node; only for tests on a single node. */
  hostPath?: HostPathVolumeSource
  /** GlusterFS volume. */
  glusterfs?: GlusterfsPersistentVolumeSource
  /** Directory of an NFS server. */
  nfs?: NFSVolumeSource
  /** Ceph block device. */
  rbd?: RBDPersistentVolumeSource
  /** Disk attached over iSCSI. */
  iscsi?: ISCSIPersistentVolumeSource
  /** OpenStack Cinder volume. */
  cinder?: CinderPersistentVolumeSource
  /** Ceph file system. */
  cephfs?: CephFSPersistentVolumeSource
  /** Fibre Channel disk. */
  fc?: FCVolumeSource
  /** Flocker dataset. */
  flocker?: FlockerVolumeSource
  /** Volume of a driver program on the nodes. */
  flexVolume?: FlexPersistentVolumeSource
  /** Azure file share. */
  azureFile?: AzureFilePersistentVolumeSource
  /** Virtual disk of a vSphere datastore. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource
  /** Quobyte volume. */
  quobyte?: QuobyteVolumeSource
  /** Azure data disk. */
  azureDisk?: AzureDiskVolumeSource
  /** Photon disk. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  /** Portworx volume. */
  portworxVolume?: PortworxVolumeSource
  /** ScaleIO volume. */
  scaleIO?: ScaleIOPersistentVolumeSource
  /** Disk, partition or directory of one node; needs nodeAffinity. */
  local?: LocalVolumeSource
  /** StorageOS volume. */
  storageos?: StorageOSPersistentVolumeSource
  /** Volume of a storage driver. */
  csi?: CSIPersistentVolumeSource
  /** How the volume can be mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod. */
  accessModes?: string[]
  /** Claim that the volume is bound to. */
  claimRef?: ObjectReference
  /** What happens to the volume when its claim is deleted: Retain (default), Delete or Recycle. */
  persistentVolumeReclaimPolicy?: string
  /** Class of the storage; empty for none. */
  storageClassName?: string
  /** Options of the mount, such as ro. */
  mountOptions?: string[]
  /** Filesystem (default), or Block for a raw device. */
  volumeMode?: string
  /** Nodes that can reach the volume. */
  nodeAffinity?: VolumeNodeAffinity
  /** VolumeAttributesClass of the volume. */
  volumeAttributesClassName?: string
}

/** State of a volume. */
export interface PersistentVolumeStatus {
  /** Pending at first, then Available, Bound, Released or Failed. */
  phase?: string
  /** Why the volume is in this phase, in words for people. */
  message?: string
  /** Why the volume has failed, as one word. */
  reason?: string
  /** When the phase last changed. */
  lastPhaseTransitionTime?: string
}

/** Photon platform disk used as a volume. */
export interface PhotonPersistentDiskVolumeSource {
  /** Identifier of the Photon persistent disk. */
  pdID: string
  /** File system of the Photon disk; ext4 when empty. */
  fsType?: string
}

/** Containers that run together on one node. */
export interface Pod {
  kind: 'Pod'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the pod. */
  metadata: ObjectMeta
  /** What to run, and how. */
  spec: PodSpec
  /** Last reported state; may lag behind reality. */
  status: PodStatus
}

/** Rules for placing a pod together with others. */
export interface PodAffinity {
  /** Pods that must already run in the same topology domain; all terms count. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
  /** Weighted preferences for nearness to other pods; they never prevent placement. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}

/** Group of pods, and the topology domain in which to be near or far. */
export interface PodAffinityTerm {
  /** Labels of the pods; absent selects none. */
  labelSelector?: LabelSelector
  /** Namespaces of the pods; only that of this pod when left out. */
  namespaces?: string[]
  /** Node label whose equal values make up one domain, such as kubernetes.io/hostname. */
  topologyKey: string
  /** Labels of further namespaces of the pods; an empty selector selects all namespaces. */
  namespaceSelector?: LabelSelector
  /** Label keys whose values must equal those of this pod; needs labelSelector. */
  matchLabelKeys?: string[]
  /** Label keys whose values must differ from those of this pod; needs labelSelector. */
  mismatchLabelKeys?: string[]
}

/** Rules for keeping a pod away from others. */
export interface PodAntiAffinity {
  /** Pods that must not run in the same topology domain; all terms count. */
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[]
  /** Weighted preferences for distance from other pods; they never prevent placement. */
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[]
}

/** One condition of a pod. */
export interface PodCondition {
  /** Type of the condition: PodScheduled, Initialized, ContainersReady, Ready or another. */
  type: string
  /** Generation of the pod that the condition was computed from. */
  observedGeneration?: number
  /** True, False or Unknown. */
  status: string
  /** When it was last checked. */
  lastProbeTime: string | null
  /** When the status last changed. */
  lastTransitionTime: string | null
  /** Reason of the last change, as one word. */
  reason?: string
  /** Details of the last change, for people. */
  message?: string
}

/** Resolver settings of a pod. */
export interface PodDNSConfig {
  /** IP addresses of name servers to ask in addition. */
  nameservers?: string[]
  /** Domains appended when looking up short host names. */
  searches?: string[]
  /** Resolver options; an entry overrides one of equal name from the DNS policy. */
  options?: PodDNSConfigOption[]
}

/** One option of the resolver configuration. */
export interface PodDNSConfigOption {
  /** Option name, such as ndots; must not be empty. */
  name?: string
  /** Option value; absent for options that take none. */
  value?: string
}

/** An address of the pod. */
export interface PodIP {
  /** IP address. */
  ip: string
}

/** Operating system of the containers. */
export interface PodOS {
  /** linux or windows; settings that belong to the other are rejected. */
  name: string
}

/** Condition that must be true for a pod to be ready. */
export interface PodReadinessGate {
  /** Type of a condition in the status of the pod. */
  conditionType: string
}

/** Resource claim that containers of the pod can use, by name or by template. */
export interface PodResourceClaim {
  /** Name by which containers refer to the claim; a DNS label. */
  name: string
  /** Claim in the namespace of the pod; not together with the template. */
  resourceClaimName?: string
  /** Template from which a claim is created for the pod. */
  resourceClaimTemplateName?: string
}

/** Resource claim that was made for the pod. */
export interface PodResourceClaimStatus {
  /** Name of the entry of resourceClaims. */
  name: string
  /** Claim that was made; absent where none was needed. */
  resourceClaimName?: string
}

/** Gate that must be removed before a pod is scheduled. */
export interface PodSchedulingGate {
  /** Name of the gate; unique within the pod. */
  name: string
}

/** Security settings that apply to the whole pod. */
export interface PodSecurityContext {
  /** SELinux label for all containers; chosen by the runtime when absent. */
  seLinuxOptions?: SELinuxOptions
  /** Settings for containers on Windows. */
  windowsOptions?: WindowsSecurityContextOptions
  /** User id that runs the programs; the one set in the image when absent. */
  runAsUser?: number
  /** Group id that runs the programs; the one of the runtime when absent. */
  runAsGroup?: number
  /** True refuses to start containers whose user would be root. */
  runAsNonRoot?: boolean
  /** Further group ids added to the first process of every container. */
  supplementalGroups?: number[]
  /** Merge (default) adds the groups that the image gives the user, Strict does not. */
  supplementalGroupsPolicy?: string
  /** Group id that owns supported volumes and is added to every container. */
  fsGroup?: number
  /** Kernel parameters to set for the pod. */
  sysctls?: Sysctl[]
  /** When ownership of volumes is set: Always (default), or OnRootMismatch to save time. */
  fsGroupChangePolicy?: string
  /** Seccomp profile of the containers. */
  seccompProfile?: SeccompProfile
  /** AppArmor profile that confines containers. */
  appArmorProfile?: AppArmorProfile
  /** How volumes get their SELinux label: by MountOption (default) or Recursive. */
  seLinuxChangePolicy?: string
}

/** Contents and runtime settings of a pod. */
export interface PodSpec {
  /** Storage that the containers of the pod can mount. */
  volumes?: Volume[]
  /** Containers run one after another to completion before the main ones start. */
  initContainers?: Container[]
  /** Main containers of the pod; at least one is required. */
  containers: Container[]
  /** Containers added to a running pod for debugging; not allowed in a new pod. */
  ephemeralContainers?: EphemeralContainer[]
  /** When ended containers are restarted; Always by default, and required in controller templates. */
  restartPolicy?: string
  /** Seconds between the stop signal and a forced kill; 30 when left out. */
  terminationGracePeriodSeconds?: number
  /** Seconds the pod may run before it is ended; not allowed in controller templates. */
  activeDeadlineSeconds?: number
  /** How containers resolve names: ClusterFirst (default), ClusterFirstWithHostNet, Default or None. */
  dnsPolicy?: string
  /** Labels a node must carry for the pod to be placed there. */
  nodeSelector?: Record<string, string>
  /** Service account whose identity the pod uses; empty leaves it to the cluster. */
  serviceAccountName?: string
  /** Older spelling of serviceAccountName, always returned with the same value. */
  serviceAccount?: string
  /** False keeps the service account token out of the containers; absent follows the account. */
  automountServiceAccountToken?: boolean
  /** Node to run on without asking the scheduler; empty lets it choose. */
  nodeName?: string
  /** True shares the network of the node, so ports are node ports. */
  hostNetwork?: boolean
  /** True lets containers see the processes of the node. */
  hostPID?: boolean
  /** True shares the IPC namespace of the node. */
  hostIPC?: boolean
  /** True lets the containers see the processes of one another. */
  shareProcessNamespace?: boolean
  /** Security settings for the pod and defaults for its containers. */
  securityContext?: PodSecurityContext
  /** Secrets in the same namespace with credentials for private image registries. */
  imagePullSecrets?: LocalObjectReference[]
  /** Host name inside the pod; the pod name when left out. */
  hostname?: string
  /** Domain part of the pod host name; normally names a headless service. */
  subdomain?: string
  /** Rules drawing the pod towards or away from nodes and other pods. */
  affinity?: Affinity
  /** Scheduler that places the pod; default-scheduler when left out. */
  schedulerName?: string
  /** Node taints the pod tolerates. */
  tolerations?: Toleration[]
  /** Extra lines for the hosts file of the containers. */
  hostAliases?: HostAlias[]
  /** Priority class of the pod, which decides its priority. */
  priorityClassName?: string
  /** Scheduling priority number, higher first; normally filled in from the class. */
  priority?: number
  /** Resolver settings added to those that come from dnsPolicy. */
  dnsConfig?: PodDNSConfig
  /** Readiness gates: conditions that must be true for the pod to be ready. */
  readinessGates?: PodReadinessGate[]
  /** Runtime class of the pod; the default runtime when absent. */
  runtimeClassName?: string
  /** False keeps addresses of services out of the environment variables. */
  enableServiceLinks?: boolean
  /** Whether the pod may preempt pods of lower priority: PreemptLowerPriority or Never. */
  preemptionPolicy?: string
  /** Resource overhead besides the containers; set by the runtime class. */
  overhead?: Record<string, string>
  /** How evenly pods are spread over domains such as zones. */
  topologySpreadConstraints?: TopologySpreadConstraint[]
  /** True gives containers the full domain name as host name. */
  setHostnameAsFQDN?: boolean
  /** Operating system of the containers. */
  os?: PodOS
  /** False runs the pod in a user namespace of its own. */
  hostUsers?: boolean
  /** Gates that must be removed before the pod is scheduled. */
  schedulingGates?: PodSchedulingGate[]
  /** Resource claims that containers may use. */
  resourceClaims?: PodResourceClaim[]
  /** Resources that all containers share. */
  resources?: ResourceRequirements
}

/** Last reported state of a pod. */
export interface PodStatus {
  /** Generation of the pod that the status was computed from. */
  observedGeneration?: number
  /** Phase of its life: Pending, Running, Succeeded, Failed or Unknown. */
  phase?: string
  /** Conditions of the pod, one per type. */
  conditions?: PodCondition[]
  /** Details of the phase, for people. */
  message?: string
  /** Reason of the phase, as one word such as Evicted. */
  reason?: string
  /** Node on which the scheduler preempts other pods for this pod. */
  nominatedNodeName?: string
  /** Address of the node it runs on. */
  hostIP?: string
  /** All addresses of the node; the first is hostIP. */
  hostIPs?: HostIP[]
  /** Address of the pod. */
  podIP?: string
  /** All addresses of the pod, one of each family; the first is podIP. */
  podIPs?: PodIP[]
  /** When the kubelet accepted the pod. */
  startTime?: string
  /** States of the init containers. */
  initContainerStatuses?: ContainerStatus[]
  /** States of the main containers. */
  containerStatuses?: ContainerStatus[]
  /** Quality of service class: Guaranteed, Burstable or BestEffort. */
  qosClass?: string
  /** States of the ephemeral containers. */
  ephemeralContainerStatuses?: ContainerStatus[]
  /** State of a requested resize. */
  resize?: string
  /** Resource claims that were made for it. */
  resourceClaimStatuses?: PodResourceClaimStatus[]
}

/** A pod template, stored as an object of its own. */
export interface PodTemplate {
  kind: 'PodTemplate'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the template. */
  metadata: ObjectMeta
  /** Pattern from which pods can be made. */
  template: PodTemplateSpec
}

/** Template from which a controller creates pods. */
export interface PodTemplateSpec {
  /** Labels and annotations given to each created pod. */
  metadata: ObjectMeta
  /** Containers, volumes and other settings of the created pods. */
  spec: PodSpec
}

/** State of one port of a load balancer. */
export interface PortStatus {
  /** Number of the port. */
  port: number
  /** Protocol of the port: TCP, UDP or SCTP. */
  protocol: string
  /** Why the port does not work, as a single CamelCase word or a qualified name. */
  error?: string
}

/** Portworx volume attached to a pod. */
export interface PortworxVolumeSource {
  /** Identifier of the volume in the Portworx cluster. */
  volumeID: string
  /** File system to mount, ext4 or xfs; ext4 when empty. */
  fsType?: string
  /** True attaches the Portworx volume without write access. */
  readOnly?: boolean
}

/** A preference for node labels, with a weight. */
export interface PreferredSchedulingTerm {
  /** Weight of a match, from 1 to 100. */
  weight: number
  /** Node label condition to match. */
  preference: NodeSelectorTerm
}

/** Periodic health check of a container; set exactly one kind of check. */
export interface Probe {
  /** Command run inside the container; exit code zero means success. */
  exec?: ExecAction
  /** HTTP GET request; status codes from 200 to 399 mean success. */
  httpGet?: HTTPGetAction
  /** TCP connection attempt; an accepted connection means success. */
  tcpSocket?: TCPSocketAction
  /** Call of the gRPC health service; the status SERVING means success. */
  grpc?: GRPCAction
  /** Seconds after container start before the first check. */
  initialDelaySeconds?: number
  /** Timeout of a check in seconds; one when left out. */
  timeoutSeconds?: number
  /** Seconds between two checks; ten when left out. */
  periodSeconds?: number
  /** Passes in a row needed after a failure; one by default, always one for liveness. */
  successThreshold?: number
  /** Failures in a row before the check counts as failed; three when left out. */
  failureThreshold?: number
  /** Grace period in seconds when this check fails; that of the pod when left out. Not for readiness. */
  terminationGracePeriodSeconds?: number
}

/** Volume that merges several sources into one directory. */
export interface ProjectedVolumeSource {
  /** Sources to merge; no two may write the same path. */
  sources: VolumeProjection[]
  /** Permission bits of merged files that set none; 420 (octal 0644) when left out. */
  defaultMode?: number
}

/** Quobyte volume mounted into a pod. */
export interface QuobyteVolumeSource {
  /** Quobyte registry services as host:port, several separated by commas. */
  registry: string
  /** Name of an already created Quobyte volume. */
  volume: string
  /** True mounts the Quobyte volume without write access. */
  readOnly?: boolean
  /** User that file access is mapped to. */
  user?: string
  /** Group that file access is mapped to; none when empty. */
  group?: string
  /** Quobyte tenant that owns the volume; set by drivers. */
  tenant?: string
}

/** Ceph block device. */
export interface RBDPersistentVolumeSource {
  /** Addresses of the Ceph monitors; at least one is required. */
  monitors: string[]
  /** Name of the block device image. */
  image: string
  /** File system on the image, such as xfs; ext4 when empty. */
  fsType?: string
  /** Ceph pool holding the image; rbd when left out. */
  pool?: string
  /** Ceph user to authenticate as; admin when left out. */
  user?: string
  /** Key file on the node; /etc/ceph/keyring when left out. */
  keyring?: string
  /** Secret with the Ceph key; used instead of the keyring when given. */
  secretRef?: SecretReference
  /** True maps the image without write access. */
  readOnly?: boolean
}

/** Ceph block device used as a volume. */
export interface RBDVolumeSource {
  /** Addresses of the Ceph monitors; at least one is required. */
  monitors: string[]
  /** Name of the block device image. */
  image: string
  /** File system on the image, such as xfs; ext4 when empty. */
  fsType?: string
  /** Ceph pool holding the image; rbd when left out. */
  pool?: string
  /** Ceph user to authenticate as; admin when left out. */
  user?: string
  /** Key file on the node; /etc/ceph/keyring when left out. */
  keyring?: string
  /** Secret with the Ceph key; used instead of the keyring when given. */
  secretRef?: LocalObjectReference
  /** True maps the image without write access. */
  readOnly?: boolean
}

/** Keeps a fixed number of pods made from one template running; superseded by replica sets. */
export interface ReplicationController {
  kind: 'ReplicationController'
  apiVersion: 'v1'
  /** Name, namespace and labels; missing labels are copied from the pod template. */
  metadata: ObjectMeta
  /** Wanted state: pod count, selector and pod template. */
  spec: ReplicationControllerSpec
  /** Pod counts and conditions last written by the manager of the controller. */
  status: ReplicationControllerStatus
}

/** One condition of a replication controller. */
export interface ReplicationControllerCondition {
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

/** Wanted behaviour of a replication controller. */
export interface ReplicationControllerSpec {
  /** Number of pods to keep running; one when left out, zero is allowed. */
  replicas?: number
  /** Seconds a pod must stay ready before it is counted as available; zero by default. */
  minReadySeconds?: number
  /** Labels of the pods counted as its own; copied from the template when absent. */
  selector?: Record<string, string>
  /** Pod to create whenever there are too few matching ones. */
  template?: PodTemplateSpec
}

/** Observed state of a replication controller. */
export interface ReplicationControllerStatus {
  /** Number of pods last seen that match the selector. */
  replicas: number
  /** Pods that carry every label of the pod template. */
  fullyLabeledReplicas?: number
  /** Pods currently passing their readiness checks. */
  readyReplicas?: number
  /** Pods ready for minReadySeconds or longer. */
  availableReplicas?: number
  /** Generation of the replication controller that its manager last acted on. */
  observedGeneration?: number
  /** Conditions, for instance that pods could not be created. */
  conditions?: ReplicationControllerCondition[]
}

/** Use of one of the resource claims of the pod. */
export interface ResourceClaim {
  /** Name of an entry of resourceClaims of the pod. */
  name: string
  /** Request within the claim to use; all of them when empty. */
  request?: string
}

/** Reference to a resource request or limit of a container. */
export interface ResourceFieldSelector {
  /** Name of the container; required in volumes, optional in environment variables. */
  containerName?: string
  /** Resource to read, such as limits.cpu or requests.memory. */
  resource: string
  /** Unit the amount is expressed in, such as 1Mi; one when left out. */
  divisor: string
}

/** Health of one device. */
export interface ResourceHealth {
  /** Identifier of the device. */
  resourceID: string
  /** Healthy, Unhealthy or Unknown. */
  health?: string
}

/** Limits the total use of resources in a namespace. */
export interface ResourceQuota {
  kind: 'ResourceQuota'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the quota. */
  metadata: ObjectMeta
  /** Wanted limits. */
  spec: ResourceQuotaSpec
  /** Limits that are enforced, and what is used of them. */
  status: ResourceQuotaStatus
}

/** Limits on the total use of resources in a namespace. */
export interface ResourceQuotaSpec {
  /** Maximum per resource, such as pods, requests.cpu or count/jobs.batch. */
  hard?: Record<string, string>
  /** Scopes that an object must match to be counted; never change. */
  scopes?: string[]
  /** Further conditions on scopes; an object must match all to be counted. */
  scopeSelector?: ScopeSelector
}

/** What is used of a quota. */
export interface ResourceQuotaStatus {
  /** Limits that are enforced now. */
  hard?: Record<string, string>
  /** Sum of what the objects of the namespace use. */
  used?: Record<string, string>
}

/** Amounts of compute resources a container needs and may use. */
export interface ResourceRequirements {
  /** Upper bound of use per resource name; no bound for resources not named. */
  limits?: Record<string, string>
  /** Amount reserved per resource name; must not exceed the limit. */
  requests?: Record<string, string>
  /** Claims of the pod that this container uses. */
  claims?: ResourceClaim[]
}

/** Health of the devices of one resource. */
export interface ResourceStatus {
  /** Name of the resource, or of the claim it came from. */
  name: string
  /** The devices, each with its health. */
  resources?: ResourceHealth[]
}

/** Parts of an SELinux label. */
export interface SELinuxOptions {
  /** SELinux user part of the label. */
  user?: string
  /** SELinux role part of the label. */
  role?: string
  /** SELinux type part of the label. */
  type?: string
  /** SELinux sensitivity level and categories, such as s0:c1,c2. */
  level?: string
}

/** ScaleIO volume. */
export interface ScaleIOPersistentVolumeSource {
  /** Address of the ScaleIO API gateway. */
  gateway: string
  /** Name of the storage system set up in ScaleIO. */
  system: string
  /** Secret with the login for the gateway; login fails without it. */
  secretRef: SecretReference | null
  /** True talks to the gateway over SSL. */
  sslEnabled?: boolean
  /** ScaleIO protection domain that holds the storage. */
  protectionDomain?: string
  /** Storage pool within the protection domain. */
  storagePool?: string
  /** ThickProvisioned or ThinProvisioned; ThinProvisioned when left out. */
  storageMode?: string
  /** Name of an existing ScaleIO volume; must not be empty. */
  volumeName?: string
  /** File system to mount; xfs when left out. */
  fsType?: string
  /** True mounts the ScaleIO volume without write access. */
  readOnly?: boolean
}

/** ScaleIO volume attached to a pod. */
export interface ScaleIOVolumeSource {
  /** Address of the ScaleIO API gateway. */
  gateway: string
  /** Name of the storage system set up in ScaleIO. */
  system: string
  /** Secret with the login for the gateway; login fails without it. */
  secretRef: LocalObjectReference | null
  /** True talks to the gateway over SSL. */
  sslEnabled?: boolean
  /** ScaleIO protection domain that holds the storage. */
  protectionDomain?: string
  /** Storage pool within the protection domain. */
  storagePool?: string
  /** ThickProvisioned or ThinProvisioned; ThinProvisioned when left out. */
  storageMode?: string
  /** Name of an existing ScaleIO volume; must not be empty. */
  volumeName?: string
  /** File system to mount; xfs when left out. */
  fsType?: string
  /** True mounts the ScaleIO volume without write access. */
  readOnly?: boolean
}

/** Conditions on the objects that a quota counts. */
export interface ScopeSelector {
  /** Conditions that must all hold. */
  matchExpressions?: ScopedResourceSelectorRequirement[]
}

/** One condition on the objects that a quota counts. */
export interface ScopedResourceSelectorRequirement {
  /** Scope that the condition applies to. */
  scopeName: string
  /** Comparison to make: In, NotIn, Exists or DoesNotExist. */
  operator: string
  /** At least one for In and NotIn, none for the others. */
  values?: string[]
}

/** Seccomp profile, which restricts system calls. */
export interface SeccompProfile {
  /** RuntimeDefault takes the profile of the runtime, Localhost one of the node, Unconfined none. */
  type: string
  /** Path of the profile on the node; with type Localhost only. */
  localhostProfile?: string
}

/** Confidential data such as passwords, keys and certificates. */
export interface Secret {
  kind: 'Secret'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the secret. */
  metadata: ObjectMeta
  /** True makes the data immutable; only the metadata can change afterwards. */
  immutable?: boolean
  /** Values by key, as base64. Keys consist of letters, digits, '-', '_' and '.'. */
  data?: Record<string, string>
  /** Values by key as plain text, write-only: they are merged into data and override it. */
  stringData?: Record<string, string>
  /** Type of the secret, which determines the keys it must have; Opaque when left out. */
  type?: string
}

/** Secret whose entries become environment variables. */
export interface SecretEnvSource {
  /** Name of the object referred to. */
  name?: string
  /** True tolerates a missing secret; otherwise the container does not start. */
  optional?: boolean
}

/** One entry of a named secret. */
export interface SecretKeySelector {
  /** Name of the object referred to. */
  name?: string
  /** Key of the entry in the secret. */
  key: string
  /** True tolerates a missing secret or key. */
  optional?: boolean
}

/** Secret entries placed into a projected volume. */
export interface SecretProjection {
  /** Name of the object referred to. */
  name?: string
  /** Entries to include and their paths; all of them when left out. */
  items?: KeyToPath[]
  /** True tolerates a missing secret or missing entries. */
  optional?: boolean
}

/** Secret of some namespace. */
export interface SecretReference {
  /** Name of the secret. */
  name?: string
  /** Namespace of the secret. */
  namespace?: string
}

/** Volume with one file per entry of a secret. */
export interface SecretVolumeSource {
  /** Secret in the namespace of the pod; must not be empty. */
  secretName?: string
  /** Entries to show and their file paths; all entries when left out. */
  items?: KeyToPath[]
  /** Permission bits of files without their own mode; 420 (octal 0644) when left out. */
  defaultMode?: number
  /** True lets the pod start even if the secret or an entry is missing. */
  optional?: boolean
}

/** Security settings of one container. */
export interface SecurityContext {
  /** Linux capabilities to add to or take from the runtime defaults. */
  capabilities?: Capabilities
  /** True gives the container nearly full access to the node; false by default. */
  privileged?: boolean
  /** SELinux label for the container; chosen by the runtime when absent. */
  seLinuxOptions?: SELinuxOptions
  /** Settings for Windows; those of the pod where left out. */
  windowsOptions?: WindowsSecurityContextOptions
  /** User id of the program; falls back to pod setting, then image. */
  runAsUser?: number
  /** Group id of the program; falls back to pod setting, then runtime. */
  runAsGroup?: number
  /** True refuses to start the container when its user would be root. */
  runAsNonRoot?: boolean
  /** True makes the root file system of the container unwritable. */
  readOnlyRootFilesystem?: boolean
  /** False prevents privilege escalation, for instance through setuid files. */
  allowPrivilegeEscalation?: boolean
  /** How /proc is mounted: Default masks sensitive paths, Unmasked none. */
  procMount?: string
  /** Seccomp profile; that of the pod when absent. */
  seccompProfile?: SeccompProfile
  /** AppArmor profile; that of the pod when absent. */
  appArmorProfile?: AppArmorProfile
}

/** One stable address for a group of pods. */
export interface Service {
  kind: 'Service'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the service. */
  metadata: ObjectMeta
  /** How to reach the service, and its pods. */
  spec: ServiceSpec
  /** Observed state, written by the implementation of load balancers. */
  status: ServiceStatus
}

/** Identity of the programs in pods. */
export interface ServiceAccount {
  kind: 'ServiceAccount'
  apiVersion: 'v1'
  /** Name, namespace, labels and other standard data of the account. */
  metadata: ObjectMeta
  /** Secrets that pods of the account may mount. */
  secrets?: ObjectReference[]
  /** Secrets with credentials for image registries, for pods that name none. */
  imagePullSecrets?: LocalObjectReference[]
  /** False keeps the token of the account out of pods that do not ask for it. */
  automountServiceAccountToken?: boolean
}

/** Token of the service account placed into a projected volume. */
export interface ServiceAccountTokenProjection {
  /** Audience of the token; the API server when empty. */
  audience?: string
  /** Seconds a token is valid before a new one is written; at least 600, 3600 when left out. */
  expirationSeconds?: number
  /** Relative path of the token file in the volume. */
  path: string
}

/** A port of a service. */
export interface ServicePort {
  /** Name of the port, a DNS label; required where there are several ports. */
  name?: string
  /** Protocol of the port: TCP, UDP or SCTP; TCP when left out. */
  protocol?: string
  /** Protocol of the application, such as kubernetes.io/h2c; a hint. */
  appProtocol?: string
  /** Number of the port. */
  port: number
  /** Port of the pods, by number or by name; the same port when left out. */
  targetPort?: number | string
  /** Port on every node that forwards to the service; allocated by the server if the type needs one. */
  nodePort?: number
}

/** How to reach a service, and its pods. */
export interface ServiceSpec {
  /** Ports of the service; a headless service needs none. */
  ports?: ServicePort[]
  /** Labels of the pods behind the service; without any, its endpoints are managed by others. */
  selector?: Record<string, string>
  /** Address within the cluster; None for a headless service, chosen by the server when left out. */
  clusterIP?: string
  /** Addresses within the cluster, the first of which is clusterIP. */
  clusterIPs?: string[]
  /** How the service is exposed: ClusterIP (default), NodePort, LoadBalancer, or ExternalName for a DNS alias. */
  type?: string
  /** Further addresses at which nodes take traffic for the service. */
  externalIPs?: string[]
  /** ClientIP sends a client to the same pod for some time, None to any; None when left out. */
  sessionAffinity?: string
  /** Address that a load balancer should have; deprecated. */
  loadBalancerIP?: string
  /** Address ranges of the clients that a load balancer admits. */
  loadBalancerSourceRanges?: string[]
  /** DNS name that the service stands for; with type ExternalName only. */
  externalName?: string
  /** Whether traffic from outside goes to all pods (Cluster) or to those of the node it came to (Local). */
  externalTrafficPolicy?: string
  /** Port of the health check that tells load balancers which nodes have local pods; only with external traffic policy Local. */
  healthCheckNodePort?: number
  /** True publishes the addresses of pods that are not ready. */
  publishNotReadyAddresses?: boolean
  /** Settings of session affinity. */
  sessionAffinityConfig?: SessionAffinityConfig
  /** IP families; chosen by the server when left out. */
  ipFamilies?: string[]
  /** Whether the service has one IP family or both. */
  ipFamilyPolicy?: string
  /** False allocates no node ports for a service of type LoadBalancer. */
  allocateLoadBalancerNodePorts?: boolean
  /** Implementation that provides the load balancer; never changes. */
  loadBalancerClass?: string
  /** Whether traffic from inside goes to all pods (Cluster) or to those of the same node (Local). */
  internalTrafficPolicy?: string
  /** Preference among the pods: PreferClose prefers near ones. */
  trafficDistribution?: string
}

/** Observed state of a service. */
export interface ServiceStatus {
  /** Addresses of the load balancer of the service. */
  loadBalancer: LoadBalancerStatus
  /** Conditions of the service, one per type. */
  conditions?: Condition[]
}

/** Settings of session affinity. */
export interface SessionAffinityConfig {
  /** Settings of affinity by the address of the client. */
  clientIP?: ClientIPConfig
}

/** Pause of a container. */
export interface SleepAction {
  /** Seconds to wait. */
  seconds: number
}

/** StorageOS volume. */
export interface StorageOSPersistentVolumeSource {
  /** Name of the volume, unique within its StorageOS namespace. */
  volumeName?: string
  /** StorageOS namespace of the volume; the namespace of the pod when empty. */
  volumeNamespace?: string
  /** File system of the volume; ext4 when empty. */
  fsType?: string
  /** True mounts the StorageOS volume without write access. */
  readOnly?: boolean
  /** Secret with StorageOS API credentials; built-in defaults are tried when absent. */
  secretRef?: ObjectReference
}

/** StorageOS volume mounted into a pod. */
export interface StorageOSVolumeSource {
  /** Name of the volume, unique within its StorageOS namespace. */
  volumeName?: string
  /** StorageOS namespace of the volume; the namespace of the pod when empty. */
  volumeNamespace?: string
  /** File system of the volume; ext4 when empty. */
  fsType?: string
  /** True mounts the StorageOS volume without write access. */
  readOnly?: boolean
  /** Secret with StorageOS API credentials; built-in defaults are tried when absent. */
  secretRef?: LocalObjectReference
}

/** One kernel parameter to set. */
export interface Sysctl {
  /** Name of the parameter, such as kernel.shm_rmid_forced. */
  name: string
  /** Value to set it to. */
  value: string
}

/** TCP connection opened to a container. */
export interface TCPSocketAction {
  /** Port to connect to, by number or by container port name. */
  port: number | string
  /** Host to open the connection to; the pod address when empty. */
  host?: string
}

/** Mark that keeps pods off a node unless they tolerate it. */
export interface Taint {
  /** Name of the taint. */
  key: string
  /** Value of the taint. */
  value?: string
  /** Effect on pods: NoSchedule, PreferNoSchedule or NoExecute. */
  effect: string
  /** When a taint that evicts pods was added. */
  timeAdded?: string
}

/** Permission to run on nodes with matching taints. */
export interface Toleration {
  /** Taint key to tolerate; empty, with operator Exists, tolerates every key. */
  key?: string
  /** Equal compares the value, Exists accepts any; Equal when left out. */
  operator?: string
  /** Taint value to tolerate; must be empty with operator Exists. */
  value?: string
  /** Taint effect to tolerate; empty tolerates all effects. */
  effect?: string
  /** Seconds a NoExecute taint is endured before eviction; without limit when absent. */
  tolerationSeconds?: number
}

/** A node label and its allowed values. */
export interface TopologySelectorLabelRequirement {
  /** Key of the label. */
  key: string
  /** Allowed values of the label; at least one. */
  values: string[]
}

/** Nodes for which volumes may be provisioned. */
export interface TopologySelectorTerm {
  /** Labels of the nodes; all must match. */
  matchLabelExpressions?: TopologySelectorLabelRequirement[]
}

/** How evenly pods are spread over the domains of a topology. */
export interface TopologySpreadConstraint {
  /** Maximum difference in pods between two domains; at least 1. */
  maxSkew: number
  /** Node label whose equal values make up one domain, such as topology.kubernetes.io/zone. */
  topologyKey: string
  /** DoNotSchedule keeps the pod waiting, ScheduleAnyway only prefers what spreads best. */
  whenUnsatisfiable: string
  /** Labels of the pods that are counted. */
  labelSelector?: LabelSelector
  /** Minimum number of domains; with fewer, none may have more than maxSkew pods. Only with DoNotSchedule. */
  minDomains?: number
  /** Honor (default) counts only nodes that the pod may run on, Ignore counts all. */
  nodeAffinityPolicy?: string
  /** Honor leaves out nodes with taints that the pod does not tolerate; Ignore (default) counts all. */
  nodeTaintsPolicy?: string
  /** Label keys whose values in counted pods must equal those of this pod; needs labelSelector. */
  matchLabelKeys?: string[]
}

/** Reference by kind and name to an object in the same namespace. */
export interface TypedLocalObjectReference {
  /** Group of the kind; the core group when left out. */
  apiGroup: string | null
  /** Kind of the object. */
  kind: string
  /** Name of the object. */
  name: string
}

/** Reference by kind and name to an object, in any namespace. */
export interface TypedObjectReference {
  /** Group of the object; the core group when absent. */
  apiGroup: string | null
  /** Kind of the object. */
  kind: string
  /** Name of the object. */
  name: string
  /** Namespace of the object; that of the claim when absent. */
  namespace?: string
}

/** Named storage that containers of the pod can mount. */
export interface Volume {
  /** Name used by volume mounts; a DNS label, unique within the pod. */
  name: string
  /** File or directory of the node itself. */
  hostPath?: HostPathVolumeSource
  /** Scratch space that lives and dies with the pod; used when no source is given. */
  emptyDir?: EmptyDirVolumeSource
  /** Persistent disk of Google Compute Engine. */
  gcePersistentDisk?: GCEPersistentDiskVolumeSource
  /** Block store volume of Amazon Web Services. */
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource
  /** Directory filled by cloning a Git repository at pod start. */
  gitRepo?: GitRepoVolumeSource
  /** Files made from the entries of a secret. */
  secret?: SecretVolumeSource
  /** Directory exported by an NFS server. */
  nfs?: NFSVolumeSource
  /** Disk reached over an iSCSI connection. */
  iscsi?: ISCSIVolumeSource
  /** Volume of a GlusterFS storage cluster. */
  glusterfs?: GlusterfsVolumeSource
  /** Storage bound to a claim in the namespace of the pod. */
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource
  /** Ceph block device image, attached over the network. */
  rbd?: RBDVolumeSource
  /** Volume attached by an external driver program on the node. */
  flexVolume?: FlexVolumeSource
  /** OpenStack Cinder block volume attached to the node. */
  cinder?: CinderVolumeSource
  /** Directory of a Ceph shared file system. */
  cephfs?: CephFSVolumeSource
  /** Dataset managed by a Flocker control service. */
  flocker?: FlockerVolumeSource
  /** Files holding facts about the pod itself. */
  downwardAPI?: DownwardAPIVolumeSource
  /** Disk reached over Fibre Channel. */
  fc?: FCVolumeSource
  /** File share of an Azure storage account. */
  azureFile?: AzureFileVolumeSource
  /** Files made from the entries of a config map. */
  configMap?: ConfigMapVolumeSource
  /** Virtual disk from a vSphere datastore. */
  vsphereVolume?: VsphereVirtualDiskVolumeSource
  /** Volume of a Quobyte storage system. */
  quobyte?: QuobyteVolumeSource
  /** Data disk held in Azure storage. */
  azureDisk?: AzureDiskVolumeSource
  /** Persistent disk of the Photon platform. */
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource
  /** Several secrets, config maps and pod facts joined in one directory. */
  projected?: ProjectedVolumeSource
  /** Volume of a Portworx storage cluster. */
  portworxVolume?: PortworxVolumeSource
  /** Volume of a ScaleIO storage system. */
  scaleIO?: ScaleIOVolumeSource
  /** Volume of a StorageOS storage cluster. */
  storageos?: StorageOSVolumeSource
  /** Ephemeral volume of a CSI driver, for the life of the pod. */
  csi?: CSIVolumeSource
  /** Claim that is created and deleted with the pod. */
  ephemeral?: EphemeralVolumeSource
  /** Files of an image or artifact, mounted read only. */
  image?: ImageVolumeSource
}

/** Raw block device made visible inside a container. */
export interface VolumeDevice {
  /** Name of the pod volume to use, backed by a persistent volume claim. */
  name: string
  /** Path inside the container at which the device appears. */
  devicePath: string
}

/** Place at which a volume appears inside a container. */
export interface VolumeMount {
  /** Name of the volume this mount refers to; must match an entry of volumes. */
  name: string
  /** True forbids writing through this mount; writable by default. */
  readOnly?: boolean
  /** Whether a read-only mount is recursively read-only: Disabled (default), IfPossible or Enabled. */
  recursiveReadOnly?: string
  /** Path in the container at which the volume appears; unique per container. */
  mountPath: string
  /** Relative path inside the volume to mount; its root when empty. */
  subPath?: string
  /** How later mounts propagate between node and container: None (default), HostToContainer or Bidirectional. */
  mountPropagation?: string
  /** Like subPath, with $(NAME) replaced by environment variables; not together with subPath. */
  subPathExpr?: string
}

/** How a volume was mounted. */
export interface VolumeMountStatus {
  /** Name of the mount in the container. */
  name: string
  /** Path at which the volume appears. */
  mountPath: string
  /** Whether it can only be read. */
  readOnly?: boolean
  /** Whether mounts below can only be read too. */
  recursiveReadOnly?: string
}

/** Nodes that can reach a volume. */
export interface VolumeNodeAffinity {
  /** Conditions that these nodes must meet. */
  required?: NodeSelector
}

/** One source of a projected volume; only one kind may be set. */
export interface VolumeProjection {
  /** Entries of a secret to include as files. */
  secret?: SecretProjection
  /** Facts about the pod to include as files. */
  downwardAPI?: DownwardAPIProjection
  /** Entries of a config map to include as files. */
  configMap?: ConfigMapProjection
  /** Token of the service account of the pod to include as a file. */
  serviceAccountToken?: ServiceAccountTokenProjection
  /** Certificates of trust bundles to include as a file. */
  clusterTrustBundle?: ClusterTrustBundleProjection
}

/** Amounts of storage that a claim requests. */
export interface VolumeResourceRequirements {
  /** Maximum size of the volume. */
  limits?: Record<string, string>
  /** Minimum size of the volume, under the name storage. */
  requests?: Record<string, string>
}

/** Virtual disk of a vSphere datastore used as a volume. */
export interface VsphereVirtualDiskVolumeSource {
  /** Datastore path of the virtual disk file. */
  volumePath: string
  /** File system on the virtual disk; ext4 when empty. */
  fsType?: string
  /** Name of the storage policy the disk is managed under. */
  storagePolicyName?: string
  /** Identifier of the storage policy named by storagePolicyName. */
  storagePolicyID?: string
}

/** A preference about other pods, with a weight. */
export interface WeightedPodAffinityTerm {
  /** Weight of a match, from 1 to 100. */
  weight: number
  /** Pods and topology domain to match. */
  podAffinityTerm: PodAffinityTerm
}

/** Security settings for Windows. */
export interface WindowsSecurityContextOptions {
  /** Name of the group managed service account to use. */
  gmsaCredentialSpecName?: string
  /** Contents of the credential spec that the name stands for. */
  gmsaCredentialSpec?: string
  /** User that runs the programs, as DOMAIN\\User or plain name. */
  runAsUserName?: string
  /** True runs a HostProcess container, directly on the node. */
  hostProcess?: boolean
}
