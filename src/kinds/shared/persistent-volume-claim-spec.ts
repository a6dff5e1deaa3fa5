import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import {
  explicit,
  type Infer,
  list,
  map,
  milliQuantity,
  nullable,
  optional,
  required,
  string,
  struct,
} from '#schema/type.js'
import { TypedLocalObjectReference } from './typed-local-object-reference.js'

/** Claims of storage, as their own kind, pods and stateful sets have them. */

export const VolumeResourceRequirements = struct(
  'io.k8s.api.core.v1.VolumeResourceRequirements',
  'How much storage a claim asks for.',
  () => ({
    limits: optional(1, map(milliQuantity), 'Most storage the volume may have.'),
    requests: optional(2, map(milliQuantity), 'Least storage the volume must have, under the name storage.'),
  }),
)
export interface VolumeResourceRequirements extends Infer<typeof VolumeResourceRequirements> {}

export const TypedObjectReference = struct(
  'io.k8s.api.core.v1.TypedObjectReference',
  'Reference by kind and name to an object, in any namespace.',
  () => ({
    apiGroup: nullable(1, string, 'Group of the object; the core group when absent.', { mustBeGiven: false }),
    kind: required(2, string, 'Kind of the object.'),
    name: required(3, string, 'Name of the object.'),
    namespace: explicit(4, string, 'Namespace of the object; that of the claim when absent.'),
  }),
)
export interface TypedObjectReference extends Infer<typeof TypedObjectReference> {}

export const PersistentVolumeClaimSpec = struct(
  'io.k8s.api.core.v1.PersistentVolumeClaimSpec',
  'Storage that is asked for.',
  () => ({
    accessModes: optional(
      1,
      list(string),
      'How the volume is mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany or ReadWriteOncePod.',
      { listType: 'atomic', enum: ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'] },
    ),
    selector: explicit(4, LabelSelector, 'Labels of the volumes that may be bound.'),
    resources: optional(2, VolumeResourceRequirements, 'How much storage the volume must have.'),
    volumeName: optional(3, string, 'Volume that is bound to the claim.'),
    storageClassName: explicit(
      5,
      string,
      'Class of the storage; the default class when absent, none when empty.',
    ),
    volumeMode: explicit(6, string, 'Filesystem (default), or Block for a raw device.', {
      default: 'Filesystem',
      enum: ['Block', 'Filesystem'],
    }),
    dataSource: explicit(
      7,
      TypedLocalObjectReference,
      'Snapshot or claim whose contents the volume starts with.',
    ),
    dataSourceRef: explicit(
      8,
      TypedObjectReference,
      'Object of any kind that the contents of the volume come from.',
    ),
    volumeAttributesClassName: explicit(9, string, 'Class of attributes that the volume is set to.'),
  }),
)
export interface PersistentVolumeClaimSpec extends Infer<typeof PersistentVolumeClaimSpec> {}

export const PersistentVolumeClaimTemplate = struct(
  'io.k8s.api.core.v1.PersistentVolumeClaimTemplate',
  'Pattern of a claim that is made for a pod.',
  () => ({
    metadata: optional(1, ObjectMeta, 'Labels and annotations of the claim.'),
    spec: required(2, PersistentVolumeClaimSpec, 'Storage that the claim asks for.'),
  }),
)
export interface PersistentVolumeClaimTemplate extends Infer<typeof PersistentVolumeClaimTemplate> {}
