import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { boolean, explicit, type Infer, list, map, optional, required, string, struct } from '#schema/type.js'

export const TopologySelectorLabelRequirement = struct(
  'io.k8s.api.core.v1.TopologySelectorLabelRequirement',
  'A node label and its allowed values.',
  () => ({
    key: required(1, string, 'Key of the label.'),
    values: required(2, list(string), 'Allowed values of the label; at least one.', {
      listType: 'atomic',
    }),
  }),
)
export interface TopologySelectorLabelRequirement extends Infer<typeof TopologySelectorLabelRequirement> {}

export const TopologySelectorTerm = struct(
  'io.k8s.api.core.v1.TopologySelectorTerm',
  'Nodes for which volumes may be provisioned.',
  () => ({
    matchLabelExpressions: optional(
      1,
      list(TopologySelectorLabelRequirement),
      'Labels of the nodes; all must match.',
      {
        listType: 'atomic',
      },
    ),
  }),
  { mapType: 'atomic' },
)
export interface TopologySelectorTerm extends Infer<typeof TopologySelectorTerm> {}

export const StorageClass = struct(
  'io.k8s.api.storage.v1.StorageClass',
  'How volumes are provisioned for claims.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the class.'),
    provisioner: required(2, string, 'Provisioner of the volumes; never changes.'),
    parameters: optional(3, map(string), 'Settings for the provisioner; never change.'),
    reclaimPolicy: explicit(
      4,
      string,
      'What happens to a volume whose claim is deleted; Delete when left out. Never changes.',
      { default: 'Delete', enum: ['Delete', 'Recycle', 'Retain'] },
    ),
    mountOptions: optional(5, list(string), 'Mount options of the volumes.', {
      listType: 'atomic',
    }),
    allowVolumeExpansion: explicit(6, boolean, 'True allows claims to be expanded.'),
    volumeBindingMode: explicit(
      7,
      string,
      'When a volume is bound: at once (Immediate, the default) or for the first pod that uses it (WaitForFirstConsumer). Never changes.',
      { default: 'Immediate', enum: ['Immediate', 'WaitForFirstConsumer'] },
    ),
    allowedTopologies: optional(
      8,
      list(TopologySelectorTerm),
      'Topologies in which volumes may be provisioned; all when absent.',
      {
        listType: 'atomic',
      },
    ),
  }),
)
export interface StorageClass extends Infer<typeof StorageClass> {}
