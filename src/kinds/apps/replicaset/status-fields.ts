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
  type: required(1, string, 'Aspect described, at present only ReplicaFailure.'),
  status: required(2, string, 'True when the condition applies, False when not, Unknown when undecided.'),
  lastTransitionTime: optional(3, time, 'When the status last moved from one value to another.'),
  reason: optional(4, string, 'CamelCase word for the cause of the last move.'),
  message: optional(5, string, 'Readable text with details of the last move.'),
}

export const statusFields = (condition: StructType<typeof conditionFields>) => ({
  replicas: required(1, int32, 'Number of pods last seen that match the selector.'),
  fullyLabeledReplicas: optional(2, int32, 'Pods that carry every label of the pod template.'),
  readyReplicas: optional(4, int32, 'Pods currently passing their readiness checks.'),
  availableReplicas: optional(5, int32, 'Pods ready for minReadySeconds or longer.'),
  terminatingReplicas: explicit(7, int32, 'Pods that are being deleted and not yet gone.'),
  observedGeneration: optional(3, int64, 'Generation of the replica set that the controller last acted on.'),
  conditions: optional(6, list(condition), 'Latest findings, for instance that pods could not be created.', {
    merge: { key: 'type' },
    listType: 'map',
    listMapKeys: ['type'],
  }),
})
