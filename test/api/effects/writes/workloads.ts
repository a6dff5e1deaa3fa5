import type { Json } from '#test/support/client.js'
import {
  apply,
  type EffectExample,
  effect,
  get,
  named,
  patch,
  post,
  put,
  rejected,
  remove,
  type Step,
  select,
} from './example.js'

const APPS = '/apis/apps/v1/namespaces/test'
const BATCH = '/apis/batch/v1/namespaces/test'
const LABELS = { app: 'web' }
const MAIN = { name: 'main', image: 'web:1' }
const TEMPLATE = { metadata: { labels: LABELS }, spec: { containers: [MAIN] } }
const SELECTED = { selector: { matchLabels: LABELS }, template: TEMPLATE }
const workload = (spec: Json = {}, metadata: Json = {}) =>
  named('example', { metadata, spec: { ...SELECTED, ...spec } })
const GENERATION = 'metadata.annotations[deprecated.daemonset.template.generation]'
const ANY = /./
const TIME = /^\d{4}-.*Z$/
const ONCE = { ...TEMPLATE, spec: { ...TEMPLATE.spec, restartPolicy: 'Never' } }
const job = (spec: Json = {}) => named('example', { spec: { template: ONCE, ...spec } })
const unsupported = (field: string) => `field label not supported: ${field}`

/** Deletes without a policy: the status of the deletion, and a dependent that stays for a while or not. */
const deletedAtOnce = (path: string, object: Json): readonly Step[] => [
  post(path, object),
  remove(`${path}/example`, { kind: 'Status', status: 'Success' }),
  get(`${path}/example`, {}, 404),
]
const SCALED = ['deployments', 'replicasets', 'statefulsets']

export const workloadEffects: readonly EffectExample[] = [
  effect(
    'Deployment',
    'create',
    'status emptied; generation 1; gated-off pod template fields dropped',
    post(
      `${APPS}/deployments`,
      {
        ...workload({
          template: {
            ...TEMPLATE,
            spec: {
              containers: [{ ...MAIN, lifecycle: { stopSignal: 'SIGTERM' } }],
              resourceClaims: [{ name: 'a', resourceClaimName: 'b' }],
            },
          },
        }),
        status: { replicas: 3 },
      },
      {
        status: {},
        'metadata.generation': 1,
        'spec.template.spec.resourceClaims': undefined,
        'spec.template.spec.containers[0].lifecycle': undefined,
      },
    ),
  ),
  ...['Deployment', 'ReplicaSet'].map((kind) => {
    const path = `${APPS}/${kind.toLowerCase()}s`
    return effect(
      kind,
      'status',
      kind === 'Deployment'
        ? 'spec and labels kept from stored'
        : 'spec kept; labels and annotations taken; status.terminatingReplicas',
      post(path, workload()),
      patch(
        `${path}/example/status`,
        {
          metadata: { labels: { a: 'b' }, annotations: { a: 'b' } },
          spec: { replicas: 9 },
          status: { replicas: 3, terminatingReplicas: 1 },
        },
        {
          'metadata.labels': kind === 'Deployment' ? undefined : { a: 'b' },
          'metadata.annotations.a': 'b',
          'spec.replicas': 1,
          'status.replicas': 3,
          'status.terminatingReplicas': undefined,
        },
      ),
    )
  }),
  effect(
    'Deployment',
    'delete',
    'default: dependents deleted in the background',
    ...deletedAtOnce(`${APPS}/deployments`, workload()),
  ),
  effect(
    'StatefulSet',
    'create',
    'status emptied; generation 1; spec.updateStrategy',
    post(
      `${APPS}/statefulsets`,
      {
        ...workload({ updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 2 } } }),
        status: { replicas: 3 },
      },
      {
        'metadata.generation': 1,
        'status.replicas': 0,
        'spec.updateStrategy.rollingUpdate': { partition: 0 },
      },
    ),
  ),
  effect(
    'StatefulSet',
    'update',
    'status kept; maxUnavailable dropped',
    post(`${APPS}/statefulsets`, workload()),
    patch(
      `${APPS}/statefulsets/example`,
      {
        spec: { updateStrategy: { rollingUpdate: { maxUnavailable: 2, partition: 1 } } },
        status: { replicas: 3 },
      },
      {
        'metadata.generation': 2,
        'status.replicas': 0,
        'spec.updateStrategy.rollingUpdate': { partition: 1 },
      },
    ),
  ),
  effect(
    'DaemonSet',
    'create',
    'status emptied; generation 1; template generation',
    post(`${APPS}/daemonsets`, workload(), { 'metadata.generation': 1, [GENERATION]: '1' }),
    remove(`${APPS}/daemonsets/example`),
    post(
      `${APPS}/daemonsets`,
      workload({}, { annotations: { 'deprecated.daemonset.template.generation': '7' } }),
      { [GENERATION]: '7' },
    ),
  ),
  effect(
    'DaemonSet',
    'update',
    'status and template generation kept',
    post(`${APPS}/daemonsets`, workload()),
    patch(
      `${APPS}/daemonsets/example`,
      { spec: { minReadySeconds: 3 } },
      {
        'metadata.generation': 2,
        [GENERATION]: '1',
      },
    ),
    patch(
      `${APPS}/daemonsets/example`,
      { spec: { template: { metadata: { annotations: { a: 'b' } } } } },
      { 'metadata.generation': 3, [GENERATION]: '2' },
    ),
  ),
  effect(
    'Deployment, ReplicaSet, StatefulSet',
    'scale GET',
    'autoscaling/v1 Scale: metadata name',
    ...SCALED.flatMap((plural) => [
      post(`${APPS}/${plural}`, workload()),
      patch(`${APPS}/${plural}/example/status`, { status: { replicas: 2 } }),
      get(`${APPS}/${plural}/example/scale`, {
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        'metadata.name': 'example',
        'metadata.namespace': 'test',
        'metadata.uid': ANY,
        'metadata.resourceVersion': ANY,
        'metadata.creationTimestamp': TIME,
        'metadata.labels': undefined,
        spec: { replicas: 1 },
        status: { replicas: 2, selector: 'app=web' },
      }),
    ]),
  ),
  effect(
    'Deployment, ReplicaSet, StatefulSet',
    'scale PUT/PATCH',
    'only spec.replicas and resourceVersion are taken',
    ...SCALED.flatMap((plural) => [
      post(`${APPS}/${plural}`, workload()),
      put(
        `${APPS}/${plural}/example/scale`,
        named('example', {
          metadata: { labels: { a: 'b' } },
          spec: { replicas: 2 },
          status: { replicas: 9 },
        }),
        { 'spec.replicas': 2, 'status.replicas': 0 },
      ),
      get(`${APPS}/${plural}/example`, {
        'spec.replicas': 2,
        'metadata.generation': 2,
        'metadata.labels': undefined,
      }),
      patch(
        `${APPS}/${plural}/none/scale`,
        { spec: { replicas: 2 } },
        { message: `${plural}.apps "none" not found` },
        404,
      ),
    ]),
  ),
  effect(
    'ReplicaSet',
    'field selectors',
    'metadata.name, metadata.namespace; the stored attribute',
    post(`${APPS}/replicasets`, workload()),
    select(`${APPS}/replicasets`, 'metadata.name=example,metadata.namespace=test', 'example'),
    rejected(
      `${APPS}/replicasets`,
      'status.replicas=0',
      '"status.replicas" is not a known field selector: only "metadata.name", "metadata.namespace"',
    ),
  ),
  effect(
    'ReplicaSet, StatefulSet, DaemonSet',
    'delete',
    'default: dependents deleted in the background',
    ...['replicasets', 'statefulsets', 'daemonsets'].flatMap((plural) =>
      deletedAtOnce(`${APPS}/${plural}`, workload()),
    ),
  ),
  effect(
    'Job',
    'create',
    'unless manualSelector is true',
    post(`${BATCH}/jobs`, job(), {
      'spec.template.metadata.labels.job-name': 'example',
      'spec.template.metadata.labels[batch.kubernetes.io/job-name]': 'example',
      'spec.template.metadata.labels.controller-uid': ANY,
      'spec.template.metadata.labels[batch.kubernetes.io/controller-uid]': ANY,
      'spec.selector.matchLabels[batch.kubernetes.io/controller-uid]': ANY,
      'metadata.labels.job-name': 'example',
      status: {},
      'metadata.generation': 1,
    }),
    post(
      `${BATCH}/jobs?dryRun=All`,
      { ...job({ manualSelector: true, selector: { matchLabels: LABELS } }), metadata: { name: 'other' } },
      { 'spec.template.metadata.labels': LABELS, 'spec.selector': { matchLabels: LABELS } },
    ),
  ),
  effect(
    'Job',
    'delete',
    'default in batch/v1: dependents are orphaned',
    post(`${BATCH}/jobs`, job()),
    remove(`${BATCH}/jobs/example`, { 'metadata.finalizers': ['orphan'] }),
  ),
  effect(
    'Job',
    'field selectors',
    'metadata.name, metadata.namespace, status.successful',
    post(`${BATCH}/jobs`, job()),
    patch(`${BATCH}/jobs/example/status`, { status: { startTime: '2024-03-01T10:00:00Z', succeeded: 1 } }),
    select(`${BATCH}/jobs`, 'status.successful=1', 'example'),
    select(`${BATCH}/jobs`, 'status.successful=0'),
    rejected(`${BATCH}/jobs`, 'spec.a=b', 'field label "spec.a" not supported for Job'),
  ),
  effect(
    'CronJob',
    'delete',
    'default in batch/v1: dependents deleted in the background',
    ...deletedAtOnce(
      `${BATCH}/cronjobs`,
      named('example', { spec: { schedule: '* * * * *', jobTemplate: { spec: { template: ONCE } } } }),
    ),
  ),
]

const AUTOSCALERS = '/apis/autoscaling/v2/namespaces/test/horizontalpodautoscalers'
const TOLERANT = { scaleUp: { tolerance: '100m', selectPolicy: 'Min' } }
const autoscaler = (spec: Json = {}) =>
  named('example', { spec: { scaleTargetRef: { kind: 'A', name: 'a' }, maxReplicas: 3, ...spec } })
const CIDRS = '/apis/networking.k8s.io/v1/servicecidrs'
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/test/leases'
const CLASSES = '/apis/scheduling.k8s.io/v1/priorityclasses'
const FIRST = '2024-03-01T10:00:00Z'
const CONDITION = { type: 'A', status: 'True', reason: 'R', message: '', lastTransitionTime: FIRST }
const COORDINATED = { strategy: 'OldestEmulationVersion', preferredHolder: 'b' }

export const otherEffects: readonly EffectExample[] = [
  effect(
    'HorizontalPodAutoscaler',
    'create',
    'status emptied; behavior.*.tolerance dropped',
    post(
      AUTOSCALERS,
      { ...autoscaler({ behavior: TOLERANT }), status: { currentReplicas: 3, desiredReplicas: 3 } },
      {
        'spec.behavior.scaleUp.tolerance': undefined,
        'spec.behavior.scaleUp.selectPolicy': 'Min',
        'status.currentReplicas': undefined,
        'metadata.generation': undefined,
      },
    ),
  ),
  effect(
    'HorizontalPodAutoscaler',
    'update',
    'status kept; tolerance dropped',
    post(AUTOSCALERS, autoscaler()),
    patch(
      `${AUTOSCALERS}/example`,
      { spec: { behavior: TOLERANT }, status: { currentReplicas: 3 } },
      {
        'spec.behavior.scaleUp.tolerance': undefined,
        'status.currentReplicas': undefined,
        'metadata.generation': undefined,
      },
    ),
  ),
  effect(
    'ServiceCIDR',
    'create/update',
    'nothing reset (status may be sent',
    post(CIDRS, named('example', { spec: { cidrs: ['10.7.0.0/24'] }, status: { conditions: [CONDITION] } }), {
      'status.conditions': [CONDITION],
      'metadata.generation': undefined,
    }),
    patch(`${CIDRS}/example`, { status: { conditions: null } }, { 'status.conditions': undefined }),
  ),
  effect(
    'ServiceCIDR',
    'status',
    'spec kept; deletionTimestamp',
    post(CIDRS, named('example', { spec: { cidrs: ['10.7.0.0/24'] } })),
    patch(
      `${CIDRS}/example/status`,
      {
        metadata: { labels: { a: 'b' }, annotations: { a: 'b' }, finalizers: ['example.com/a'] },
        spec: { cidrs: ['10.8.0.0/24'] },
        status: { conditions: [CONDITION] },
      },
      {
        'metadata.labels': undefined,
        'metadata.annotations': undefined,
        'metadata.finalizers': undefined,
        'spec.cidrs': ['10.7.0.0/24'],
        'status.conditions': [CONDITION],
      },
    ),
  ),
  effect(
    'ServiceCIDR',
    'apply',
    'none: the original registers them',
    apply(
      `${CIDRS}/example`,
      {
        apiVersion: 'networking.k8s.io/v1',
        kind: 'ServiceCIDR',
        ...named('example', { spec: { cidrs: ['10.7.0.0/24'] }, status: { conditions: [CONDITION] } }),
      },
      { 'status.conditions': [CONDITION], 'metadata.managedFields[0].fieldsV1.f:status.f:conditions': /./ },
    ),
    remove(`${CIDRS}/example`),
  ),
  effect(
    'PriorityClass',
    'delete',
    'system-node-critical and system-cluster-critical',
    ...['system-node-critical', 'system-cluster-critical'].map((name) =>
      remove(
        `${CLASSES}/${name}`,
        {
          message: `priorityclasses.scheduling.k8s.io "${name}" is forbidden: this is a system priority class and cannot be deleted`,
        },
        403,
      ),
    ),
  ),
  effect(
    'Lease',
    'create',
    'spec.strategy and spec.preferredHolder dropped',
    post(LEASES, named('example', { spec: { holderIdentity: 'a', ...COORDINATED } }), {
      'spec.strategy': undefined,
      'spec.preferredHolder': undefined,
      'spec.holderIdentity': 'a',
    }),
  ),
  effect(
    'Lease',
    'update',
    'the same unless the stored lease has them',
    post(LEASES, named('example')),
    patch(
      `${LEASES}/example`,
      { spec: COORDINATED },
      {
        'spec.strategy': undefined,
        'spec.preferredHolder': undefined,
      },
    ),
  ),
]

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests'
const REQUEST = `${REQUESTS}/example`
const CSR = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIHWMH4CAQAwHDEMMAoGA1UEAwwDYW5uMQwwCgYDVQQKDANkZXYwWTATBgcqhkjO',
  'PQIBBggqhkjOPQMBBwNCAAQOZ4xS64S624C09tVnsSsew3m3nTpA6JR1Gnh+Ouat',
  'bQP3O70rxqIDpGCdfyz9OEjv0iCm4sxRLCjRtfwhTKWLoAAwCgYIKoZIzj0EAwID',
  'SAAwRQIhAOjM8NJdRBvxF2Ew3XMpecCyb7TbeYfhQyQPXdbl/A5MAiAbsII5BsQ/',
  'ZXXKj5ndZy4oID0BJqR63DQW5P32qZSC1g==',
  '-----END CERTIFICATE REQUEST-----',
].join('\n')
const SIGNED = {
  request: Buffer.from(CSR).toString('base64'),
  signerName: 'example.com/signer',
  usages: ['client auth'],
}
const signing = (spec: Json = {}) => named('example', { spec: { ...SIGNED, ...spec } })
const is = (type: string, more: Json = {}) => ({ type, status: 'True', ...more })

export const certificateEffects: readonly EffectExample[] = [
  effect(
    'CertificateSigningRequest',
    'create',
    'spec.username, uid, groups, extra set from the requesting user',
    post(
      REQUESTS,
      {
        ...signing({ username: 'ann', uid: 'u', groups: ['g'], extra: { a: ['b'] } }),
        status: { conditions: [is('Approved')] },
      },
      {
        'spec.username': 'system:anonymous',
        'spec.uid': undefined,
        'spec.groups': ['system:unauthenticated'],
        'spec.extra': undefined,
        status: {},
        'metadata.generation': undefined,
      },
    ),
  ),
  effect(
    'CertificateSigningRequest',
    'update',
    'spec and status kept from stored',
    post(REQUESTS, signing()),
    patch(
      REQUEST,
      {
        metadata: { labels: { a: 'b' } },
        spec: { signerName: 'example.com/other' },
        status: { conditions: [is('Approved')] },
      },
      { 'metadata.labels': { a: 'b' }, 'spec.signerName': 'example.com/signer', status: {} },
    ),
  ),
  effect(
    'CertificateSigningRequest',
    'status',
    'spec kept; conditions Approved and Denied',
    post(REQUESTS, signing()),
    patch(
      `${REQUEST}/status`,
      {
        metadata: { labels: { a: 'b' } },
        spec: { signerName: 'example.com/other' },
        status: { conditions: [is('Failed', { reason: 'A' })] },
      },
      {
        'metadata.labels': { a: 'b' },
        'spec.signerName': 'example.com/signer',
        'status.conditions[0].lastUpdateTime': TIME,
        'status.conditions[0].lastTransitionTime': TIME,
      },
    ),
    patch(
      `${REQUEST}/status`,
      { status: { conditions: [is('Failed', { lastTransitionTime: FIRST })] } },
      { 'status.conditions[0].lastTransitionTime': FIRST },
    ),
    patch(
      `${REQUEST}/status`,
      { status: { conditions: [is('Failed', { reason: 'B' })] } },
      { 'status.conditions[0].lastTransitionTime': FIRST },
    ),
  ),
  effect(
    'CertificateSigningRequest',
    'approval',
    'PUT/PATCH /approval: only status.conditions',
    post(REQUESTS, signing()),
    get(`${REQUEST}/approval`, { kind: 'CertificateSigningRequest' }),
    patch(
      `${REQUEST}/approval`,
      {
        metadata: { labels: { a: 'b' } },
        spec: { signerName: 'example.com/other' },
        status: { conditions: [is('Approved', { reason: 'A' })] },
      },
      {
        'metadata.labels': { a: 'b' },
        'spec.signerName': 'example.com/signer',
        'status.conditions[0].type': 'Approved',
        'status.conditions[0].lastUpdateTime': TIME,
      },
    ),
  ),
  effect(
    'CertificateSigningRequest',
    'field selectors',
    'metadata.name, spec.signerName',
    post(REQUESTS, signing()),
    select(REQUESTS, 'metadata.name=example,spec.signerName=example.com/signer', 'example'),
    rejected(REQUESTS, 'spec.username=a', unsupported('spec.username')),
  ),
  effect(
    'CertificateSigningRequest',
    'apply',
    'spec and status on the object',
    post(REQUESTS, signing()),
    apply(
      REQUEST,
      {
        apiVersion: 'certificates.k8s.io/v1',
        kind: 'CertificateSigningRequest',
        ...named('example', {
          metadata: { labels: { a: 'b' } },
          spec: SIGNED,
          status: { conditions: [is('Failed')] },
        }),
      },
      { 'metadata.managedFields[0].fieldsV1': { 'f:metadata': { 'f:labels': { 'f:a': {} } } } },
    ),
  ),
]
