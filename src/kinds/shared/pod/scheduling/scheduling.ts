import { LabelSelector } from '#meta/label-selector.js'
import { explicit, type Infer, int32, int64, list, optional, required, string, struct } from '#schema/type.js'

export const Toleration = struct(
  'io.k8s.api.core.v1.Toleration',
  'Permission to run on nodes with matching taints.',
  () => ({
    key: optional(1, string, 'Taint key to tolerate; empty, with operator Exists, tolerates every key.'),
    operator: optional(2, string, 'Equal compares the value, Exists accepts any; Equal when left out.', {
      enum: ['Equal', 'Exists'],
    }),
    value: optional(3, string, 'Taint value to tolerate; must be empty with operator Exists.'),
    effect: optional(4, string, 'Taint effect to tolerate; empty tolerates all effects.', {
      enum: ['NoExecute', 'NoSchedule', 'PreferNoSchedule'],
    }),
    tolerationSeconds: explicit(
      5,
      int64,
      'Seconds a NoExecute taint is endured before eviction; without limit when absent.',
    ),
  }),
)
export interface Toleration extends Infer<typeof Toleration> {}

export const TopologySpreadConstraint = struct(
  'io.k8s.api.core.v1.TopologySpreadConstraint',
  'How evenly pods are spread over the domains of a topology.',
  () => ({
    maxSkew: required(1, int32, 'Maximum difference in pods between two domains; at least 1.'),
    topologyKey: required(
      2,
      string,
      'Node label whose equal values make up one domain, such as topology.kubernetes.io/zone.',
    ),
    whenUnsatisfiable: required(
      3,
      string,
      'DoNotSchedule keeps the pod waiting, ScheduleAnyway only prefers what spreads best.',
      { enum: ['DoNotSchedule', 'ScheduleAnyway'] },
    ),
    labelSelector: explicit(4, LabelSelector, 'Labels of the pods that are counted.'),
    minDomains: explicit(
      5,
      int32,
      'Minimum number of domains; with fewer, none may have more than maxSkew pods. Only with DoNotSchedule.',
    ),
    nodeAffinityPolicy: explicit(
      6,
      string,
      'Honor (default) counts only nodes that the pod may run on, Ignore counts all.',
      { enum: ['Honor', 'Ignore'] },
    ),
    nodeTaintsPolicy: explicit(
      7,
      string,
      'Honor leaves out nodes with taints that the pod does not tolerate; Ignore (default) counts all.',
      { enum: ['Honor', 'Ignore'] },
    ),
    matchLabelKeys: optional(
      8,
      list(string),
      'Label keys whose values in counted pods must equal those of this pod; needs labelSelector.',
      { listType: 'atomic' },
    ),
  }),
)
export interface TopologySpreadConstraint extends Infer<typeof TopologySpreadConstraint> {}

export const PodSchedulingGate = struct(
  'io.k8s.api.core.v1.PodSchedulingGate',
  'Gate that must be removed before a pod is scheduled.',
  () => ({ name: required(1, string, 'Name of the gate; unique within the pod.') }),
)
export interface PodSchedulingGate extends Infer<typeof PodSchedulingGate> {}

export const PodReadinessGate = struct(
  'io.k8s.api.core.v1.PodReadinessGate',
  'Condition that must be true for a pod to be ready.',
  () => ({ conditionType: required(1, string, 'Type of a condition in the status of the pod.') }),
)
export interface PodReadinessGate extends Infer<typeof PodReadinessGate> {}

export const PodResourceClaim = struct(
  'io.k8s.api.core.v1.PodResourceClaim',
  'Resource claim that containers of the pod can use, by name or by template.',
  () => ({
    name: required(1, string, 'Name by which containers refer to the claim; a DNS label.'),
    resourceClaimName: explicit(
      3,
      string,
      'Claim in the namespace of the pod; not together with the template.',
    ),
    resourceClaimTemplateName: explicit(4, string, 'Template from which a claim is created for the pod.'),
  }),
)
export interface PodResourceClaim extends Infer<typeof PodResourceClaim> {}

export const PodOS = struct('io.k8s.api.core.v1.PodOS', 'Operating system of the containers.', () => ({
  name: required(1, string, 'linux or windows; settings that belong to the other are rejected.'),
}))
export interface PodOS extends Infer<typeof PodOS> {}
