import { explicit, type Infer, optional, required, string, struct } from '#schema/type.js'

/** Settings of nodes that were once read from config maps. Nothing uses them, but objects may have them. */

const ConfigMapNodeConfigSource = struct(
  'io.k8s.api.core.v1.ConfigMapNodeConfigSource',
  'Config map with settings of a node.',
  () => ({
    namespace: required(1, string, 'Namespace of the config map.'),
    name: required(2, string, 'Name of the config map.'),
    uid: optional(3, string, 'Identifier of the config map.'),
    resourceVersion: optional(4, string, 'State of the config map.'),
    kubeletConfigKey: required(5, string, 'Key that the settings stand under.'),
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

export const NodeConfigStatus = struct(
  'io.k8s.api.core.v1.NodeConfigStatus',
  'Which settings a node uses.',
  () => ({
    assigned: explicit(1, NodeConfigSource, 'Settings that the node is to use.'),
    active: explicit(2, NodeConfigSource, 'Settings that the node uses.'),
    lastKnownGood: explicit(3, NodeConfigSource, 'Settings that the node falls back to.'),
    error: optional(4, string, 'Why the node does not use the settings that it is to.'),
  }),
)
