import type { Json } from '#test/support/client.js'
import { type WarningsExample, warned, warnedOfStatus } from './example.js'

const MAIN = { name: 'main', image: 'web:1' }
const pod = (spec: Json = {}, metadata: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata,
  spec: { containers: [MAIN], ...spec },
})
const template = (spec: Json = {}, metadata: Json = {}) => ({
  apiVersion: 'v1',
  kind: 'PodTemplate',
  template: { metadata, spec: { containers: [MAIN], ...spec } },
})
const withContainer = (container: Json, spec: Json = {}) =>
  pod({ containers: [{ ...MAIN, ...container }], ...spec })
const withVolume = (volume: Json) => pod({ volumes: [{ name: 'v', ...volume }] })
const annotated = (key: string, value = 'a', spec: Json = {}) => pod(spec, { annotations: { [key]: value } })

const ZONE = 'failure-domain.beta.kubernetes.io/zone'
const RENAMED = 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'
const NODE_AFFINITY = 'spec.affinity.nodeAffinity'
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'
const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/main'
const POD_SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod'
const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/main'
const fraction = (amount: string) => `fractional byte value "${amount}" is invalid, must be an integer`
const NULL_SELECTOR = 'a null labelSelector results in matching no pod'
const nonStandard = (ip: string, use: string) =>
  `non-standard IP address "${ip}" will be considered invalid in a future Kubernetes release: use "${use}"`
const notCanonical = (ip: string, use: string) =>
  `IPv6 address "${ip}" should be in RFC 5952 canonical format ("${use}")`

/** Volumes of kinds that are gone. */
const OLD_VOLUMES: readonly (readonly [source: string, volume: Json, why: string])[] = [
  ['photonPersistentDisk', { pdID: 'a' }, 'deprecated in v1.11, non-functional in v1.16+'],
  ['gitRepo', { repository: 'a' }, 'deprecated in v1.11, and disabled by default in v1.33+'],
  [
    'scaleIO',
    { gateway: 'a', system: 'b', volumeName: 'c', secretRef: { name: 's' } },
    'deprecated in v1.16, non-functional in v1.22+',
  ],
  ['flocker', { datasetName: 'a' }, 'deprecated in v1.22, non-functional in v1.25+'],
  ['quobyte', { registry: 'a:1', volume: 'b' }, 'deprecated in v1.22, non-functional in v1.25+'],
  ['glusterfs', { endpoints: 'a', path: 'b' }, 'deprecated in v1.25, non-functional in v1.26+'],
  ['cephfs', { monitors: ['a'] }, 'deprecated in v1.28, non-functional in v1.31+'],
  ['rbd', { monitors: ['a'], image: 'b' }, 'deprecated in v1.28, non-functional in v1.31+'],
]

const claim = (resources: Json) => ({
  ephemeral: { volumeClaimTemplate: { spec: { accessModes: ['ReadWriteOnce'], resources } } },
})
const CLAIM = 'spec.volumes[0].ephemeral.volumeClaimTemplate.spec.resources'
const twice = (key: string) => [
  { key, path: 'a/b' },
  { key, path: 'a' },
]
const FILES = [
  { path: 'a', fieldRef: { fieldPath: 'metadata.name' } },
  { path: 'a', fieldRef: { fieldPath: 'metadata.uid' } },
]
const ports = (...ports: Json[]) => withContainer({ ports })
const PORT = { containerPort: 80 }
const term = (topologyKey = 'zone') => ({ topologyKey })

const objects: readonly WarningsExample[] = [
  warned(
    annotated(APPARMOR, 'runtime/default'),
    `metadata.annotations[${APPARMOR}]: deprecated since v1.30; use the "appArmorProfile" field instead`,
  ),
  warned(
    pod({}, { name: 'a.b' }),
    "metadata.name: this is used in the Pod's hostname, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]",
  ),
  warned(pod({ nodeSelector: { [ZONE]: 'a' } }), `spec.nodeSelector[${ZONE}]: ${RENAMED}`),
  warned(
    pod({
      affinity: {
        nodeAffinity: {
          [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'Exists' }] }] },
          [PREFERRED]: [
            {
              weight: 1,
              preference: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b c'] }] },
            },
          ],
        },
      },
    }),
    `${NODE_AFFINITY}.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].key: ${ZONE} is ${RENAMED}`,
    `${NODE_AFFINITY}.${PREFERRED}[0].preference.matchExpressions[0].values[0]: b c is invalid, a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')`,
  ),
  warned(
    pod({
      topologySpreadConstraints: [{ maxSkew: 1, topologyKey: ZONE, whenUnsatisfiable: 'DoNotSchedule' }],
    }),
    `spec.topologySpreadConstraints[0].topologyKey: ${ZONE} is ${RENAMED}`,
    `spec.topologySpreadConstraints[0].labelSelector: ${NULL_SELECTOR}`,
  ),
  warned(
    annotated('scheduler.alpha.kubernetes.io/critical-pod'),
    'metadata.annotations[scheduler.alpha.kubernetes.io/critical-pod]: non-functional in v1.16+; use the "priorityClassName" field instead',
  ),
  ...['sysctls', 'unsafe-sysctls'].map((name) =>
    warned(
      annotated(`security.alpha.kubernetes.io/${name}`, 'a=1'),
      `metadata.annotations[security.alpha.kubernetes.io/${name}]: non-functional in v1.11+; use the "sysctls" field instead`,
    ),
  ),
  ...OLD_VOLUMES.map(([source, volume, why]) =>
    warned(withVolume({ [source]: volume }), `spec.volumes[0].${source}: ${why}`),
  ),
  warned(
    withVolume({ storageos: { volumeName: 'a' } }),
    'spec.volumes[0].storageOS: deprecated in v1.22, non-functional in v1.25+',
  ),
  warned(
    withVolume(claim({ requests: { storage: '0.5' }, limits: { storage: '1.5' } })),
    `${CLAIM}.requests[storage]: ${fraction('500m')}`,
    `${CLAIM}.limits[storage]: ${fraction('1500m')}`,
  ),
  warned(
    withVolume({ configMap: { name: 'c', items: twice('k') } }),
    'volume "v" (ConfigMap "c"): overlapping paths: "a" with "a/b"',
  ),
  warned(
    withVolume({ secret: { secretName: 's', items: twice('k') } }),
    'volume "v" (Secret "s"): overlapping paths: "a" with "a/b"',
  ),
  warned(
    withVolume({ downwardAPI: { items: FILES } }),
    'volume "v" (DownwardAPI): overlapping paths: "a" with "a"',
  ),
  warned(withVolume({ projected: { sources: [{}] } }), 'volume "v" (Projected) has no sources provided'),
  warned(
    withVolume({
      projected: {
        sources: [
          { configMap: { name: 'c', items: [{ key: 'k', path: 'a/b' }] } },
          { secret: { name: 's', items: [{ key: 'k', path: 'a' }] } },
        ],
      },
    }),
    'volume "v" (Projected): overlapping paths: "a" (Secret "s") with "a/b" (ConfigMap "c")',
  ),
  warned(
    pod({
      hostAliases: [
        { ip: '10.0.0.1', hostnames: ['a'] },
        { ip: '10.0.0.1', hostnames: ['b'] },
      ],
    }),
    'spec.hostAliases[1].ip: duplicate ip "10.0.0.1"',
  ),
  warned(
    pod({ imagePullSecrets: [{ name: 'a' }, { name: 'a' }, {}] }),
    'spec.imagePullSecrets[1].name: duplicate name "a"',
    'spec.imagePullSecrets[2].name: invalid empty name ""',
  ),
  warned(
    template({ overhead: { memory: '0.5', 'ephemeral-storage': '1.5' } }),
    `template.spec.overhead[memory]: ${fraction('500m')}`,
    `template.spec.overhead[ephemeral-storage]: ${fraction('1500m')}`,
  ),
  warned(
    annotated(POD_SECCOMP, 'unconfined'),
    `metadata.annotations[${POD_SECCOMP}]: non-functional in v1.27+; use the "seccompProfile" field instead`,
  ),
  warned(
    annotated(SECCOMP, 'unconfined'),
    `metadata.annotations[${SECCOMP}]: non-functional in v1.27+; use the "seccompProfile" field instead`,
  ),
  warned(
    template({}, { annotations: { [APPARMOR]: 'unconfined' } }),
    `template.metadata.annotations[${APPARMOR}]: deprecated since v1.30; use the "appArmorProfile" field instead`,
  ),
  warned(
    withContainer({
      resources: {
        limits: { memory: '1.5', 'ephemeral-storage': '2.5' },
        requests: { memory: '0.5', 'ephemeral-storage': '1.5' },
      },
    }),
    `spec.containers[0].resources.limits[memory]: ${fraction('1500m')}`,
    `spec.containers[0].resources.requests[memory]: ${fraction('500m')}`,
    `spec.containers[0].resources.limits[ephemeral-storage]: ${fraction('2500m')}`,
    `spec.containers[0].resources.requests[ephemeral-storage]: ${fraction('1500m')}`,
  ),
  warned(
    withContainer({
      env: [
        { name: 'A', value: '1' },
        { name: 'A', value: '2' },
        { name: 'A', value: '$(A):3' },
      ],
    }),
    'spec.containers[0].env[1]: hides previous definition of "A", which may be dropped when using apply',
  ),
  warned(
    ports({ ...PORT, name: 'web', hostIP: '10.0.0.1' }),
    'spec.containers[0].ports[0]: hostIP set without hostPort: {Name:web HostPort:0 ContainerPort:80 Protocol:TCP HostIP:10.0.0.1}',
  ),
  warned(
    ports(PORT, PORT),
    'spec.containers[0].ports[1]: duplicate port definition with spec.containers[0].ports[0]',
  ),
  warned(
    ports(PORT, { ...PORT, hostPort: 8080 }),
    'spec.containers[0].ports[1]: overlapping port definition with spec.containers[0].ports[0]',
  ),
  warned(
    ports({ ...PORT, hostPort: 8080 }, { ...PORT, hostPort: 8080, hostIP: '10.0.0.1' }),
    'spec.containers[0].ports[1]: dangerously ambiguous port definition with spec.containers[0].ports[0]',
  ),
  warned(
    pod({
      containers: [
        { ...MAIN, ports: [{ ...PORT, name: 'web' }] },
        { ...MAIN, name: 'other', ports: [{ containerPort: 81, name: 'web' }] },
      ],
    }),
    'spec.containers[1].ports[0]: duplicate port name "web" with spec.containers[0].ports[0], services and probes that select ports by name will use spec.containers[0].ports[0]',
  ),
  warned(
    template({ terminationGracePeriodSeconds: -1 }),
    'template.spec.terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1',
  ),
  warned(
    pod({
      affinity: {
        podAffinity: { [REQUIRED]: [term()], [PREFERRED]: [{ weight: 1, podAffinityTerm: term() }] },
        podAntiAffinity: { [REQUIRED]: [term()], [PREFERRED]: [{ weight: 1, podAffinityTerm: term() }] },
      },
    }),
    ...['podAffinity', 'podAntiAffinity'].flatMap((field) => [
      `spec.affinity.${field}.${REQUIRED}[0].labelSelector: ${NULL_SELECTOR}`,
      `spec.affinity.${field}.${PREFERRED}[0].podAffinityTerm.labelSelector: ${NULL_SELECTOR}`,
    ]),
  ),
  warned(
    pod({ dnsConfig: { nameservers: ['010.0.0.1', 'FD00::1'] } }),
    `spec.dnsConfig.nameservers[0]: ${nonStandard('010.0.0.1', '10.0.0.1')}`,
    `spec.dnsConfig.nameservers[1]: ${notCanonical('FD00::1', 'fd00::1')}`,
  ),
  warned(
    pod({
      hostAliases: [
        { ip: '::ffff:10.0.0.1', hostnames: ['a'] },
        { ip: 'fd00:0::1', hostnames: ['b'] },
      ],
    }),
    `spec.hostAliases[0].ip: ${nonStandard('::ffff:10.0.0.1', '10.0.0.1')}`,
    `spec.hostAliases[1].ip: ${notCanonical('fd00:0::1', 'fd00::1')}`,
  ),
  warned(pod()),
]

const statuses: readonly WarningsExample[] = [
  warnedOfStatus(
    { ...pod(), status: { podIP: '010.0.0.1', podIPs: [{ ip: '010.0.0.1' }, { ip: 'FD00::1' }] } },
    `status.podIPs[0].ip: ${nonStandard('010.0.0.1', '10.0.0.1')}`,
    `status.podIPs[1].ip: ${notCanonical('FD00::1', 'fd00::1')}`,
  ),
  warnedOfStatus(
    { ...pod(), status: { hostIP: '010.0.0.1', hostIPs: [{ ip: '010.0.0.1' }, { ip: 'FD00::1' }] } },
    `status.hostIPs[0].ip: ${nonStandard('010.0.0.1', '10.0.0.1')}`,
    `status.hostIPs[1].ip: ${notCanonical('FD00::1', 'fd00::1')}`,
  ),
]

export const podWarnings: readonly WarningsExample[] = [...objects, ...statuses]
