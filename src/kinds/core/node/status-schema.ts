import {
  boolean,
  explicit,
  type Infer,
  int32,
  int64,
  list,
  map,
  milliQuantity,
  optional,
  required,
  string,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'

/** Dynamic kubelet configuration from config maps. Nothing uses it, but objects may still have it. */

const ConfigMapNodeConfigSource = struct(
  'io.k8s.api.core.v1.ConfigMapNodeConfigSource',
  'Config map with settings of a node.',
  () => ({
    namespace: required(1, string, 'Namespace of the config map.'),
    name: required(2, string, 'Name of the config map.'),
    uid: optional(3, string, 'Identifier of the config map.'),
    resourceVersion: optional(4, string, 'State of the config map.'),
    kubeletConfigKey: required(5, string, 'Key of the settings in the config map.'),
  }),
)

export const NodeConfigSource = struct(
  'io.k8s.api.core.v1.NodeConfigSource',
  'Where settings of a node come from.',
  () => ({
    configMap: explicit(2, ConfigMapNodeConfigSource, 'Config map with the settings.'),
  }),
)
export interface NodeConfigSource extends Infer<typeof NodeConfigSource> {}

const NodeConfigStatus = struct('io.k8s.api.core.v1.NodeConfigStatus', 'Which settings a node uses.', () => ({
  assigned: explicit(1, NodeConfigSource, 'Settings assigned to the node.'),
  active: explicit(2, NodeConfigSource, 'Active settings of the node.'),
  lastKnownGood: explicit(3, NodeConfigSource, 'Last settings that are known to work.'),
  error: optional(4, string, 'Error that keeps the node from using the assigned settings.'),
}))

export const NodeCondition = struct('io.k8s.api.core.v1.NodeCondition', 'One condition of a node.', () => ({
  type: required(1, string, 'Type of the condition, such as Ready.'),
  status: required(2, string, 'True, False or Unknown.'),
  lastHeartbeatTime: optional(3, time, 'When the condition was last reported.'),
  lastTransitionTime: optional(4, time, 'When the status last changed.'),
  reason: optional(5, string, 'Reason of the last change, as one word for programs.'),
  message: optional(6, string, 'Details of the last change, for people.'),
}))

export const NodeAddress = struct('io.k8s.api.core.v1.NodeAddress', 'Address of a node.', () => ({
  type: required(1, string, 'Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.'),
  address: required(2, string, 'The address.'),
}))

const DaemonEndpoint = struct('io.k8s.api.core.v1.DaemonEndpoint', 'Port of a daemon.', () => ({
  Port: required(1, int32, 'Port number.'),
}))

const NodeDaemonEndpoints = struct(
  'io.k8s.api.core.v1.NodeDaemonEndpoints',
  'Ports of the daemons on a node.',
  () => ({ kubeletEndpoint: optional(1, DaemonEndpoint, 'Port of the kubelet.') }),
)

const NodeSwapStatus = struct('io.k8s.api.core.v1.NodeSwapStatus', 'Swap space of a node.', () => ({
  capacity: explicit(1, int64, 'Size in bytes.'),
}))

const NodeSystemInfo = struct(
  'io.k8s.api.core.v1.NodeSystemInfo',
  'System data of a node: identifiers, versions, architecture.',
  () => ({
    machineID: required(1, string, 'Identifier of the machine within the cluster.'),
    systemUUID: required(2, string, 'System UUID of the machine.'),
    bootID: required(3, string, 'Identifier of the present boot.'),
    kernelVersion: required(4, string, 'Version of the kernel.'),
    osImage: required(5, string, 'Name of the operating system image.'),
    containerRuntimeVersion: required(6, string, 'Container runtime and its version.'),
    kubeletVersion: required(7, string, 'Version of the kubelet.'),
    kubeProxyVersion: required(8, string, 'No longer used.'),
    operatingSystem: required(9, string, 'Operating system.'),
    architecture: required(10, string, 'Processor architecture.'),
    swap: explicit(11, NodeSwapStatus, 'Swap space.'),
  }),
)

const ContainerImage = struct('io.k8s.api.core.v1.ContainerImage', 'An image on a node.', () => ({
  names: optional(1, list(string), 'Names of the image.', { listType: 'atomic' }),
  sizeBytes: optional(2, int64, 'Size in bytes.'),
}))

const AttachedVolume = struct('io.k8s.api.core.v1.AttachedVolume', 'A volume attached to a node.', () => ({
  name: required(1, string, 'Name of the volume.'),
  devicePath: required(2, string, 'Path of the device.'),
}))

const NodeRuntimeHandlerFeatures = struct(
  'io.k8s.api.core.v1.NodeRuntimeHandlerFeatures',
  'Features of a runtime handler.',
  () => ({
    recursiveReadOnlyMounts: explicit(1, boolean, 'Whether the handler supports recursive read-only mounts.'),
    userNamespaces: explicit(2, boolean, 'Whether the handler supports user namespaces.'),
  }),
)

const NodeRuntimeHandler = struct(
  'io.k8s.api.core.v1.NodeRuntimeHandler',
  'A runtime handler of a node.',
  () => ({
    name: optional(1, string, 'Name of the handler; empty for the default one.'),
    features: explicit(2, NodeRuntimeHandlerFeatures, 'Features of the handler.'),
  }),
)

const NodeFeatures = struct('io.k8s.api.core.v1.NodeFeatures', 'Features of a node.', () => ({
  supplementalGroupsPolicy: explicit(1, boolean, 'Whether the runtime supports supplementalGroupsPolicy.'),
}))

const NodeStatusFields = struct('io.k8s.api.core.v1.NodeStatus', 'State of a node.', () => ({
  capacity: optional(1, map(milliQuantity), 'All resources of the node.'),
  allocatable: optional(2, map(milliQuantity), 'Resources that pods can use.'),
  phase: optional(3, string, 'No longer used.', { enum: ['Pending', 'Running', 'Terminated'] }),
  conditions: optional(4, list(NodeCondition), 'Conditions of the node, one per type.', {
    merge: { key: 'type' },
    listType: 'map',
    listMapKeys: ['type'],
  }),
  addresses: optional(5, list(NodeAddress), 'Addresses of the node.', {
    merge: { key: 'type' },
    listType: 'map',
    listMapKeys: ['type'],
  }),
  daemonEndpoints: optional(6, NodeDaemonEndpoints, 'Ports of the daemons on the node.'),
  nodeInfo: optional(7, NodeSystemInfo, 'System data of the node: identifiers, versions, architecture.'),
  images: optional(8, list(ContainerImage), 'Images on the node.', { listType: 'atomic' }),
  volumesInUse: optional(9, list(string), 'Volumes that are mounted.', { listType: 'atomic' }),
  volumesAttached: optional(10, list(AttachedVolume), 'Volumes that are attached.', { listType: 'atomic' }),
  config: explicit(11, NodeConfigStatus, 'No longer used.'),
  runtimeHandlers: optional(12, list(NodeRuntimeHandler), 'Runtime handlers of the node.', {
    listType: 'atomic',
  }),
  features: explicit(13, NodeFeatures, 'Features of the node.'),
}))

/** Allocatable defaults to the capacity. */
export const NodeStatus = withCompletion(NodeStatusFields, (status) => {
  if (status.capacity !== undefined) status.allocatable ??= { ...status.capacity }
})
export interface NodeStatus extends Infer<typeof NodeStatus> {}
