import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  int32,
  int64,
  list,
  map,
  optional,
  required,
  string,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'

export const ReplicationControllerSpec = struct(
  'io.k8s.api.core.v1.ReplicationControllerSpec',
  'Wanted behaviour of a replication controller.',
  () => ({
    replicas: explicit(1, int32, 'Number of pods to keep running; one when left out, zero is allowed.', {
      default: 1,
    }),
    minReadySeconds: optional(
      4,
      int32,
      'Seconds a pod must stay ready before it is counted as available; zero by default.',
    ),
    selector: optional(
      2,
      map(string),
      'Labels of the pods counted as its own; copied from the template when absent.',
      { mapType: 'atomic' },
    ),
    template: explicit(3, PodTemplateSpec, 'Pod to create whenever there are too few matching ones.'),
  }),
)
export interface ReplicationControllerSpec extends Infer<typeof ReplicationControllerSpec> {}

export const ReplicationControllerCondition = struct(
  'io.k8s.api.core.v1.ReplicationControllerCondition',
  'One condition of a replication controller.',
  () => ({
    type: required(1, string, 'Type of the condition; at present only ReplicaFailure.'),
    status: required(2, string, 'Whether the condition holds: True, False or Unknown.'),
    lastTransitionTime: optional(3, time, 'When the status last changed.'),
    reason: optional(4, string, 'Reason of the last change, as a CamelCase word.'),
    message: optional(5, string, 'Details of the last change, for people.'),
  }),
)
export interface ReplicationControllerCondition extends Infer<typeof ReplicationControllerCondition> {}

export const ReplicationControllerStatus = struct(
  'io.k8s.api.core.v1.ReplicationControllerStatus',
  'Observed state of a replication controller.',
  () => ({
    replicas: required(1, int32, 'Number of pods last seen that match the selector.'),
    fullyLabeledReplicas: optional(2, int32, 'Pods that carry every label of the pod template.'),
    readyReplicas: optional(4, int32, 'Pods currently passing their readiness checks.'),
    availableReplicas: optional(5, int32, 'Pods ready for minReadySeconds or longer.'),
    observedGeneration: optional(
      3,
      int64,
      'Generation of the replication controller that its manager last acted on.',
    ),
    conditions: optional(
      6,
      list(ReplicationControllerCondition),
      'Conditions, for instance that pods could not be created.',
      { merge: { key: 'type' }, listType: 'map', listMapKeys: ['type'] },
    ),
  }),
)
export interface ReplicationControllerStatus extends Infer<typeof ReplicationControllerStatus> {}

export const ReplicationController = withCompletion(
  struct(
    'io.k8s.api.core.v1.ReplicationController',
    'Keeps a fixed number of pods made from one template running; superseded by replica sets.',
    () => ({
      ...typeMeta,
      metadata: optional(
        1,
        ObjectMeta,
        'Name, namespace and labels; missing labels are copied from the pod template.',
      ),
      spec: optional(2, ReplicationControllerSpec, 'Wanted state: pod count, selector and pod template.'),
      status: optional(
        3,
        ReplicationControllerStatus,
        'Pod counts and conditions last written by the manager of the controller.',
      ),
    }),
  ),
  ({ metadata, spec }) => {
    const labels = spec.template?.metadata.labels
    if (labels === undefined) return
    spec.selector ??= { ...labels }
    metadata.labels ??= { ...labels }
  },
)
export interface ReplicationController extends Infer<typeof ReplicationController> {}
