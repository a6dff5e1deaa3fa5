import { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { dropRepeatedFields } from '#kinds/shared/pod/pod-template.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  explicit,
  type Infer,
  int64,
  list,
  optional,
  required,
  string,
  struct,
  time,
  withCompletion,
} from '#schema/type.js'
import { ContainerStatus } from './container-status.js'
import { alignPodIPs, setPodDefaults } from './defaults.js'

export const PodCondition = struct('io.k8s.api.core.v1.PodCondition', 'One condition of a pod.', () => ({
  type: required(
    1,
    string,
    'Type of the condition: PodScheduled, Initialized, ContainersReady, Ready or another.',
  ),
  observedGeneration: optional(7, int64, 'Generation of the pod that the condition was computed from.'),
  status: required(2, string, 'True, False or Unknown.'),
  lastProbeTime: optional(3, time, 'When it was last checked.'),
  lastTransitionTime: optional(4, time, 'When the status last changed.'),
  reason: optional(5, string, 'Reason of the last change, as one word.'),
  message: optional(6, string, 'Details of the last change, for people.'),
}))
export interface PodCondition extends Infer<typeof PodCondition> {}

export const HostIP = struct('io.k8s.api.core.v1.HostIP', 'An address of the node.', () => ({
  ip: required(1, string, 'IP address.'),
}))
export interface HostIP extends Infer<typeof HostIP> {}

export const PodIP = struct('io.k8s.api.core.v1.PodIP', 'An address of the pod.', () => ({
  ip: required(1, string, 'IP address.'),
}))
export interface PodIP extends Infer<typeof PodIP> {}

export const PodResourceClaimStatus = struct(
  'io.k8s.api.core.v1.PodResourceClaimStatus',
  'Resource claim that was made for the pod.',
  () => ({
    name: required(1, string, 'Name of the entry of resourceClaims.'),
    resourceClaimName: explicit(2, string, 'Claim that was made; absent where none was needed.'),
  }),
)
export interface PodResourceClaimStatus extends Infer<typeof PodResourceClaimStatus> {}

export const PodStatus = struct('io.k8s.api.core.v1.PodStatus', 'Last reported state of a pod.', () => ({
  observedGeneration: optional(17, int64, 'Generation of the pod that the status was computed from.'),
  phase: optional(1, string, 'Phase of its life: Pending, Running, Succeeded, Failed or Unknown.', {
    enum: ['Failed', 'Pending', 'Running', 'Succeeded', 'Unknown'],
  }),
  conditions: optional(2, list(PodCondition), 'Conditions of the pod, one per type.', {
    merge: { key: 'type' },
    listType: 'map',
    listMapKeys: ['type'],
  }),
  message: optional(3, string, 'Details of the phase, for people.'),
  reason: optional(4, string, 'Reason of the phase, as one word such as Evicted.'),
  nominatedNodeName: optional(11, string, 'Node on which the scheduler preempts other pods for this pod.'),
  hostIP: optional(5, string, 'Address of the node it runs on.'),
  hostIPs: optional(16, list(HostIP), 'All addresses of the node; the first is hostIP.', {
    merge: { key: 'ip' },
    listType: 'atomic',
  }),
  podIP: optional(6, string, 'Address of the pod.'),
  podIPs: optional(12, list(PodIP), 'All addresses of the pod, one of each family; the first is podIP.', {
    merge: { key: 'ip' },
    listType: 'map',
    listMapKeys: ['ip'],
  }),
  startTime: explicit(7, time, 'When the kubelet accepted the pod.'),
  initContainerStatuses: optional(10, list(ContainerStatus), 'States of the init containers.', {
    listType: 'atomic',
  }),
  containerStatuses: optional(8, list(ContainerStatus), 'States of the main containers.', {
    listType: 'atomic',
  }),
  qosClass: optional(9, string, 'Quality of service class: Guaranteed, Burstable or BestEffort.', {
    enum: ['BestEffort', 'Burstable', 'Guaranteed'],
  }),
  ephemeralContainerStatuses: optional(13, list(ContainerStatus), 'States of the ephemeral containers.', {
    listType: 'atomic',
  }),
  resize: optional(14, string, 'State of a requested resize.'),
  resourceClaimStatuses: optional(
    15,
    list(PodResourceClaimStatus),
    'Resource claims that were made for it.',
    { merge: { key: 'name' }, retainKeys: true, listType: 'map', listMapKeys: ['name'] },
  ),
}))
export interface PodStatus extends Infer<typeof PodStatus> {}

export const Pod = withCompletion(
  struct('io.k8s.api.core.v1.Pod', 'Containers that run together on one node.', () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the pod.'),
    spec: optional(2, PodSpec, 'What to run, and how.'),
    status: optional(3, PodStatus, 'Last reported state; may lag behind reality.'),
  })),
  (pod) => {
    dropRepeatedFields(pod)
    setPodDefaults(pod.spec)
    alignPodIPs(pod.status)
  },
)
export interface Pod extends Infer<typeof Pod> {}
