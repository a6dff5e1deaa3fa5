import { LabelSelector } from '#meta/label-selector.js'
import { explicit, type Infer, int32, list, optional, required, string, struct } from '#schema/type.js'

export const NodeSelectorRequirement = struct(
  'io.k8s.api.core.v1.NodeSelectorRequirement',
  'One requirement on a node label.',
  () => ({
    key: required(1, string, 'Node label key that is examined.'),
    operator: required(2, string, 'Comparison to make: In, NotIn, Exists, DoesNotExist, Gt or Lt.', {
      enum: ['DoesNotExist', 'Exists', 'Gt', 'In', 'Lt', 'NotIn'],
    }),
    values: optional(
      3,
      list(string),
      'Several for In and NotIn, none for Exists and DoesNotExist, one integer for Gt and Lt.',
      { listType: 'atomic' },
    ),
  }),
)
export interface NodeSelectorRequirement extends Infer<typeof NodeSelectorRequirement> {}

export const NodeSelectorTerm = struct(
  'io.k8s.api.core.v1.NodeSelectorTerm',
  'Set of node label requirements that must all hold.',
  () => ({
    matchExpressions: optional(1, list(NodeSelectorRequirement), 'Requirements on node labels.', {
      listType: 'atomic',
    }),
    matchFields: optional(
      2,
      list(NodeSelectorRequirement),
      'Requirements on node fields; only metadata.name can be examined.',
      { listType: 'atomic' },
    ),
  }),
  { mapType: 'atomic' },
)
export interface NodeSelectorTerm extends Infer<typeof NodeSelectorTerm> {}

export const NodeSelector = struct(
  'io.k8s.api.core.v1.NodeSelector',
  'Condition on node labels that holds when any term holds.',
  () => ({
    nodeSelectorTerms: required(
      1,
      list(NodeSelectorTerm),
      'Alternatives, one of which must match; the list must not be empty.',
      { listType: 'atomic' },
    ),
  }),
  { mapType: 'atomic' },
)
export interface NodeSelector extends Infer<typeof NodeSelector> {}

export const PreferredSchedulingTerm = struct(
  'io.k8s.api.core.v1.PreferredSchedulingTerm',
  'A preference for node labels, with a weight.',
  () => ({
    weight: required(1, int32, 'Weight of a match, from 1 to 100.'),
    preference: required(2, NodeSelectorTerm, 'Node label condition to match.'),
  }),
)
export interface PreferredSchedulingTerm extends Infer<typeof PreferredSchedulingTerm> {}

export const NodeAffinity = struct(
  'io.k8s.api.core.v1.NodeAffinity',
  'Placement rules based on node labels.',
  () => ({
    requiredDuringSchedulingIgnoredDuringExecution: explicit(
      1,
      NodeSelector,
      'Conditions a node must meet at placement; later changes do not evict the pod.',
    ),
    preferredDuringSchedulingIgnoredDuringExecution: optional(
      2,
      list(PreferredSchedulingTerm),
      'Weighted preferences; the node with the highest sum of matching weights is preferred.',
      { listType: 'atomic' },
    ),
  }),
)
export interface NodeAffinity extends Infer<typeof NodeAffinity> {}

export const PodAffinityTerm = struct(
  'io.k8s.api.core.v1.PodAffinityTerm',
  'Group of pods, and the topology domain in which to be near or far.',
  () => ({
    labelSelector: explicit(1, LabelSelector, 'Labels of the pods; absent selects none.'),
    namespaces: optional(2, list(string), 'Namespaces of the pods; only that of this pod when left out.', {
      listType: 'atomic',
    }),
    topologyKey: required(
      3,
      string,
      'Node label whose equal values make up one domain, such as kubernetes.io/hostname.',
    ),
    namespaceSelector: explicit(
      4,
      LabelSelector,
      'Labels of further namespaces of the pods; an empty selector selects all namespaces.',
    ),
    matchLabelKeys: optional(
      5,
      list(string),
      'Label keys whose values must equal those of this pod; needs labelSelector.',
      { listType: 'atomic' },
    ),
    mismatchLabelKeys: optional(
      6,
      list(string),
      'Label keys whose values must differ from those of this pod; needs labelSelector.',
      { listType: 'atomic' },
    ),
  }),
)
export interface PodAffinityTerm extends Infer<typeof PodAffinityTerm> {}

export const WeightedPodAffinityTerm = struct(
  'io.k8s.api.core.v1.WeightedPodAffinityTerm',
  'A preference about other pods, with a weight.',
  () => ({
    weight: required(1, int32, 'Weight of a match, from 1 to 100.'),
    podAffinityTerm: required(2, PodAffinityTerm, 'Pods and topology domain to match.'),
  }),
)
export interface WeightedPodAffinityTerm extends Infer<typeof WeightedPodAffinityTerm> {}

export const PodAffinity = struct(
  'io.k8s.api.core.v1.PodAffinity',
  'Rules for placing a pod together with others.',
  () => ({
    requiredDuringSchedulingIgnoredDuringExecution: optional(
      1,
      list(PodAffinityTerm),
      'Pods that must already run in the same topology domain; all terms count.',
      { listType: 'atomic' },
    ),
    preferredDuringSchedulingIgnoredDuringExecution: optional(
      2,
      list(WeightedPodAffinityTerm),
      'Weighted preferences for nearness to other pods; they never prevent placement.',
      { listType: 'atomic' },
    ),
  }),
)
export interface PodAffinity extends Infer<typeof PodAffinity> {}

export const PodAntiAffinity = struct(
  'io.k8s.api.core.v1.PodAntiAffinity',
  'Rules for keeping a pod away from others.',
  () => ({
    requiredDuringSchedulingIgnoredDuringExecution: optional(
      1,
      list(PodAffinityTerm),
      'Pods that must not run in the same topology domain; all terms count.',
      { listType: 'atomic' },
    ),
    preferredDuringSchedulingIgnoredDuringExecution: optional(
      2,
      list(WeightedPodAffinityTerm),
      'Weighted preferences for distance from other pods; they never prevent placement.',
      { listType: 'atomic' },
    ),
  }),
)
export interface PodAntiAffinity extends Infer<typeof PodAntiAffinity> {}

export const Affinity = struct('io.k8s.api.core.v1.Affinity', 'Placement rules of a pod.', () => ({
  nodeAffinity: explicit(1, NodeAffinity, 'Rules about the labels of nodes.'),
  podAffinity: explicit(2, PodAffinity, 'Rules for placing the pod near certain other pods.'),
  podAntiAffinity: explicit(3, PodAntiAffinity, 'Rules for keeping the pod apart from certain other pods.'),
}))
export interface Affinity extends Infer<typeof Affinity> {}
