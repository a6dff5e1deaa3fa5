import { SecurityContext } from '#kinds/shared/pod/security/security-context.js'
import {
  boolean,
  explicit,
  type Infer,
  inline,
  int32,
  list,
  map,
  milliQuantity,
  optional,
  required,
  string,
  struct,
  withCompletion,
} from '#schema/type.js'
import { EnvFromSource, EnvVar } from './env.js'
import { defaultPullPolicy } from './image-reference.js'
import { Lifecycle, Probe } from './probe.js'

export const ContainerPort = struct(
  'io.k8s.api.core.v1.ContainerPort',
  'A port on which a container listens.',
  () => ({
    name: optional(
      1,
      string,
      'Port name that probes and services can refer to; unique within the container.',
    ),
    hostPort: optional(
      2,
      int32,
      'Port of the node to forward from; none when zero, same as containerPort on the host network.',
    ),
    containerPort: required(3, int32, 'Port number inside the container, from 1 to 65535.'),
    protocol: optional(4, string, 'Transport protocol: TCP (default), UDP or SCTP.', {
      default: 'TCP',
      enum: ['SCTP', 'TCP', 'UDP'],
    }),
    hostIP: optional(5, string, 'Node address to bind hostPort to; all addresses when empty.'),
  }),
)
export interface ContainerPort extends Infer<typeof ContainerPort> {}

export const ResourceClaim = struct(
  'io.k8s.api.core.v1.ResourceClaim',
  'Use of one of the resource claims of the pod.',
  () => ({
    name: required(1, string, 'Name of an entry of resourceClaims of the pod.'),
    request: optional(2, string, 'Request within the claim to use; all of them when empty.'),
  }),
)
export interface ResourceClaim extends Infer<typeof ResourceClaim> {}

export const ResourceRequirements = struct(
  'io.k8s.api.core.v1.ResourceRequirements',
  'Amounts of compute resources a container needs and may use.',
  () => ({
    limits: optional(
      1,
      map(milliQuantity),
      'Upper bound of use per resource name; no bound for resources not named.',
    ),
    requests: optional(
      2,
      map(milliQuantity),
      'Amount reserved per resource name; must not exceed the limit.',
    ),
    claims: optional(3, list(ResourceClaim), 'Claims of the pod that this container uses.', {
      listType: 'map',
      listMapKeys: ['name'],
    }),
  }),
)
export interface ResourceRequirements extends Infer<typeof ResourceRequirements> {}

export const VolumeMount = struct(
  'io.k8s.api.core.v1.VolumeMount',
  'Place at which a volume appears inside a container.',
  () => ({
    name: required(1, string, 'Name of the volume this mount refers to; must match an entry of volumes.'),
    readOnly: optional(2, boolean, 'True forbids writing through this mount; writable by default.'),
    recursiveReadOnly: explicit(
      7,
      string,
      'Whether a read-only mount is recursively read-only: Disabled (default), IfPossible or Enabled.',
    ),
    mountPath: required(
      3,
      string,
      'Path in the container at which the volume appears; unique per container.',
    ),
    subPath: optional(4, string, 'Relative path inside the volume to mount; its root when empty.'),
    mountPropagation: explicit(
      5,
      string,
      'How later mounts propagate between node and container: None (default), HostToContainer or Bidirectional.',
      { enum: ['Bidirectional', 'HostToContainer', 'None'] },
    ),
    // Explicit, so that protobuf messages without it look as they did before the field existed.
    subPathExpr: explicit(
      6,
      string,
      'Like subPath, with $(NAME) replaced by environment variables; not together with subPath.',
    ),
  }),
)
export interface VolumeMount extends Infer<typeof VolumeMount> {}

export const VolumeDevice = struct(
  'io.k8s.api.core.v1.VolumeDevice',
  'Raw block device made visible inside a container.',
  () => ({
    name: required(1, string, 'Name of the pod volume to use, backed by a persistent volume claim.'),
    devicePath: required(2, string, 'Path inside the container at which the device appears.'),
  }),
)
export interface VolumeDevice extends Infer<typeof VolumeDevice> {}

export const ContainerResizePolicy = struct(
  'io.k8s.api.core.v1.ContainerResizePolicy',
  'How to resize a resource of a running container.',
  () => ({
    resourceName: required(1, string, 'Name of the resource: cpu or memory.'),
    restartPolicy: required(
      2,
      string,
      'NotRequired resizes without a restart, RestartContainer restarts the container.',
    ),
  }),
)
export interface ContainerResizePolicy extends Infer<typeof ContainerResizePolicy> {}

/** The fields that containers and ephemeral containers share, in wire order. */
const containerFields = () => ({
  name: required(1, string, 'DNS label naming the container; unique within the pod.'),
  image: optional(2, string, 'Container image to run, with optional registry, tag or digest.'),
  command: optional(
    3,
    list(string),
    'Program and leading arguments to run in place of the image entrypoint.',
    { listType: 'atomic' },
  ),
  args: optional(4, list(string), 'Arguments for the program; those of the image when left out.', {
    listType: 'atomic',
  }),
  workingDir: optional(5, string, 'Directory the program starts in; the one set in the image when empty.'),
  ports: optional(
    6,
    list(ContainerPort),
    'Ports the program listens on; mostly informative unless host ports are used.',
    { merge: { key: 'containerPort' }, listType: 'map', listMapKeys: ['containerPort', 'protocol'] },
  ),
  envFrom: optional(
    19,
    list(EnvFromSource),
    'Config maps and secrets whose entries all become environment variables.',
    { listType: 'atomic' },
  ),
  env: optional(7, list(EnvVar), 'Environment variables to set; these win over entries from envFrom.', {
    merge: { key: 'name' },
    listType: 'map',
    listMapKeys: ['name'],
  }),
  resources: optional(8, ResourceRequirements, 'CPU, memory and other resources requested and allowed.'),
  resizePolicy: optional(
    23,
    list(ContainerResizePolicy),
    'Whether a change of a resource restarts the container, by resource.',
    { listType: 'atomic' },
  ),
  restartPolicy: explicit(
    24,
    string,
    'Always makes an init container a sidecar that runs beside the main containers; only for init containers.',
  ),
  volumeMounts: optional(9, list(VolumeMount), 'Pod volumes to mount into the container file system.', {
    merge: { key: 'mountPath' },
    listType: 'map',
    listMapKeys: ['mountPath'],
  }),
  volumeDevices: optional(21, list(VolumeDevice), 'Block volumes handed to the container as raw devices.', {
    merge: { key: 'devicePath' },
    listType: 'map',
    listMapKeys: ['devicePath'],
  }),
  livenessProbe: explicit(
    10,
    Probe,
    'Check that restarts the container when it keeps failing; none when absent.',
  ),
  readinessProbe: explicit(
    11,
    Probe,
    'Check deciding whether the container gets traffic; always ready when absent.',
  ),
  startupProbe: explicit(
    22,
    Probe,
    'Check that has to pass before the other probes begin; none when absent.',
  ),
  lifecycle: explicit(12, Lifecycle, 'Actions run after the start and before the stop of the container.'),
  terminationMessagePath: optional(
    13,
    string,
    'File with the final message of the program; /dev/termination-log when left out.',
    { default: '/dev/termination-log' },
  ),
  terminationMessagePolicy: optional(
    20,
    string,
    'Where the final message comes from: File (default) or FallbackToLogsOnError.',
    { default: 'File', enum: ['FallbackToLogsOnError', 'File'] },
  ),
  imagePullPolicy: optional(
    14,
    string,
    'When to pull the image; default Always for the latest tag, otherwise IfNotPresent.',
    { enum: ['Always', 'IfNotPresent', 'Never'] },
  ),
  securityContext: explicit(
    15,
    SecurityContext,
    'Security settings of the container; these override the ones of the pod.',
  ),
  stdin: optional(16, boolean, 'True keeps a standard input buffer open for attaching clients.'),
  stdinOnce: optional(17, boolean, 'True closes standard input after the first attached client leaves.'),
  tty: optional(18, boolean, 'True gives the container a terminal; needs stdin as well.'),
})

export const Container = withCompletion(
  struct('io.k8s.api.core.v1.Container', 'One container of a pod.', containerFields),
  pullByTag,
)
export interface Container extends Infer<typeof Container> {}

export const EphemeralContainerCommon = struct(
  'io.k8s.api.core.v1.EphemeralContainerCommon',
  'Fields that ephemeral containers share with other containers; some must not be set.',
  containerFields,
)

export const EphemeralContainer = withCompletion(
  struct(
    'io.k8s.api.core.v1.EphemeralContainer',
    'Container that is added to a running pod for debugging.',
    () => ({
      ...inline(1, EphemeralContainerCommon),
      targetContainerName: optional(
        2,
        string,
        'Container whose processes it can see; only its own when empty.',
      ),
    }),
  ),
  pullByTag,
)
export interface EphemeralContainer extends Infer<typeof EphemeralContainer> {}

function pullByTag(container: Pick<Container, 'image' | 'imagePullPolicy'>): void {
  container.imagePullPolicy ??= defaultPullPolicy(container.image)
}
