import { replicaSetTypes } from '#kinds/apps/replicaset/schema.js'
import { LegacyPodTemplateSpec, labelsFromTemplate } from '#kinds/shared/pod/pod-template.js'
import { LabelSelector } from '#meta/label-selector.js'
import { explicit, type Infer, withCompletion } from '#schema/type.js'

const types = replicaSetTypes('io.k8s.api.extensions.v1beta1', {
  selector: explicit(
    2,
    LabelSelector,
    'Labels of the pods counted as its own; copied from the template when absent.',
  ),
  template: LegacyPodTemplateSpec,
  metadata: 'Name, namespace and labels; missing labels are copied from the pod template.',
})

export const ReplicaSet = withCompletion(types.ReplicaSet, labelsFromTemplate)
export interface ReplicaSetSpec extends Infer<typeof types.ReplicaSetSpec> {}
export interface ReplicaSetStatus extends Infer<typeof types.ReplicaSetStatus> {}
export interface ReplicaSet extends Infer<typeof ReplicaSet> {}
