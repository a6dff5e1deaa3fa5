import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, int32, list, optional, required, string, struct } from '#schema/type.js'

export const VolumeNodeResources = struct(
  'io.k8s.api.storage.v1.VolumeNodeResources',
  'Volume resources of a driver on a node.',
  () => ({
    count: explicit(1, int32, 'Volumes that the driver can attach to the node; without limit when absent.'),
  }),
)
export interface VolumeNodeResources extends Infer<typeof VolumeNodeResources> {}

export const CSINodeDriver = struct('io.k8s.api.storage.v1.CSINodeDriver', 'A CSI driver on a node.', () => ({
  name: required(1, string, 'Name of the driver.'),
  nodeID: required(2, string, 'Name of the node at the driver.'),
  topologyKeys: required(3, list(string), 'Keys of the node labels that the driver uses for topology.', {
    listType: 'atomic',
    mustBeGiven: false,
  }),
  allocatable: explicit(4, VolumeNodeResources, 'Volume resources of the driver on the node.'),
}))
export interface CSINodeDriver extends Infer<typeof CSINodeDriver> {}

export const CSINodeSpec = struct('io.k8s.api.storage.v1.CSINodeSpec', 'CSI drivers on a node.', () => ({
  drivers: required(1, list(CSINodeDriver), 'The drivers, each once.', {
    merge: { key: 'name' },
    listType: 'map',
    listMapKeys: ['name'],
  }),
}))
export interface CSINodeSpec extends Infer<typeof CSINodeSpec> {}

export const CSINode = struct(
  'io.k8s.api.storage.v1.CSINode',
  'CSI drivers on a node; named like the node.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name of the node, labels and other standard data.'),
    spec: required(2, CSINodeSpec, 'CSI drivers on the node.'),
  }),
)
export interface CSINode extends Infer<typeof CSINode> {}
