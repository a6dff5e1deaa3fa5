import { PersistentVolumeClaimSpec } from '#kinds/shared/storage/persistent-volume-claim.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  list,
  map,
  milliQuantity,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

export const PersistentVolumeClaimCondition = struct(
  'io.k8s.api.core.v1.PersistentVolumeClaimCondition',
  'One condition of a claim.',
  () => ({
    type: required(1, string, 'Type of the condition.'),
    status: required(2, string, 'Whether the condition holds: True, False or Unknown.'),
    lastProbeTime: optional(3, time, 'When the condition was last checked.'),
    lastTransitionTime: optional(4, time, 'When the status last changed.'),
    reason: optional(5, string, 'Reason of the last change, as a CamelCase word.'),
    message: optional(6, string, 'Details of the last change, for people.'),
  }),
)
export interface PersistentVolumeClaimCondition extends Infer<typeof PersistentVolumeClaimCondition> {}

export const ModifyVolumeStatus = struct(
  'io.k8s.api.core.v1.ModifyVolumeStatus',
  'Progress of a change to another VolumeAttributesClass.',
  () => ({
    targetVolumeAttributesClassName: optional(
      1,
      string,
      'VolumeAttributesClass that the volume is changing to.',
    ),
    status: required(2, string, 'Pending, InProgress or Infeasible.', {
      enum: ['InProgress', 'Infeasible', 'Pending'],
    }),
  }),
)
export interface ModifyVolumeStatus extends Infer<typeof ModifyVolumeStatus> {}

export const PersistentVolumeClaimStatus = struct(
  'io.k8s.api.core.v1.PersistentVolumeClaimStatus',
  'Observed state of a claim.',
  () => ({
    phase: optional(1, string, 'Pending, Bound or Lost; Pending at first.', {
      default: 'Pending',
      enum: ['Bound', 'Lost', 'Pending'],
    }),
    accessModes: optional(2, list(string), 'Access modes of the bound volume.', { listType: 'atomic' }),
    capacity: optional(3, map(milliQuantity), 'Capacity of the bound volume.'),
    conditions: optional(4, list(PersistentVolumeClaimCondition), 'Conditions, one per type.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
    allocatedResources: optional(5, map(milliQuantity), 'Storage allocated to the claim.'),
    allocatedResourceStatuses: optional(7, map(string), 'Progress of a resize, per resource.', {
      mapType: 'granular',
    }),
    currentVolumeAttributesClassName: explicit(8, string, 'Current VolumeAttributesClass of the volume.'),
    modifyVolumeStatus: explicit(
      9,
      ModifyVolumeStatus,
      'Progress of a change to another VolumeAttributesClass.',
    ),
  }),
)
export interface PersistentVolumeClaimStatus extends Infer<typeof PersistentVolumeClaimStatus> {}

export const PersistentVolumeClaim = struct(
  'io.k8s.api.core.v1.PersistentVolumeClaim',
  'A request for storage.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the claim.'),
    spec: optional(2, PersistentVolumeClaimSpec, 'Requested storage.'),
    status: optional(3, PersistentVolumeClaimStatus, 'State of the claim last reported.'),
  }),
)
export interface PersistentVolumeClaim extends Infer<typeof PersistentVolumeClaim> {}
