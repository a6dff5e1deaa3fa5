import {
  boolean,
  completed,
  explicit,
  type Infer,
  int32,
  int64,
  list,
  map,
  optional,
  required,
  string,
  struct,
} from '../../../schema/type.js'
import { Affinity } from './affinity.js'
import { Container } from './container.js'
import { LocalObjectReference } from './references.js'
import { PodSecurityContext } from './security-context.js'
import { Volume } from './volumes/volume.js'

export const Toleration = struct(
  'io.k8s.api.core.v1.Toleration',
  'Permission to run on nodes with matching taints.',
  () => ({
    key: optional(1, string, 'Taint key to tolerate; empty, with operator Exists, tolerates every key.'),
    operator: optional(2, string, 'Equal compares the value, Exists accepts any; Equal when left out.'),
    value: optional(3, string, 'Taint value to tolerate; must be empty with operator Exists.'),
    effect: optional(4, string, 'Taint effect to tolerate; empty tolerates all effects.'),
    tolerationSeconds: explicit(
      5,
      int64,
      'Seconds a NoExecute taint is endured before eviction; without limit when absent.',
    ),
  }),
)
export interface Toleration extends Infer<typeof Toleration> {}

export const HostAlias = struct(
  'io.k8s.api.core.v1.HostAlias',
  'One line of the hosts file: an address and its names.',
  () => ({
    ip: optional(1, string, 'IP address that the names resolve to.'),
    hostnames: optional(2, list(string), 'Host names that stand for the address.'),
  }),
)
export interface HostAlias extends Infer<typeof HostAlias> {}

export const PodDNSConfigOption = struct(
  'io.k8s.api.core.v1.PodDNSConfigOption',
  'One option of the resolver configuration.',
  () => ({
    name: optional(1, string, 'Option name, such as ndots; must not be empty.'),
    value: explicit(2, string, 'Option value; absent for options that take none.'),
  }),
)
export interface PodDNSConfigOption extends Infer<typeof PodDNSConfigOption> {}

export const PodDNSConfig = struct('io.k8s.api.core.v1.PodDNSConfig', 'Resolver settings of a pod.', () => ({
  nameservers: optional(1, list(string), 'IP addresses of name servers to ask in addition.'),
  searches: optional(2, list(string), 'Domains appended when looking up short host names.'),
  options: optional(
    3,
    list(PodDNSConfigOption),
    'Resolver options; an entry overrides one of equal name from the DNS policy.',
  ),
}))
export interface PodDNSConfig extends Infer<typeof PodDNSConfig> {}

export const PodSpec = completed(
  struct('io.k8s.api.core.v1.PodSpec', 'Contents and runtime settings of a pod.', () => ({
    volumes: optional(1, list(Volume), 'Storage that the containers of the pod can mount.', {
      merge: { key: 'name' },
      retainKeys: true,
    }),
    initContainers: optional(
      20,
      list(Container),
      'Containers run one after another to completion before the main ones start.',
      { merge: { key: 'name' } },
    ),
    containers: required(2, list(Container), 'Main containers of the pod; at least one is required.', {
      merge: { key: 'name' },
    }),
    restartPolicy: optional(
      3,
      string,
      'When ended containers are restarted; Always by default, and required in controller templates.',
      { default: 'Always' },
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
      { default: 'ClusterFirst' },
    ),
    nodeSelector: optional(7, map(string), 'Labels a node must carry for the pod to be placed there.'),
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
    hostIPC: optional(13, boolean, 'True shares System V and POSIX message channels with the node.'),
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
      { merge: { key: 'name' } },
    ),
    hostname: optional(16, string, 'Host name inside the pod; the pod name when left out.'),
    subdomain: optional(17, string, 'Domain part of the pod host name; normally names a headless service.'),
    affinity: explicit(18, Affinity, 'Rules drawing the pod towards or away from nodes and other pods.'),
    schedulerName: optional(19, string, 'Scheduler that places the pod; default-scheduler when left out.', {
      default: 'default-scheduler',
    }),
    tolerations: optional(22, list(Toleration), 'Node taints the pod puts up with.'),
    hostAliases: optional(23, list(HostAlias), 'Extra lines for the hosts file of the containers.', {
      merge: { key: 'ip' },
    }),
    priorityClassName: optional(
      24,
      string,
      'Priority class of the pod; emptied unless pod priority is enabled.',
    ),
    priority: explicit(
      25,
      int32,
      'Scheduling priority number, higher first; normally filled in from the class.',
    ),
    dnsConfig: explicit(26, PodDNSConfig, 'Resolver settings added to those that come from dnsPolicy.'),
  })),
  (spec) => {
    if (spec.hostNetwork) exposeOnHost(spec)
    // Two names for one thing: the older one follows the newer one.
    spec.serviceAccountName ??= spec.serviceAccount
    spec.serviceAccount = spec.serviceAccountName
  },
)
export interface PodSpec extends Infer<typeof PodSpec> {}

/** On the host's network a container port is a port of the host. */
function exposeOnHost({ containers, initContainers = [] }: PodSpec): void {
  for (const { ports = [] } of [...(containers ?? []), ...initContainers]) {
    for (const port of ports) port.hostPort ??= port.containerPort
  }
}
