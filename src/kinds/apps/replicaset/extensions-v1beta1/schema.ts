import { conditionFields, statusFields } from '#kinds/apps/replicaset/status-fields.js'
import { LegacyPodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { labelsFromTemplate } from '#kinds/shared/workload-defaults.js'
import { LabelSelector } from '#meta/label-selector.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { explicit, type Infer, int32, optional, struct, withCompletion } from '#schema/type.js'

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
  () => conditionFields,
)
export interface ReplicaSetCondition extends Infer<typeof ReplicaSetCondition> {}

export const ReplicaSetStatus = struct(
  'io.k8s.api.extensions.v1beta1.ReplicaSetStatus',
  'Observed state of a replica set.',
  () => statusFields(ReplicaSetCondition),
)
export interface ReplicaSetStatus extends Infer<typeof ReplicaSetStatus> {}

export const ReplicaSet = withCompletion(
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
