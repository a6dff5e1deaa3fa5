import { Toleration } from '#kinds/shared/pod/scheduling/scheduling.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  list,
  map,
  optional,
  quantity,
  required,
  string,
  struct,
} from '#schema/type.js'

export const Overhead = struct(
  'io.k8s.api.node.v1.Overhead',
  'Resource overhead of a pod, besides its containers.',
  () => ({
    podFixed: optional(1, map(quantity), 'Fixed overhead per pod.'),
  }),
)
export interface Overhead extends Infer<typeof Overhead> {}

export const Scheduling = struct(
  'io.k8s.api.node.v1.Scheduling',
  'Nodes that can run pods of the class.',
  () => ({
    nodeSelector: optional(1, map(string), 'Labels of the nodes; merged into the nodeSelector of pods.', {
      mapType: 'atomic',
    }),
    tolerations: optional(2, list(Toleration), 'Tolerations that are added to pods.', {
      listType: 'atomic',
    }),
  }),
)
export interface Scheduling extends Infer<typeof Scheduling> {}

export const RuntimeClass = struct(
  'io.k8s.api.node.v1.RuntimeClass',
  'Selects the container runtime configuration of pods.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the class.'),
    handler: required(2, string, 'Handler of the container runtime; never changes.'),
    overhead: explicit(3, Overhead, 'Resource overhead of a pod, besides its containers.'),
    scheduling: explicit(4, Scheduling, 'Nodes that can run pods of the class; all when absent.'),
  }),
)
export interface RuntimeClass extends Infer<typeof RuntimeClass> {}
