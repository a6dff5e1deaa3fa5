import type { Json } from '#test/support/client.js'
import { type WarningsExample, warned, warnedOfChange, warnedOfStatus } from './example.js'

const LABELS = { app: 'web' }
const NAME =
  'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]'
const SPREAD = {
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }],
}
const nullSelector = (path: string) =>
  `${path}.topologySpreadConstraints[0].labelSelector: a null labelSelector results in matching no pod`
const template = (spec: Json = {}) => ({
  metadata: { labels: LABELS },
  spec: { containers: [{ name: 'main', image: 'web:1' }], ...spec },
})
const once = (spec: Json = {}) => template({ restartPolicy: 'Never', ...spec })

/** An object of a kind that runs pods, with what its pod spec has besides a container. */
type Workload = (pod?: Json, name?: string) => Json

const selecting =
  (kind: string, more: Json = {}): Workload =>
  (pod = {}, name = 'web') => ({
    apiVersion: 'apps/v1',
    kind,
    metadata: { name },
    spec: { selector: { matchLabels: LABELS }, template: template(pod), ...more },
  })
const deployment = selecting('Deployment')
const replicaSet = selecting('ReplicaSet')
const daemonSet = selecting('DaemonSet')
const statefulSet = selecting('StatefulSet')
const job: Workload = (pod = {}, name = 'web') => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name },
  spec: { template: once(pod) },
})
const cronJob: Workload = (pod = {}, name = 'web') => ({
  apiVersion: 'batch/v1',
  kind: 'CronJob',
  metadata: { name },
  spec: { schedule: '* * * * *', jobTemplate: { spec: { template: once(pod) } } },
})

const POD = 'spec.template.spec'
const CRON_POD = 'spec.jobTemplate.spec.template.spec'
const claims = (resources: Json) => ({
  ...statefulSet(),
  spec: {
    ...statefulSet().spec,
    volumeClaimTemplates: [
      { metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources } },
    ],
  },
})
const fraction = (amount: string) => `fractional byte value "${amount}" is invalid, must be an integer`
const HUGE = { completionMode: 'Indexed', completions: 100_001, parallelism: 10_001 }
const hugeWarning = (path: string) =>
  `${path}: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail`
const ingress = (metadata: Json = {}, more: Json = {}) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'Ingress',
  metadata,
  spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } } },
  ...more,
})
const policy = (cidr: string, except?: string[]) => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  spec: { podSelector: {}, ingress: [{ from: [{ ipBlock: { cidr, except } }] }] },
})
const RANGE = 'spec.ingress[0].from[0].ipBlock.cidr'
const ZONE = 'failure-domain.beta.kubernetes.io/zone'

/** Kinds that warn of the template of a new object, and of a changed object if its generation has changed. */
const TEMPLATED: readonly (readonly [Workload, string])[] = [
  [deployment, POD],
  [replicaSet, POD],
  [statefulSet, POD],
  [daemonSet, POD],
  [cronJob, CRON_POD],
]

export const workloadWarnings: readonly WarningsExample[] = [
  ...[deployment, replicaSet, job, cronJob].map((workload) => warned(workload({}, 'a.b'), NAME)),
  ...TEMPLATED.flatMap(([workload, path]) => [
    warned(workload(SPREAD), nullSelector(path)),
    warnedOfChange(workload(), workload(SPREAD), nullSelector(path)),
    warnedOfChange(workload(SPREAD), { ...workload(SPREAD), metadata: { name: 'web', labels: LABELS } }),
  ]),
  warned(job(SPREAD), nullSelector(POD)),
  warned(
    claims({ requests: { storage: '0.5' }, limits: { storage: '1.5' } }),
    `spec.volumeClaimTemplates[0].resources.requests[storage]: ${fraction('500m')}`,
    `spec.volumeClaimTemplates[0].resources.limits[storage]: ${fraction('1500m')}`,
  ),
  warned(
    selecting('StatefulSet', { revisionHistoryLimit: -1 })(),
    'spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended',
  ),
  warned({ ...job(), spec: { ...job().spec, ...HUGE } }, hugeWarning('spec')),
  warned(
    {
      ...cronJob(),
      spec: { schedule: '* * * * *', jobTemplate: { spec: { template: once(), ...HUGE } } },
    },
    hugeWarning('spec.jobTemplate.spec'),
  ),
  warned(
    ingress({ annotations: { 'kubernetes.io/ingress.class': 'a' } }),
    'annotation "kubernetes.io/ingress.class" is deprecated, please use \'spec.ingressClassName\' instead',
  ),
  warnedOfStatus(
    ingress({}, { status: { loadBalancer: { ingress: [{ ip: '010.1.2.3' }, { ip: 'FD00::1' }] } } }),
    'status.loadBalancer.ingress[0]: non-standard IP address "010.1.2.3" will be considered invalid in a future Kubernetes release: use "10.1.2.3"',
    'status.loadBalancer.ingress[1]: IPv6 address "FD00::1" should be in RFC 5952 canonical format ("fd00::1")',
  ),
  warned(
    policy('10.0.0.1/8'),
    `${RANGE}: CIDR value "10.0.0.1/8" is ambiguous in this context (should be "10.0.0.0/8" or "10.0.0.1/32"?)`,
  ),
  warned(
    policy('010.0.0.0/8'),
    `${RANGE}: non-standard CIDR value "010.0.0.0/8" will be considered invalid in a future Kubernetes release: use "10.0.0.0/8"`,
  ),
  warned(
    policy('FD00::/8', ['FD00::/64']),
    `${RANGE}: IPv6 CIDR value "FD00::/8" should be in RFC 5952 canonical format ("fd00::/8")`,
    'spec.ingress[0].from[0].ipBlock.except[0]: IPv6 CIDR value "FD00::/64" should be in RFC 5952 canonical format ("fd00::/64")',
  ),
  warned(
    {
      apiVersion: 'node.k8s.io/v1',
      kind: 'RuntimeClass',
      handler: 'x',
      scheduling: { nodeSelector: { [ZONE]: 'a' } },
    },
    'scheduling.nodeSelector: deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  ),
]
