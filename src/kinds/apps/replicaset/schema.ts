import { LabelSelector } from '../../../meta/label-selector.js'
import { ObjectMeta } from '../../../meta/object-meta.js'
import { typeMeta } from '../../../meta/type-meta.js'
import {
  completed,
  explicit,
  type Infer,
  int32,
  int64,
  list,
  optional,
  required,
  string,
  struct,
  time,
} from '../../../schema/type.js'
import { LegacyPodTemplateSpec } from '../../shared/pod/pod-template.js'
import { labelsFromTemplate } from '../../shared/workload-defaults.js'

export const ReplicaSetSpec = struct(
  'io.k8s.api.extensions.v1beta1.ReplicaSetSpec',
  'Wanted behaviour of a replica set.',
  () => ({
    replicas: explicit(1, int32, 'Number of pods to keep running; one when left out, zero is allowed.', {
      default: 1,
    }),
    minReadySeconds: optional(
      4,
      int32,
      'Seconds a pod must stay ready before it is counted as available; zero by default.',
    ),
    selector: explicit(
      2,
      LabelSelector,
      'Labels of the pods counted as its own; copied from the template when absent.',
    ),
    template: optional(3, LegacyPodTemplateSpec, 'Pod to create whenever there are too few matching ones.'),
  }),
)
export interface ReplicaSetSpec extends Infer<typeof ReplicaSetSpec> {}

export const ReplicaSetCondition = struct(
  'io.k8s.api.extensions.v1beta1.ReplicaSetCondition',
  'One finding about a replica set.',
  () => ({
    type: required(1, string, 'Aspect described, at present only ReplicaFailure.'),
    status: required(2, string, 'True when the condition applies, False when not, Unknown when undecided.'),
    lastTransitionTime: optional(3, time, 'When the status last moved from one value to another.'),
    reason: optional(4, string, 'CamelCase word for the cause of the last move.'),
    message: optional(5, string, 'Readable text with details of the last move.'),
  }),
)
export interface ReplicaSetCondition extends Infer<typeof ReplicaSetCondition> {}

export const ReplicaSetStatus = struct(
  'io.k8s.api.extensions.v1beta1.ReplicaSetStatus',
  'Observed state of a replica set.',
  () => ({
    replicas: required(1, int32, 'Number of pods last seen that match the selector.'),
    fullyLabeledReplicas: optional(2, int32, 'Pods that carry every label of the pod template.'),
    readyReplicas: optional(4, int32, 'Pods currently passing their readiness checks.'),
    availableReplicas: optional(5, int32, 'Pods ready for minReadySeconds or longer.'),
    observedGeneration: optional(
      3,
      int64,
      'Generation of the replica set that the controller last acted on.',
    ),
    conditions: optional(
      6,
      list(ReplicaSetCondition),
      'Latest findings, for instance that pods could not be created.',
      { merge: { key: 'type' } },
    ),
  }),
)
export interface ReplicaSetStatus extends Infer<typeof ReplicaSetStatus> {}

export const ReplicaSet = completed(
  struct(
    'io.k8s.api.extensions.v1beta1.ReplicaSet',
    'Keeps a fixed number of pods made from one template running.',
    () => ({
      ...typeMeta,
      metadata: optional(
        1,
        ObjectMeta,
        'Name, namespace and labels; missing labels are copied from the pod template.',
      ),
      spec: optional(2, ReplicaSetSpec, 'Wanted state: pod count, selector and pod template.'),
      status: optional(3, ReplicaSetStatus, 'Pod counts and conditions last written by the controller.'),
    }),
  ),
  labelsFromTemplate,
)
export interface ReplicaSet extends Infer<typeof ReplicaSet> {}
