import { PersistentVolumeSpec } from '#kinds/core/persistentvolume/schema.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  map,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

export const VolumeAttachmentSource = struct(
  'io.k8s.api.storage.v1.VolumeAttachmentSource',
  'The volume that is attached.',
  () => ({
    persistentVolumeName: explicit(1, string, 'Name of the persistent volume.'),
    inlineVolumeSpec: explicit(
      2,
      PersistentVolumeSpec,
      'Inline volume of a pod, without a persistent volume.',
    ),
  }),
)
export interface VolumeAttachmentSource extends Infer<typeof VolumeAttachmentSource> {}

export const VolumeAttachmentSpec = struct(
  'io.k8s.api.storage.v1.VolumeAttachmentSpec',
  'Volume to attach, and the node; never changes.',
  () => ({
    attacher: required(1, string, 'Driver that attaches the volume.'),
    source: required(2, VolumeAttachmentSource, 'The volume that is attached.'),
    nodeName: required(3, string, 'Node that the volume is attached to.'),
  }),
)
export interface VolumeAttachmentSpec extends Infer<typeof VolumeAttachmentSpec> {}

export const VolumeError = struct(
  'io.k8s.api.storage.v1.VolumeError',
  'Error of an attach or detach call.',
  () => ({
    time: optional(1, time, 'Time of the error.'),
    message: optional(2, string, 'Details of the error, for people.'),
    errorCode: explicit(3, int32, 'gRPC status code of the driver.'),
  }),
)
export interface VolumeError extends Infer<typeof VolumeError> {}

export const VolumeAttachmentStatus = struct(
  'io.k8s.api.storage.v1.VolumeAttachmentStatus',
  'Whether the volume is attached.',
  () => ({
    attached: required(1, boolean, 'Whether the volume is attached.'),
    attachmentMetadata: optional(2, map(string), 'Metadata from the attach call that the mount needs.'),
    attachError: explicit(3, VolumeError, 'Last error when attaching.'),
    detachError: explicit(4, VolumeError, 'Last error when detaching.'),
  }),
)
export interface VolumeAttachmentStatus extends Infer<typeof VolumeAttachmentStatus> {}

export const VolumeAttachment = struct(
  'io.k8s.api.storage.v1.VolumeAttachment',
  'Attaches a volume to a node.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data.'),
    spec: required(2, VolumeAttachmentSpec, 'Volume to attach, and the node.'),
    status: optional(3, VolumeAttachmentStatus, 'Whether the volume is attached, as reported by the driver.'),
  }),
)
export interface VolumeAttachment extends Infer<typeof VolumeAttachment> {}
