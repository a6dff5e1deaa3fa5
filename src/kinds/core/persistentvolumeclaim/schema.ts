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
  'One finding about a claim.',
  () => ({
    type: required(1, string, 'Aspect described.'),
    status: required(2, string, 'Whether the condition holds: True, False or Unknown.'),
    lastProbeTime: optional(3, time, 'When the condition was last looked at.'),
    lastTransitionTime: optional(4, time, 'When the status last switched to another value.'),
    reason: optional(5, string, 'Single CamelCase word explaining the latest switch.'),
    message: optional(6, string, 'Readable details about the latest switch.'),
  }),
)
export interface PersistentVolumeClaimCondition extends Infer<typeof PersistentVolumeClaimCondition> {}

export const ModifyVolumeStatus = struct(
  'io.k8s.api.core.v1.ModifyVolumeStatus',
  'How far a change of the attributes of a volume has come.',
  () => ({
    targetVolumeAttributesClassName: optional(1, string, 'Class whose attributes the volume is to get.'),
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
    accessModes: optional(2, list(string), 'How the bound volume may be mounted.', { listType: 'atomic' }),
    capacity: optional(3, map(milliQuantity), 'How much storage the bound volume has.'),
    conditions: optional(4, list(PersistentVolumeClaimCondition), 'Latest findings, one per type.', {
      merge: { key: 'type' },
      listType: 'map',
      listMapKeys: ['type'],
    }),
    allocatedResources: optional(5, map(milliQuantity), 'How much storage is set aside for the claim.'),
    allocatedResourceStatuses: optional(7, map(string), 'How far a change of the size has come.', {
      mapType: 'granular',
    }),
    currentVolumeAttributesClassName: explicit(8, string, 'Class whose attributes the volume has.'),
    modifyVolumeStatus: explicit(9, ModifyVolumeStatus, 'How far a change of the attributes has come.'),
  }),
)
export interface PersistentVolumeClaimStatus extends Infer<typeof PersistentVolumeClaimStatus> {}

export const PersistentVolumeClaim = struct(
  'io.k8s.api.core.v1.PersistentVolumeClaim',
  'A claim of storage.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the claim.'),
    spec: optional(2, PersistentVolumeClaimSpec, 'Storage that is asked for.'),
    status: optional(3, PersistentVolumeClaimStatus, 'State of the claim last reported.'),
  }),
)
export interface PersistentVolumeClaim extends Infer<typeof PersistentVolumeClaim> {}
