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
  type: required(1, string, 'Name of the aspect described; one entry per name.'),
  status: required(2, string, 'Whether the condition holds: True, False or Unknown.'),
  lastTransitionTime: optional(3, time, 'When the status last switched to another value.'),
  reason: optional(4, string, 'Single CamelCase word explaining the latest switch.'),
  message: optional(5, string, 'Readable details about the latest switch.'),
}

export const statusFields = (condition: StructType<typeof conditionFields>) => ({
  currentNumberScheduled: required(1, int32, 'Nodes that should run the pod and have at least one.'),
  numberMisscheduled: required(2, int32, 'Nodes that run the pod although they should not.'),
  desiredNumberScheduled: required(3, int32, 'Nodes that should run the pod, whether they do yet or not.'),
  numberReady: required(4, int32, 'Nodes that should run the pod and have a ready one.'),
  observedGeneration: optional(5, int64, 'Generation of the daemon set that the other numbers refer to.'),
  updatedNumberScheduled: optional(6, int32, 'Nodes whose pod already comes from the newest template.'),
  numberAvailable: optional(7, int32, 'Nodes whose pod has been ready for at least minReadySeconds.'),
  numberUnavailable: optional(8, int32, 'Nodes that should run the pod but have no available one.'),
  collisionCount: explicit(9, int32, 'Number of name clashes met while creating revisions; never goes down.'),
  conditions: optional(10, list(condition), 'Latest findings about the daemon set, one per condition type.', {
    merge: { key: 'type' },
    listType: 'map',
    listMapKeys: ['type'],
  }),
})
