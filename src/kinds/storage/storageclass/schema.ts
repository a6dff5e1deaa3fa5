import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { boolean, explicit, type Infer, list, map, optional, required, string, struct } from '#schema/type.js'

export const TopologySelectorLabelRequirement = struct(
  'io.k8s.api.core.v1.TopologySelectorLabelRequirement',
  'A label that nodes have with one of some values.',
  () => ({
    key: required(1, string, 'Key of the label.'),
    values: required(2, list(string), 'Values of which the label has one; at least one.', {
      listType: 'atomic',
    }),
  }),
)
export interface TopologySelectorLabelRequirement extends Infer<typeof TopologySelectorLabelRequirement> {}

export const TopologySelectorTerm = struct(
  'io.k8s.api.core.v1.TopologySelectorTerm',
  'Nodes at which volumes may be made.',
  () => ({
    matchLabelExpressions: optional(
      1,
      list(TopologySelectorLabelRequirement),
      'Labels of the nodes, all of which count.',
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
  'A name for how volumes are made when they are claimed.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the class.'),
    provisioner: required(2, string, 'What makes the volumes; never changes.'),
    parameters: optional(3, map(string), 'Settings for the provisioner; never change.'),
    reclaimPolicy: explicit(
      4,
      string,
      'What becomes of a volume whose claim is deleted; Delete when left out. Never changes.',
      { default: 'Delete', enum: ['Delete', 'Recycle', 'Retain'] },
    ),
    mountOptions: optional(5, list(string), 'Options with which the volumes are mounted.', {
      listType: 'atomic',
    }),
    allowVolumeExpansion: explicit(6, boolean, 'True lets claims ask for more than they have.'),
    volumeBindingMode: explicit(
      7,
      string,
      'Whether a volume is made at once or for the first pod that uses it; Immediate when left out. Never changes.',
      { default: 'Immediate', enum: ['Immediate', 'WaitForFirstConsumer'] },
    ),
    allowedTopologies: optional(
      8,
      list(TopologySelectorTerm),
      'Where volumes may be made; anywhere when absent.',
      {
        listType: 'atomic',
      },
    ),
  }),
)
export interface StorageClass extends Infer<typeof StorageClass> {}
