import { ObjectReference } from '#kinds/shared/object-reference.js'
import { NodeSelector } from '#kinds/shared/pod/scheduling/affinity.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  inline,
  list,
  map,
  milliQuantity,
  optional,
  string,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'
import { PersistentVolumeSource } from './sources.js'

export const VolumeNodeAffinity = struct(
  'io.k8s.api.core.v1.VolumeNodeAffinity',
  'Nodes that can reach a volume.',
  () => ({ required: explicit(1, NodeSelector, 'Conditions that these nodes must meet.') }),
)
export interface VolumeNodeAffinity extends Infer<typeof VolumeNodeAffinity> {}

export const PersistentVolumeSpec = struct(
  'io.k8s.api.core.v1.PersistentVolumeSpec',
  'A piece of storage and how it may be used.',
  () => ({
    capacity: optional(1, map(milliQuantity), 'Size of the volume, under the name storage.'),
    ...inline(2, PersistentVolumeSource),
    accessModes: optional(
      3,
      list(string),
      'How the volume can be mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.',
      { listType: 'atomic', enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'] },
    ),
    claimRef: explicit(4, ObjectReference, 'Claim that the volume is bound to.', { mapType: 'granular' }),
    persistentVolumeReclaimPolicy: optional(
      5,
      string,
      'What happens to the volume when its claim is deleted: Retain (default), Delete or Recycle.',
      { enum: ['Delete', 'Recycle', 'Retain'] },
    ),
    storageClassName: optional(6, string, 'Class of the storage; empty for none.'),
    mountOptions: optional(7, list(string), 'Options of the mount, such as ro.', { listType: 'atomic' }),
    volumeMode: explicit(8, string, 'Filesystem (default), or Block for a raw device.', {
      enum: ['Block', 'Filesystem'],
    }),
    nodeAffinity: explicit(9, VolumeNodeAffinity, 'Nodes that can reach the volume.'),
    volumeAttributesClassName: explicit(10, string, 'VolumeAttributesClass of the volume.'),
  }),
)
export interface PersistentVolumeSpec extends Infer<typeof PersistentVolumeSpec> {}

/** A volume that is inline in an attachment has no such defaults. */
const OwnSpec = withCompletion(PersistentVolumeSpec, (spec) => {
  spec.persistentVolumeReclaimPolicy ??= 'Retain'
  spec.volumeMode ??= 'Filesystem'
})

export const PersistentVolumeStatus = struct(
  'io.k8s.api.core.v1.PersistentVolumeStatus',
  'State of a volume.',
  () => ({
    phase: optional(1, string, 'Pending at first, then Available, Bound, Released or Failed.', {
      default: 'Pending',
      enum: ['Available', 'Bound', 'Failed', 'Pending', 'Released'],
    }),
    message: optional(2, string, 'Why the volume is in this phase, in words for people.'),
    reason: optional(3, string, 'Why the volume has failed, as one word.'),
    lastPhaseTransitionTime: explicit(4, time, 'When the phase last changed.'),
  }),
)
export interface PersistentVolumeStatus extends Infer<typeof PersistentVolumeStatus> {}

export const PersistentVolume = struct(
  'io.k8s.api.core.v1.PersistentVolume',
  'A piece of storage that claims can be bound to.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the volume.'),
    spec: optional(2, OwnSpec, 'The storage and how it may be used.'),
    status: optional(3, PersistentVolumeStatus, 'State of the volume last reported.'),
  }),
)
export interface PersistentVolume extends Infer<typeof PersistentVolume> {}
