import { PodSpec } from '#kinds/shared/pod/pod-spec.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  completed,
  explicit,
  type Infer,
  int64,
  list,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'
import { ContainerStatus } from './container-status.js'
import { agreeOnAddress, completePod } from './defaults.js'

export const PodCondition = struct('io.k8s.api.core.v1.PodCondition', 'One finding about a pod.', () => ({
  type: required(
    1,
    string,
    'What it is about: PodScheduled, Initialized, ContainersReady, Ready or another.',
  ),
  observedGeneration: optional(7, int64, 'Generation of the pod that it is about.'),
  status: required(2, string, 'True, False or Unknown.'),
  lastProbeTime: optional(3, time, 'When it was last looked at.'),
  lastTransitionTime: optional(4, time, 'When the status changed last.'),
  reason: optional(5, string, 'Why it changed, in one word.'),
  message: optional(6, string, 'Why it changed, for people.'),
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
  observedGeneration: optional(17, int64, 'Generation of the pod that the state is of.'),
  phase: optional(1, string, 'Where it is in its life: Pending, Running, Succeeded, Failed or Unknown.', {
    enum: ['Failed', 'Pending', 'Running', 'Succeeded', 'Unknown'],
  }),
  conditions: optional(2, list(PodCondition), 'Findings about the pod, one of each type.', {
    merge: { key: 'type' },
    listType: 'map',
    listMapKeys: ['type'],
  }),
  message: optional(3, string, 'Why it is in this phase, for people.'),
  reason: optional(4, string, 'Why it is in this phase, in one word such as Evicted.'),
  nominatedNodeName: optional(11, string, 'Node that others are pushed out of for its sake.'),
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
  startTime: explicit(7, time, 'When its node took notice of it.'),
  initContainerStatuses: optional(10, list(ContainerStatus), 'States of the init containers.', {
    listType: 'atomic',
  }),
  containerStatuses: optional(8, list(ContainerStatus), 'States of the main containers.', {
    listType: 'atomic',
  }),
  qosClass: optional(9, string, 'How its resources are guarded: Guaranteed, Burstable or BestEffort.', {
    enum: ['BestEffort', 'Burstable', 'Guaranteed'],
  }),
  ephemeralContainerStatuses: optional(13, list(ContainerStatus), 'States of the ephemeral containers.', {
    listType: 'atomic',
  }),
  resize: optional(14, string, 'How a wanted change of its resources gets on.'),
  resourceClaimStatuses: optional(
    15,
    list(PodResourceClaimStatus),
    'Resource claims that were made for it.',
    { merge: { key: 'name' }, retainKeys: true, listType: 'map', listMapKeys: ['name'] },
  ),
}))
export interface PodStatus extends Infer<typeof PodStatus> {}

export const Pod = completed(
  struct('io.k8s.api.core.v1.Pod', 'Containers that run together on one node.', () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, namespace, labels and other standard data of the pod.'),
    spec: optional(2, PodSpec, 'What is to run, and how.'),
    status: optional(3, PodStatus, 'What was last reported of it; may lag behind reality.'),
  })),
  ({ spec, status }) => {
    completePod(spec)
    agreeOnAddress(status)
  },
)
export interface Pod extends Infer<typeof Pod> {}
