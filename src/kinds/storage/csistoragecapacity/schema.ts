import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, optional, quantity, required, string, struct } from '#schema/type.js'

export const CSIStorageCapacity = struct(
  'io.k8s.api.storage.v1.CSIStorageCapacity',
  'How much of a class of storage there is at some nodes.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data.'),
    nodeTopology: explicit(2, LabelSelector, 'Labels of the nodes; no node when absent. Never changes.'),
    storageClassName: required(3, string, 'Class of the storage; never changes.'),
    capacity: explicit(4, quantity, 'How much is left.'),
    maximumVolumeSize: explicit(5, quantity, 'Size of the largest volume that can be made.'),
  }),
)
export interface CSIStorageCapacity extends Infer<typeof CSIStorageCapacity> {}
