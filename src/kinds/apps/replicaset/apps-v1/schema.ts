import { replicaSetTypes } from '#kinds/apps/replicaset/schema.js'
import { PodTemplateSpec } from '#kinds/shared/pod/pod-template.js'
import { LabelSelector } from '#meta/label-selector.js'
import { type Infer, nullable } from '#schema/type.js'

const types = replicaSetTypes('io.k8s.api.apps.v1', {
  selector: nullable(
    2,
    LabelSelector,
    'Labels of the pods counted as its own; must match the template, and never changes.',
  ),
  template: PodTemplateSpec,
  metadata: 'Name, namespace, labels and other standard data of the replica set.',
})

export const { ReplicaSet } = types
export interface ReplicaSetSpec extends Infer<typeof types.ReplicaSetSpec> {}
export interface ReplicaSet extends Infer<typeof ReplicaSet> {}
