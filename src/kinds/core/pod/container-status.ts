import { ResourceRequirements } from '#kinds/shared/pod/containers/container.js'
import { STOP_SIGNALS } from '#kinds/shared/pod/containers/probe.js'
import {
  boolean,
  explicit,
  type Infer,
  int32,
  int64,
  list,
  map,
  milliQuantity,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

/** The status of a container. */

export const ContainerStateWaiting = struct(
  'io.k8s.api.core.v1.ContainerStateWaiting',
  'A container that has not started yet.',
  () => ({
    reason: optional(1, string, 'Reason that it waits, as one word such as ImagePullBackOff.'),
    message: optional(2, string, 'Details of why it waits, for people.'),
  }),
)
export interface ContainerStateWaiting extends Infer<typeof ContainerStateWaiting> {}

export const ContainerStateRunning = struct(
  'io.k8s.api.core.v1.ContainerStateRunning',
  'A container that runs.',
  () => ({ startedAt: optional(1, time, 'When it was started last.') }),
)
export interface ContainerStateRunning extends Infer<typeof ContainerStateRunning> {}

export const ContainerStateTerminated = struct(
  'io.k8s.api.core.v1.ContainerStateTerminated',
  'A container that has ended.',
  () => ({
    exitCode: required(1, int32, 'Exit code of its program; zero is success.'),
    signal: optional(2, int32, 'Signal that ended it.'),
    reason: optional(3, string, 'Reason that it ended, as one word such as OOMKilled.'),
    message: optional(4, string, 'Last message of the program.'),
    startedAt: optional(5, time, 'When it was started.'),
    finishedAt: optional(6, time, 'When it ended.'),
    containerID: optional(7, string, 'Identifier of the container at the runtime.'),
  }),
)
export interface ContainerStateTerminated extends Infer<typeof ContainerStateTerminated> {}

export const ContainerState = struct(
  'io.k8s.api.core.v1.ContainerState',
  'State of a container; set one field, waiting when none is set.',
  () => ({
    waiting: explicit(1, ContainerStateWaiting, 'It has not started yet.'),
    running: explicit(2, ContainerStateRunning, 'It runs.'),
    terminated: explicit(3, ContainerStateTerminated, 'It has ended.'),
  }),
)
export interface ContainerState extends Infer<typeof ContainerState> {}

export const VolumeMountStatus = struct(
  'io.k8s.api.core.v1.VolumeMountStatus',
  'How a volume was mounted.',
  () => ({
    name: required(1, string, 'Name of the mount in the container.'),
    mountPath: required(2, string, 'Path at which the volume appears.'),
    readOnly: optional(3, boolean, 'Whether it can only be read.'),
    recursiveReadOnly: explicit(4, string, 'Whether mounts below can only be read too.'),
  }),
)
export interface VolumeMountStatus extends Infer<typeof VolumeMountStatus> {}

export const LinuxContainerUser = struct(
  'io.k8s.api.core.v1.LinuxContainerUser',
  "User and groups of a container's first process, on Linux.",
  () => ({
    uid: required(1, int64, 'User id.'),
    gid: required(2, int64, 'Group id.'),
    supplementalGroups: optional(3, list(int64), 'Further group ids.', { listType: 'atomic' }),
  }),
)
export interface LinuxContainerUser extends Infer<typeof LinuxContainerUser> {}

export const ContainerUser = struct(
  'io.k8s.api.core.v1.ContainerUser',
  "User of a container's first process.",
  () => ({ linux: explicit(1, LinuxContainerUser, 'User and groups on Linux.') }),
)
export interface ContainerUser extends Infer<typeof ContainerUser> {}

export const ResourceHealth = struct('io.k8s.api.core.v1.ResourceHealth', 'Health of one device.', () => ({
  resourceID: required(1, string, 'Identifier of the device.'),
  health: optional(2, string, 'Healthy, Unhealthy or Unknown.'),
}))
export interface ResourceHealth extends Infer<typeof ResourceHealth> {}

export const ResourceStatus = struct(
  'io.k8s.api.core.v1.ResourceStatus',
  'Health of the devices of one resource.',
  () => ({
    name: required(1, string, 'Name of the resource, or of the claim it came from.'),
    resources: optional(2, list(ResourceHealth), 'The devices, each with its health.', {
      listType: 'map',
      listMapKeys: ['resourceID'],
    }),
  }),
)
export interface ResourceStatus extends Infer<typeof ResourceStatus> {}

export const ContainerStatus = struct(
  'io.k8s.api.core.v1.ContainerStatus',
  'Last reported state of a container.',
  () => ({
    name: required(1, string, 'Name of the container.'),
    state: optional(2, ContainerState, 'Present state.'),
    lastState: optional(3, ContainerState, 'State before the last restart.'),
    ready: required(4, boolean, 'Whether it passes its readiness check.'),
    restartCount: required(5, int32, 'Number of restarts.'),
    image: required(6, string, 'Image that it runs.'),
    imageID: required(7, string, 'Identifier of the image at the runtime.'),
    containerID: optional(8, string, 'Identifier of the container at the runtime.'),
    started: explicit(9, boolean, 'Whether it has started and passed its startup check.'),
    allocatedResources: optional(10, map(milliQuantity), 'Resources that the node has allocated to it.'),
    resources: explicit(11, ResourceRequirements, 'Requests and limits that are in force.'),
    volumeMounts: optional(12, list(VolumeMountStatus), 'How its volumes were mounted.', {
      merge: { key: 'mountPath' },
      listType: 'map',
      listMapKeys: ['mountPath'],
    }),
    user: explicit(13, ContainerUser, 'User of its first process.'),
    allocatedResourcesStatus: optional(14, list(ResourceStatus), 'Health of the devices it uses.', {
      merge: { key: 'name' },
      listType: 'map',
      listMapKeys: ['name'],
    }),
    stopSignal: explicit(15, string, 'Signal that asks it to stop.', { enum: STOP_SIGNALS }),
  }),
)
export interface ContainerStatus extends Infer<typeof ContainerStatus> {}
