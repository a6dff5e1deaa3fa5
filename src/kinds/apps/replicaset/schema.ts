import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  type AnyStruct,
  explicit,
  type Field,
  int32,
  int64,
  list,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

/** What differs between the versions of a replica set. */
interface ReplicaSetVersion<Selector extends Field, Template extends AnyStruct> {
  readonly selector: Selector
  readonly template: Template
  /** The description of `metadata`. */
  readonly metadata: string
}

/** The types of one version, named with the prefix of its group. */
export function replicaSetTypes<Selector extends Field, Template extends AnyStruct>(
  prefix: string,
  version: ReplicaSetVersion<Selector, Template>,
) {
  const ReplicaSetSpec = struct(`${prefix}.ReplicaSetSpec`, 'Wanted behaviour of a replica set.', () => ({
    replicas: explicit(1, int32, 'Number of pods to keep running; one when left out, zero is allowed.', {
      default: 1,
    }),
    minReadySeconds: optional(
      4,
      int32,
      'Seconds a pod must stay ready before it is counted as available; zero by default.',
    ),
    selector: version.selector,
    template: optional(3, version.template, 'Pod to create whenever there are too few matching ones.'),
  }))

  const ReplicaSetCondition = struct(
    `${prefix}.ReplicaSetCondition`,
    'One condition of a replica set.',
    () => ({
      type: required(1, string, 'Type of the condition; at present only ReplicaFailure.'),
      status: required(2, string, 'Whether the condition holds: True, False or Unknown.'),
      lastTransitionTime: optional(3, time, 'When the status last changed.'),
      reason: optional(4, string, 'Reason of the last change, as a CamelCase word.'),
      message: optional(5, string, 'Details of the last change, for people.'),
    }),
  )

  const ReplicaSetStatus = struct(`${prefix}.ReplicaSetStatus`, 'Observed state of a replica set.', () => ({
    replicas: required(1, int32, 'Number of pods last seen that match the selector.'),
    fullyLabeledReplicas: optional(2, int32, 'Pods that carry every label of the pod template.'),
    readyReplicas: optional(4, int32, 'Pods currently passing their readiness checks.'),
    availableReplicas: optional(5, int32, 'Pods ready for minReadySeconds or longer.'),
    terminatingReplicas: explicit(7, int32, 'Pods that are being deleted and not yet gone.'),
    observedGeneration: optional(
      3,
      int64,
      'Generation of the replica set that the controller last acted on.',
    ),
    conditions: optional(
      6,
      list(ReplicaSetCondition),
      'Conditions, for instance that pods could not be created.',
      { merge: { key: 'type' }, listType: 'map', listMapKeys: ['type'] },
    ),
  }))

  const ReplicaSet = struct(
    `${prefix}.ReplicaSet`,
    'Keeps a fixed number of pods made from one template running.',
    () => ({
      ...typeMeta,
      metadata: optional(1, ObjectMeta, version.metadata),
      spec: optional(2, ReplicaSetSpec, 'Wanted state: pod count, selector and pod template.'),
      status: optional(3, ReplicaSetStatus, 'Pod counts and conditions last written by the controller.'),
    }),
  )
  return { ReplicaSetSpec, ReplicaSetStatus, ReplicaSet }
}
