import {
  explicit,
  int32,
  int64,
  list,
  optional,
  required,
  type StructType,
  string,
  time,
} from '#schema/type.js'

/** The members of conditions and of the status, which are the same in all versions. */

export const conditionFields = {
  type: required(1, string, 'Aspect described: Available, Progressing or ReplicaFailure.'),
  status: required(2, string, 'Whether the condition holds; one of True, False or Unknown.'),
  lastUpdateTime: optional(6, time, 'When the controller last wrote this entry, changed or not.'),
  lastTransitionTime: optional(7, time, 'When the status value last became a different one.'),
  reason: optional(4, string, 'CamelCase word saying why the status is what it is.'),
  message: optional(5, string, 'Readable details about the present status.'),
}

export const statusFields = (condition: StructType<typeof conditionFields>) => ({
  observedGeneration: optional(1, int64, 'Generation of the deployment this status was computed from.'),
  replicas: optional(2, int32, 'Pods that exist and match the selector, old and new together.'),
  updatedReplicas: optional(3, int32, 'Pods made from the current template.'),
  readyReplicas: optional(7, int32, 'Pods that pass their readiness checks.'),
  availableReplicas: optional(4, int32, 'Pods that have been ready for at least minReadySeconds.'),
  unavailableReplicas: optional(5, int32, 'Pods still missing or not yet available for the wanted capacity.'),
  terminatingReplicas: explicit(9, int32, 'Pods that are being deleted and not yet gone.'),
  conditions: optional(
    6,
    list(condition),
    'Latest findings such as Available, Progressing or ReplicaFailure.',
    { merge: { key: 'type' }, listType: 'map', listMapKeys: ['type'] },
  ),
  collisionCount: explicit(
    8,
    int32,
    'Number of name clashes met when creating replica sets; never goes down.',
  ),
})
