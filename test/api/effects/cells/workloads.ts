import type { Json } from '#test/support/client.js'
import { AGE, type CellsExample, hoursAgo, shown, TIME } from './example.js'

const object = (apiVersion: string, kind: string, content: Json = {}) => ({ apiVersion, kind, ...content })
const LABELS = { app: 'web' }
const TEMPLATE = {
  metadata: { labels: LABELS },
  spec: {
    containers: [
      { name: 'main', image: 'web:1' },
      { name: 'b', image: 'c:2' },
    ],
  },
}
const ONCE = { ...TEMPLATE, spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } }
const SELECTED = { selector: { matchLabels: LABELS }, template: TEMPLATE }
const PODS = { Containers: 'main,b', Images: 'web:1,c:2' }
const apps = (kind: string, spec: Json, status?: Json) =>
  object('apps/v1', kind, { spec: { ...SELECTED, ...spec }, status })
const deployment = apps(
  'Deployment',
  { replicas: 3 },
  { replicas: 3, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 1 },
)

const job = (spec: Json, status?: Json) =>
  object('batch/v1', 'Job', { spec: { template: ONCE, ...spec }, status })
const jobRow = (cells: Json) => ({
  Name: 'example',
  Status: 'Running',
  Completions: '0/1',
  Duration: '',
  Age: AGE,
  ...PODS,
  Selector: /^batch\.kubernetes\.io\/controller-uid=[0-9a-f-]{36}$/,
  ...cells,
})
const LOCAL_API = {
  ...object('apiregistration.k8s.io/v1', 'APIService', {
    spec: { group: 'example.com', version: 'v1', groupPriorityMinimum: 1, versionPriority: 1 },
  }),
  metadata: { name: 'v1.example.com' },
}
const is = (type: string) => ({ type, status: 'True' })
const START = hoursAgo(12)
const cronJob = (spec: Json, status?: Json) =>
  object('batch/v1', 'CronJob', {
    spec: { schedule: '* * * * *', jobTemplate: { spec: { template: ONCE } }, ...spec },
    status,
  })
const cronJobRow = (cells: Json) => ({
  Name: 'example',
  Schedule: '* * * * *',
  Timezone: '<none>',
  Suspend: 'False',
  Active: 0,
  'Last Schedule': '<none>',
  Age: AGE,
  ...PODS,
  Selector: '<none>',
  ...cells,
})
const OWNER = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  name: 'db',
  uid: '00000000-0000-0000-0000-000000000000',
  controller: true,
}

const autoscaler = (spec: Json, status?: Json) =>
  object('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: { scaleTargetRef: { kind: 'Deployment', name: 'web' }, maxReplicas: 3, ...spec },
    status,
  })
const autoscalerRow = (cells: Json) => ({
  Name: 'example',
  Reference: 'Deployment/web',
  Targets: 'cpu: <unknown>/80%',
  MinPods: '1',
  MaxPods: 3,
  Replicas: 0,
  Age: AGE,
  ...cells,
})
const utilization = (averageUtilization: number) => ({ type: 'Utilization', averageUtilization })
const average = (averageValue: string) => ({ type: 'AverageValue', averageValue })
const METRIC = { name: 'requests' }
const DESCRIBED = { kind: 'Ingress', name: 'main' }

export const workloadCells: readonly CellsExample[] = [
  shown(deployment, {
    Name: 'example',
    Ready: '2/3',
    'Up-to-date': 2,
    Available: 1,
    Age: AGE,
    ...PODS,
    Selector: 'app=web',
  }),
  {
    ...shown(deployment, { Name: 'example', Desired: 3, Available: 3, Age: AGE }),
    subresource: 'scale',
  },
  shown(apps('ReplicaSet', { replicas: 3 }, { replicas: 2, readyReplicas: 1 }), {
    Name: 'example',
    Desired: 3,
    Current: 2,
    Ready: 1,
    Age: AGE,
    ...PODS,
    Selector: 'app=web',
  }),
  shown(apps('StatefulSet', { replicas: 3, serviceName: 'a' }, { replicas: 2, readyReplicas: 1 }), {
    Name: 'example',
    Ready: '1/3',
    Age: AGE,
    ...PODS,
  }),
  shown(
    apps(
      'DaemonSet',
      { template: { ...TEMPLATE, spec: { ...TEMPLATE.spec, nodeSelector: { b: '2', a: '1' } } } },
      {
        currentNumberScheduled: 2,
        numberMisscheduled: 0,
        desiredNumberScheduled: 4,
        numberReady: 1,
        updatedNumberScheduled: 3,
        numberAvailable: 1,
      },
    ),
    {
      Name: 'example',
      Desired: 4,
      Current: 2,
      Ready: 1,
      'Up-to-date': 3,
      Available: 1,
      'Node Selector': 'a=1,b=2',
      Age: AGE,
      ...PODS,
      Selector: 'app=web',
    },
  ),
  shown(apps('DaemonSet', {}), {
    Name: 'example',
    Desired: 0,
    Current: 0,
    Ready: 0,
    'Up-to-date': 0,
    Available: 0,
    'Node Selector': '<none>',
    Age: AGE,
    ...PODS,
    Selector: 'app=web',
  }),
  shown(object('apps/v1', 'ControllerRevision', { revision: 3, data: {} }), {
    Name: 'example',
    Controller: '<none>',
    Revision: 3,
    Age: AGE,
  }),
  shown(
    object('apps/v1', 'ControllerRevision', {
      metadata: { ownerReferences: [OWNER], finalizers: ['example.com/hold'] },
      revision: 3,
      data: {},
    }),
    { Name: 'example', Controller: 'statefulset.apps/db', Revision: 3, Age: AGE },
  ),
  shown(job({}), jobRow({})),
  shown(
    job({ parallelism: 3 }, { startTime: START, succeeded: 1, active: 2 }),
    jobRow({ Completions: '1/1 of 3', Duration: '12h' }),
  ),
  shown(
    job(
      { completions: 1 },
      {
        startTime: START,
        completionTime: hoursAgo(2),
        succeeded: 1,
        conditions: [is('SuccessCriteriaMet'), is('Complete')],
      },
    ),
    jobRow({ Status: 'Complete', Completions: '1/1', Duration: '10h' }),
  ),
  shown(
    job({}, { startTime: START, conditions: [is('FailureTarget'), is('Failed')] }),
    jobRow({ Status: 'Failed', Duration: '12h' }),
  ),
  shown(job({ suspend: true }, { conditions: [is('Suspended')] }), jobRow({ Status: 'Suspended' })),
  shown(
    job({}, { startTime: START, conditions: [is('FailureTarget')] }),
    jobRow({ Status: 'FailureTarget', Duration: '12h' }),
  ),
  { ...shown(job({}), jobRow({ Status: 'Terminating' })), isDeleted: true },
  shown(cronJob({}), cronJobRow({})),
  shown(
    cronJob(
      {
        timeZone: 'Etc/UTC',
        suspend: true,
      },
      { active: [{ name: 'a' }], lastScheduleTime: START },
    ),
    cronJobRow({
      Timezone: 'Etc/UTC',
      Suspend: 'True',
      Active: 1,
      'Last Schedule': '12h',
    }),
  ),
  shown(autoscaler({}), autoscalerRow({})),
  shown(
    autoscaler(
      {
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: utilization(50) } },
          { type: 'Resource', resource: { name: 'memory', target: average('1Gi') } },
          { type: 'Pods', pods: { metric: METRIC, target: average('10') } },
        ],
      },
      {
        currentReplicas: 2,
        desiredReplicas: 2,
        currentMetrics: [
          { type: 'Resource', resource: { name: 'cpu', current: { averageUtilization: 20 } } },
          { type: 'Resource', resource: { name: 'memory', current: { averageValue: '512Mi' } } },
        ],
      },
    ),
    autoscalerRow({ Targets: 'cpu: 20%/50%, memory: 512Mi/1Gi + 1 more...', Replicas: 2 }),
  ),
  shown(
    autoscaler(
      {
        minReplicas: 2,
        metrics: [
          { type: 'Pods', pods: { metric: METRIC, target: average('10') } },
          {
            type: 'Object',
            object: { metric: METRIC, describedObject: DESCRIBED, target: { type: 'Value', value: '5' } },
          },
        ],
      },
      {
        currentReplicas: 2,
        desiredReplicas: 2,
        currentMetrics: [{ type: 'Pods', pods: { metric: METRIC, current: { averageValue: '4' } } }],
      },
    ),
    autoscalerRow({ Targets: '4/10, <unknown>/5', MinPods: '2', Replicas: 2 }),
  ),
  shown(
    autoscaler({
      metrics: [
        { type: 'External', external: { metric: METRIC, target: average('10') } },
        {
          type: 'ContainerResource',
          containerResource: { name: 'cpu', container: 'main', target: utilization(50) },
        },
      ],
    }),
    autoscalerRow({ Targets: '<unknown>/10 (avg), cpu: <unknown>/50%' }),
  ),
  shown(object('policy/v1', 'PodDisruptionBudget', { spec: { minAvailable: '50%' } }), {
    Name: 'example',
    'Min Available': '50%',
    'Max Unavailable': 'N/A',
    'Allowed Disruptions': 0,
    Age: AGE,
  }),
  shown(
    object('policy/v1', 'PodDisruptionBudget', {
      spec: { maxUnavailable: 1 },
      status: { disruptionsAllowed: 1, currentHealthy: 2, desiredHealthy: 1, expectedPods: 2 },
    }),
    {
      Name: 'example',
      'Min Available': 'N/A',
      'Max Unavailable': '1',
      'Allowed Disruptions': 1,
      Age: AGE,
    },
  ),
  shown(object('coordination.k8s.io/v1', 'Lease', { spec: {} }), { Name: 'example', Holder: '', Age: AGE }),
  shown(object('coordination.k8s.io/v1', 'Lease', { spec: { holderIdentity: 'a' } }), {
    Name: 'example',
    Holder: 'a',
    Age: AGE,
  }),
  shown(object('scheduling.k8s.io/v1', 'PriorityClass', { value: 7 }), {
    Name: 'example',
    Value: 7,
    'Global-Default': false,
    Age: AGE,
    PreemptionPolicy: 'PreemptLowerPriority',
  }),
  shown(object('node.k8s.io/v1', 'RuntimeClass', { handler: 'runc' }), {
    Name: 'example',
    Handler: 'runc',
    Age: AGE,
  }),
  shown(LOCAL_API, { Name: 'v1.example.com', Service: 'Local', Available: 'True', Age: AGE }),
  shown(
    object('flowcontrol.apiserver.k8s.io/v1', 'FlowSchema', {
      spec: { priorityLevelConfiguration: { name: 'exempt' }, distinguisherMethod: { type: 'ByUser' } },
      status: { conditions: [{ type: 'Dangling', status: 'False' }] },
    }),
    {
      Name: 'example',
      PriorityLevel: 'exempt',
      MatchingPrecedence: 1000,
      DistinguisherMethod: 'ByUser',
      Age: AGE,
      MissingPL: 'False',
    },
  ),
  shown(
    object('flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration', {
      spec: { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: {} } } },
    }),
    {
      Name: 'example',
      Type: 'Limited',
      NominalConcurrencyShares: 30,
      Queues: 64,
      HandSize: 8,
      QueueLengthLimit: 50,
      Age: AGE,
    },
  ),
  shown(
    object('flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration', {
      spec: { type: 'Limited', limited: { limitResponse: { type: 'Reject' } } },
    }),
    {
      Name: 'example',
      Type: 'Limited',
      NominalConcurrencyShares: 30,
      Queues: '<none>',
      HandSize: '<none>',
      QueueLengthLimit: '<none>',
      Age: AGE,
    },
  ),
  shown(object('rbac.authorization.k8s.io/v1', 'Role', { rules: [] }), {
    Name: 'example',
    'Created At': TIME,
  }),
  shown(object('rbac.authorization.k8s.io/v1', 'ClusterRole', { rules: [] }), {
    Name: 'example',
    'Created At': TIME,
  }),
  ...['RoleBinding', 'ClusterRoleBinding'].map((kind) =>
    shown(
      object('rbac.authorization.k8s.io/v1', kind, {
        roleRef: { kind: 'ClusterRole', name: 'reader' },
        subjects: [
          { kind: 'User', name: 'ann' },
          { kind: 'User', name: 'bob' },
          { kind: 'Group', name: 'devs' },
          { kind: 'ServiceAccount', name: 'robot', namespace: 'test' },
        ],
      }),
      {
        Name: 'example',
        Role: 'ClusterRole/reader',
        Age: AGE,
        Users: 'ann, bob',
        Groups: 'devs',
        ServiceAccounts: 'test/robot',
      },
    ),
  ),
]
