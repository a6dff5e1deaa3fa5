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
  withCompletion,
} from '#schema/type.js'
import { Container, EphemeralContainer, ResourceRequirements } from './containers/container.js'
import { HostAlias, PodDNSConfig } from './dns.js'
import { LocalObjectReference } from './references.js'
import { Affinity } from './scheduling/affinity.js'
import {
  PodOS,
  PodReadinessGate,
  PodResourceClaim,
  PodSchedulingGate,
  Toleration,
  TopologySpreadConstraint,
} from './scheduling/scheduling.js'
import { PodSecurityContext } from './security/security-context.js'
import { Volume } from './volumes/volume.js'

export const PodSpec = withCompletion(
  struct('io.k8s.api.core.v1.PodSpec', 'Contents and runtime settings of a pod.', () => ({
    volumes: optional(1, list(Volume), 'Storage that the containers of the pod can mount.', {
      merge: { key: 'name' },
      retainKeys: true,
      listType: 'map',
      listMapKeys: ['name'],
    }),
    initContainers: optional(
      20,
      list(Container),
      'Containers run one after another to completion before the main ones start.',
      { merge: { key: 'name' }, listType: 'map', listMapKeys: ['name'] },
    ),
    containers: required(2, list(Container), 'Main containers of the pod; at least one is required.', {
      merge: { key: 'name' },
      listType: 'map',
      listMapKeys: ['name'],
    }),
    ephemeralContainers: optional(
      34,
      list(EphemeralContainer),
      'Containers added to a running pod for debugging; not allowed in a new pod.',
      { merge: { key: 'name' }, listType: 'map', listMapKeys: ['name'] },
    ),
    restartPolicy: optional(
      3,
      string,
      'When ended containers are restarted; Always by default, and required in controller templates.',
      { default: 'Always', enum: ['Always', 'Never', 'OnFailure'] },
    ),
    terminationGracePeriodSeconds: explicit(
      4,
      int64,
      'Seconds between the stop signal and a forced kill; 30 when left out.',
      { default: 30 },
    ),
    activeDeadlineSeconds: explicit(
      5,
      int64,
      'Seconds the pod may run before it is ended; not allowed in controller templates.',
    ),
    dnsPolicy: optional(
      6,
      string,
      'How containers resolve names: ClusterFirst (default), ClusterFirstWithHostNet, Default or None.',
      { default: 'ClusterFirst', enum: ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'] },
    ),
    nodeSelector: optional(7, map(string), 'Labels a node must carry for the pod to be placed there.', {
      mapType: 'atomic',
    }),
    serviceAccountName: optional(
      8,
      string,
      'Service account whose identity the pod uses; empty leaves it to the cluster.',
    ),
    serviceAccount: optional(
      9,
      string,
      'Older spelling of serviceAccountName, always returned with the same value.',
    ),
    automountServiceAccountToken: explicit(
      21,
      boolean,
      'False keeps the service account token out of the containers; absent follows the account.',
    ),
    nodeName: optional(10, string, 'Node to run on without asking the scheduler; empty lets it choose.'),
    hostNetwork: optional(11, boolean, 'True shares the network of the node, so ports are node ports.'),
    hostPID: optional(12, boolean, 'True lets containers see the processes of the node.'),
    hostIPC: optional(13, boolean, 'True shares the IPC namespace of the node.'),
    shareProcessNamespace: explicit(
      27,
      boolean,
      'True lets the containers see the processes of one another.',
    ),
    securityContext: explicit(
      14,
      PodSecurityContext,
      'Security settings for the pod and defaults for its containers.',
      { default: {} },
    ),
    imagePullSecrets: optional(
      15,
      list(LocalObjectReference),
      'Secrets in the same namespace with credentials for private image registries.',
      { merge: { key: 'name' }, listType: 'map', listMapKeys: ['name'] },
    ),
    hostname: optional(16, string, 'Host name inside the pod; the pod name when left out.'),
    subdomain: optional(17, string, 'Domain part of the pod host name; normally names a headless service.'),
    affinity: explicit(18, Affinity, 'Rules drawing the pod towards or away from nodes and other pods.'),
    schedulerName: optional(19, string, 'Scheduler that places the pod; default-scheduler when left out.', {
      default: 'default-scheduler',
    }),
    tolerations: optional(22, list(Toleration), 'Node taints the pod tolerates.', { listType: 'atomic' }),
    hostAliases: optional(23, list(HostAlias), 'Extra lines for the hosts file of the containers.', {
      merge: { key: 'ip' },
      listType: 'map',
      listMapKeys: ['ip'],
    }),
    priorityClassName: optional(24, string, 'Priority class of the pod, which decides its priority.'),
    priority: explicit(
      25,
      int32,
      'Scheduling priority number, higher first; normally filled in from the class.',
    ),
    dnsConfig: explicit(26, PodDNSConfig, 'Resolver settings added to those that come from dnsPolicy.'),
    readinessGates: optional(
      28,
      list(PodReadinessGate),
      'Readiness gates: conditions that must be true for the pod to be ready.',
      { listType: 'atomic' },
    ),
    runtimeClassName: explicit(29, string, 'Runtime class of the pod; the default runtime when absent.'),
    enableServiceLinks: explicit(
      30,
      boolean,
      'False keeps addresses of services out of the environment variables.',
    ),
    preemptionPolicy: explicit(
      31,
      string,
      'Whether the pod may preempt pods of lower priority: PreemptLowerPriority or Never.',
      { enum: ['Never', 'PreemptLowerPriority'] },
    ),
    overhead: optional(
      32,
      map(milliQuantity),
      'Resource overhead besides the containers; set by the runtime class.',
    ),
    topologySpreadConstraints: optional(
      33,
      list(TopologySpreadConstraint),
      'How evenly pods are spread over domains such as zones.',
      { merge: { key: 'topologyKey' }, listType: 'map', listMapKeys: ['topologyKey', 'whenUnsatisfiable'] },
    ),
    setHostnameAsFQDN: explicit(35, boolean, 'True gives containers the full domain name as host name.'),
    os: explicit(36, PodOS, 'Operating system of the containers.'),
    hostUsers: explicit(37, boolean, 'False runs the pod in a user namespace of its own.'),
    schedulingGates: optional(
      38,
      list(PodSchedulingGate),
      'Gates that must be removed before the pod is scheduled.',
      {
        merge: { key: 'name' },
        listType: 'map',
        listMapKeys: ['name'],
      },
    ),
    resourceClaims: optional(39, list(PodResourceClaim), 'Resource claims that containers may use.', {
      merge: { key: 'name' },
      retainKeys: true,
      listType: 'map',
      listMapKeys: ['name'],
    }),
    resources: explicit(40, ResourceRequirements, 'Resources that all containers share.'),
  })),
  nameServiceAccount,
)
export interface PodSpec extends Infer<typeof PodSpec> {}

/** The same for legacy groups, where templates have host port defaults too. */
export const LegacyPodSpec = withCompletion(PodSpec, (spec) => {
  if (spec.hostNetwork) setHostPortDefaults(spec)
  nameServiceAccount(spec)
})

/** With `hostNetwork`, host ports default to container ports. */
export function setHostPortDefaults({ containers, initContainers = [] }: PodSpec): void {
  for (const { ports = [] } of [...(containers ?? []), ...initContainers]) {
    for (const port of ports) port.hostPort ??= port.containerPort
  }
}

/** `serviceAccount` is the deprecated name of `serviceAccountName` and follows it. */
function nameServiceAccount(spec: Pick<PodSpec, 'serviceAccountName' | 'serviceAccount'>): void {
  spec.serviceAccountName ??= spec.serviceAccount
  spec.serviceAccount = spec.serviceAccountName
}
