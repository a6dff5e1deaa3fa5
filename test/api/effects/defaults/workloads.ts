import type { Json } from '#test/support/client.js'
import { type DefaultsExample, defaultsOf, derived, object } from './example.js'

const MAIN = { name: 'main', image: 'web:1' }
const LABELS = { app: 'web' }
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [MAIN] } }
const ONCE = { ...TEMPLATE, spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } }
const SELECTED = { selector: { matchLabels: LABELS }, template: TEMPLATE }
const deployment = (spec: Json = {}) => object('apps/v1', 'Deployment')({ spec: { ...SELECTED, ...spec } })
const daemonSet = (spec: Json = {}) => object('apps/v1', 'DaemonSet')({ spec: { ...SELECTED, ...spec } })
const statefulSet = (spec: Json = {}) => object('apps/v1', 'StatefulSet')({ spec: { ...SELECTED, ...spec } })
const job = (spec: Json = {}) => object('batch/v1', 'Job')({ spec: { template: ONCE, ...spec } })
const cronJob = object(
  'batch/v1',
  'CronJob',
)({
  spec: { schedule: '* * * * *', jobTemplate: { spec: { template: ONCE } } },
})
const autoscaler = (version: string, spec: Json = {}) =>
  object(
    `autoscaling/${version}`,
    'HorizontalPodAutoscaler',
  )({
    spec: { scaleTargetRef: { kind: 'A', name: 'a' }, maxReplicas: 3, ...spec },
  })

/** A pod template as it is after defaults. */
const COMPLETED = (restartPolicy: string) => ({
  containers: [
    {
      ...MAIN,
      resources: {},
      terminationMessagePath: '/dev/termination-log',
      terminationMessagePolicy: 'File',
      imagePullPolicy: 'IfNotPresent',
    },
  ],
  restartPolicy,
  terminationGracePeriodSeconds: 30,
  dnsPolicy: 'ClusterFirst',
  securityContext: {},
  schedulerName: 'default-scheduler',
})
const OF_TEMPLATES = 'PodSpec defaults as of pod templates'
const CPU = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
}
const PERCENT = { type: 'Percent', value: 100, periodSeconds: 15 }

export const workloadDefaults: readonly DefaultsExample[] = [
  defaultsOf(deployment(), {
    'spec.replicas': 1,
    'spec.strategy.type': 'RollingUpdate',
    'spec.strategy.rollingUpdate.maxUnavailable': '25%',
    'spec.strategy.rollingUpdate.maxSurge': '25%',
    'spec.revisionHistoryLimit': 10,
    'spec.progressDeadlineSeconds': 600,
    'spec.template.spec': derived(OF_TEMPLATES, COMPLETED('Always')),
  }),
  defaultsOf(object('apps/v1', 'ReplicaSet')({ spec: SELECTED }), {
    'spec.replicas': 1,
    'spec.template.spec': derived(OF_TEMPLATES, COMPLETED('Always')),
  }),
  defaultsOf(daemonSet(), {
    'spec.updateStrategy.type': 'RollingUpdate',
    'spec.updateStrategy.rollingUpdate.maxUnavailable': 1,
    'spec.updateStrategy.rollingUpdate.maxSurge': 0,
    'spec.revisionHistoryLimit': 10,
    'spec.template.spec': derived(OF_TEMPLATES, COMPLETED('Always')),
  }),
  defaultsOf(
    statefulSet({
      volumeClaimTemplates: [
        {
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    }),
    {
      'spec.podManagementPolicy': 'OrderedReady',
      'spec.updateStrategy': { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
      'spec.persistentVolumeClaimRetentionPolicy.whenDeleted': 'Retain',
      'spec.persistentVolumeClaimRetentionPolicy.whenScaled': 'Retain',
      'spec.replicas': 1,
      'spec.revisionHistoryLimit': 10,
      'spec.volumeClaimTemplates[0].spec.volumeMode': 'Filesystem',
      'spec.volumeClaimTemplates[0].status.phase': 'Pending',
      'spec.volumeClaimTemplates[0].kind': 'PersistentVolumeClaim',
      'spec.volumeClaimTemplates[0].apiVersion': 'v1',
      'spec.template.spec': derived(OF_TEMPLATES, COMPLETED('Always')),
    },
  ),
  defaultsOf(statefulSet({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: {} } }), {
    'spec.updateStrategy.rollingUpdate.partition': 0,
  }),
  defaultsOf(statefulSet({ updateStrategy: { type: 'RollingUpdate' } }), {
    'spec.updateStrategy': { type: 'RollingUpdate' },
  }),
  defaultsOf(
    statefulSet({ persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Delete', whenScaled: '' } }),
    {
      'spec.persistentVolumeClaimRetentionPolicy': { whenDeleted: 'Delete', whenScaled: 'Retain' },
    },
  ),
  defaultsOf(job(), {
    'spec.completions': 1,
    'spec.parallelism': 1,
    'spec.backoffLimit': 6,
    'spec.completionMode': 'NonIndexed',
    'spec.suspend': false,
    'spec.podReplacementPolicy': 'TerminatingOrFailed',
    'spec.manualSelector': false,
    'spec.template.spec': derived(OF_TEMPLATES, COMPLETED('Never')),
  }),
  defaultsOf(job({ parallelism: 2 }), { 'spec.completions': undefined }),
  defaultsOf(job({ manualSelector: true, selector: { matchLabels: LABELS } }), {
    'metadata.labels': derived('all labels of the template, the generated ones included', LABELS),
  }),
  defaultsOf(job({ completionMode: 'Indexed', completions: 2, backoffLimitPerIndex: 1 }), {
    'spec.backoffLimit': 2_147_483_647,
    'spec.parallelism': 1,
  }),
  defaultsOf(
    job({
      podFailurePolicy: {
        rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }],
      },
    }),
    {
      'spec.podFailurePolicy.rules[0].onPodConditions[0].status': 'True',
      'spec.podReplacementPolicy': 'Failed',
    },
  ),
  defaultsOf(cronJob, {
    'spec.concurrencyPolicy': 'Allow',
    'spec.suspend': false,
    'spec.successfulJobsHistoryLimit': 3,
    'spec.failedJobsHistoryLimit': 1,
    'spec.jobTemplate.spec.template.spec': derived(
      'PodSpec defaults as of pod templates; no Job defaults',
      COMPLETED('Never'),
    ),
    'spec.jobTemplate.spec.completions': undefined,
    'spec.jobTemplate.spec.backoffLimit': undefined,
  }),
  defaultsOf(autoscaler('v2'), { 'spec.minReplicas': 1, 'spec.metrics': [CPU] }),
  defaultsOf(autoscaler('v1'), { 'spec.minReplicas': 1, 'spec.targetCPUUtilizationPercentage': 80 }),
  defaultsOf(autoscaler('v2', { behavior: {} }), {
    'spec.behavior.scaleUp': {
      stabilizationWindowSeconds: 0,
      selectPolicy: 'Max',
      policies: [{ type: 'Pods', value: 4, periodSeconds: 15 }, PERCENT],
    },
    'spec.behavior.scaleDown': { selectPolicy: 'Max', policies: [PERCENT] },
  }),
  defaultsOf(
    object(
      'networking.k8s.io/v1',
      'IngressClass',
    )({
      spec: { controller: 'example.com/a', parameters: { kind: 'A', name: 'a' } },
    }),
    { 'spec.parameters.scope': 'Cluster' },
  ),
  defaultsOf(
    object(
      'networking.k8s.io/v1',
      'NetworkPolicy',
    )({
      spec: { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] },
    }),
    { 'spec.policyTypes': ['Ingress'], 'spec.ingress[0].ports[0].protocol': 'TCP' },
  ),
  defaultsOf(
    object(
      'networking.k8s.io/v1',
      'NetworkPolicy',
    )({
      spec: { podSelector: {}, egress: [{ ports: [{ port: 80 }] }] },
    }),
    { 'spec.policyTypes': ['Ingress', 'Egress'], 'spec.egress[0].ports[0].protocol': 'TCP' },
  ),
  defaultsOf(object('scheduling.k8s.io/v1', 'PriorityClass')({ value: 1 }), {
    preemptionPolicy: 'PreemptLowerPriority',
  }),
]
