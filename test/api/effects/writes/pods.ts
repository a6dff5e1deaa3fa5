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

const PODS = '/api/v1/namespaces/test/pods'
const AT = `${PODS}/example`
const TEMPLATES = '/api/v1/namespaces/test/podtemplates'
const BUDGETS = '/apis/policy/v1/namespaces/test/poddisruptionbudgets'
const MAIN = { name: 'main', image: 'web:1' }
const pod = (spec: Json = {}, metadata: Json = {}) =>
  named('example', { metadata, spec: { containers: [MAIN], ...spec } })
const withContainer = (part: Json, spec: Json = {}) => pod({ containers: [{ ...MAIN, ...part }], ...spec })
const DRY = `${PODS}?dryRun=All`
const TIME = /^\d{4}-.*Z$/
const on = (when: string, text: string, ...steps: readonly Step[]) => effect('Pod', when, text, ...steps)
const FULL = { limits: { cpu: '1', memory: '1Gi' } }
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const APPARMOR = 'container.apparmor.security.beta.kubernetes.io/main'

/** Fields of features that are off. */
const GATED = {
  resources: { limits: { cpu: '1' } },
  resourceClaims: [{ name: 'a', resourceClaimName: 'b' }],
  containers: [
    {
      ...MAIN,
      resources: { claims: [{ name: 'a' }] },
      lifecycle: { stopSignal: 'SIGTERM' },
      volumeMounts: [
        { name: 'image', mountPath: '/a' },
        { name: 'data', mountPath: '/b' },
      ],
    },
  ],
  volumes: [
    { name: 'image', image: { reference: 'a' } },
    { name: 'data', emptyDir: {} },
    { name: 'trust', projected: { sources: [{ clusterTrustBundle: { name: 'a', path: 'b' } }] } },
  ],
  os: { name: 'linux' },
}
const ungated = (path: string) => ({
  [`${path}.resources`]: undefined,
  [`${path}.resourceClaims`]: undefined,
  [`${path}.containers[0].resources`]: {},
  [`${path}.containers[0].lifecycle`]: undefined,
  [`${path}.containers[0].volumeMounts`]: [{ name: 'data', mountPath: '/b' }],
  [`${path}.volumes[].name`]: ['data', 'trust'],
  [`${path}.volumes[1].projected.sources`]: [{}],
})
const status = (name: string, more: Json = {}) => ({
  name,
  image: 'web:1',
  imageID: '',
  ready: true,
  restartCount: 0,
  ...more,
})
const budget = (spec: Json = {}) =>
  named('example', { spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } }, ...spec } })
const EVICTION = named('example', { apiVersion: 'policy/v1', kind: 'Eviction' })
const RUNNING = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }
const evicted = (code: number, has: Json = {}) => post(`${AT}/eviction`, EVICTION, has, code)
const labelled = pod({ nodeName: 'n' }, { labels: { app: 'web' } })

export const podEffects: readonly EffectExample[] = [
  on(
    'create',
    'metadata.generation = 1',
    post(DRY, pod({}, { generation: 7 }), { 'metadata.generation': 1 }),
  ),
  on(
    'create',
    'status replaced by {phase: Pending',
    post(
      DRY,
      { ...pod(), status: { phase: 'Running', podIP: '10.1.2.3' } },
      {
        'status.phase': 'Pending',
        'status.podIP': undefined,
        'status.qosClass': 'BestEffort',
      },
    ),
    post(DRY, withContainer({ resources: FULL }), { 'status.qosClass': 'Guaranteed' }),
    post(DRY, withContainer({ resources: { ...FULL, requests: { cpu: '500m' } } }), {
      'status.qosClass': 'Burstable',
    }),
    post(DRY, withContainer({ resources: { limits: { cpu: '0' } } }), { 'status.qosClass': 'BestEffort' }),
    post(DRY, withContainer({ resources: FULL }, { initContainers: [{ name: 'a', image: 'b' }] }), {
      'status.qosClass': 'Burstable',
    }),
  ),
  on(
    'create|update|template',
    'dropped because gated off',
    post(PODS, pod(GATED), ungated('spec')),
    post(TEMPLATES, named('example', { template: { spec: GATED } }), ungated('template.spec')),
  ),
  on(
    'create|update|status',
    'status fields dropped because gated off',
    post(PODS, pod()),
    patch(
      `${AT}/status`,
      {
        status: {
          observedGeneration: 3,
          resourceClaimStatuses: [{ name: 'a' }],
          conditions: [{ type: 'A', status: 'True', observedGeneration: 3 }],
          containerStatuses: [status('main', { allocatedResourcesStatus: [{ name: 'cpu' }] })],
        },
      },
      {
        'status.observedGeneration': undefined,
        'status.resourceClaimStatuses': undefined,
        'status.conditions[0].observedGeneration': undefined,
        'status.containerStatuses[0].allocatedResourcesStatus': undefined,
      },
    ),
  ),
  on(
    'create',
    'schedulingGates non-empty',
    post(DRY, pod({ schedulingGates: [{ name: 'a' }] }), {
      'status.conditions[0].type': 'PodScheduled',
      'status.conditions[0].status': 'False',
      'status.conditions[0].reason': 'SchedulingGated',
      'status.conditions[0].message': 'Scheduling is blocked due to non-empty scheduling gates',
      'status.conditions[0].lastTransitionTime': TIME,
    }),
  ),
  on(
    'create',
    'podAffinity and podAntiAffinity terms',
    post(
      DRY,
      pod(
        {
          affinity: {
            podAffinity: {
              [REQUIRED]: [
                {
                  topologyKey: 'zone',
                  labelSelector: { matchLabels: { app: 'web' } },
                  matchLabelKeys: ['hash', 'none'],
                  mismatchLabelKeys: ['tier'],
                },
              ],
            },
          },
        },
        { labels: { hash: 'x', tier: 'y' } },
      ),
      {
        [`spec.affinity.podAffinity.${REQUIRED}[0].labelSelector.matchExpressions`]: [
          { key: 'hash', operator: 'In', values: ['x'] },
          { key: 'tier', operator: 'NotIn', values: ['y'] },
        ],
      },
    ),
  ),
  on(
    'create',
    'AppArmor, unless os windows',
    post(DRY, withContainer({ securityContext: { appArmorProfile: { type: 'RuntimeDefault' } } }), {
      [`metadata.annotations[${APPARMOR}]`]: 'runtime/default',
    }),
    post(DRY, pod({ securityContext: { appArmorProfile: { type: 'Localhost', localhostProfile: 'a' } } }), {
      [`metadata.annotations[${APPARMOR}]`]: 'localhost/a',
      'spec.containers[0].securityContext': undefined,
    }),
    post(DRY, pod({}, { annotations: { [APPARMOR]: 'unconfined' } }), {
      'spec.containers[0].securityContext': { appArmorProfile: { type: 'Unconfined' } },
    }),
    post(DRY, pod({ os: { name: 'windows' } }, { annotations: { [APPARMOR]: 'unconfined' } }), {
      'spec.containers[0].securityContext': undefined,
    }),
  ),
  on(
    'update',
    'status replaced by the stored one; generation = stored',
    post(PODS, pod()),
    patch(
      AT,
      { status: { phase: 'Running' }, metadata: { labels: { a: 'b' } } },
      {
        'status.phase': 'Pending',
        'metadata.generation': 1,
      },
    ),
    patch(AT, { spec: { activeDeadlineSeconds: 9 } }, { 'metadata.generation': 2 }),
    put(`${PODS}/other`, { ...pod(), metadata: { name: 'other' } }, {}, 404),
    put(AT, pod({ activeDeadlineSeconds: 8 })),
  ),
  on(
    'status',
    'spec and ownerReferences replaced by the stored ones',
    post(PODS, pod()),
    patch(
      `${AT}/status`,
      {
        metadata: {
          labels: { a: 'b' },
          annotations: { a: 'b' },
          ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: 'a', uid: 'u' }],
        },
        spec: { activeDeadlineSeconds: 9 },
        status: { phase: 'Running', qosClass: null },
      },
      {
        'metadata.labels': { a: 'b' },
        'metadata.annotations': { a: 'b' },
        'metadata.ownerReferences': undefined,
        'metadata.generation': 1,
        'spec.activeDeadlineSeconds': undefined,
        'status.phase': 'Running',
        'status.qosClass': 'BestEffort',
      },
    ),
  ),
  on(
    'ephemeralcontainers',
    'GET, PUT, PATCH of the Pod; only spec.ephemeralContainers',
    post(PODS, pod()),
    get(`${AT}/ephemeralcontainers`, { kind: 'Pod' }),
    patch(
      `${AT}/ephemeralcontainers`,
      {
        metadata: { labels: { a: 'b' }, finalizers: ['example.com/a'] },
        spec: { activeDeadlineSeconds: 9, ephemeralContainers: [{ name: 'look', image: 'tools' }] },
        status: { phase: 'Running' },
      },
      {
        'spec.ephemeralContainers[0].name': 'look',
        'spec.activeDeadlineSeconds': undefined,
        'status.phase': 'Pending',
        'metadata.labels': undefined,
        'metadata.finalizers': undefined,
        'metadata.generation': 2,
      },
    ),
  ),
  on(
    'resize',
    'GET, PUT, PATCH of the Pod; when the numbers of containers',
    post(PODS, withContainer({ resources: { requests: { cpu: '1' } } })),
    get(`${AT}/resize`, { kind: 'Pod' }),
    put(
      `${AT}/resize`,
      {
        ...withContainer(
          { image: 'other', resources: { requests: { cpu: '2' } } },
          { activeDeadlineSeconds: 9 },
        ),
        metadata: { name: 'example', labels: { a: 'b' } },
      },
      {
        'spec.containers[0].resources.requests.cpu': '2',
        'spec.containers[0].image': 'web:1',
        'spec.activeDeadlineSeconds': undefined,
        'metadata.labels': undefined,
        'metadata.generation': 2,
      },
    ),
  ),
  on(
    'binding',
    'POST Binding to pods/{name}/binding',
    post(PODS, pod()),
    post(
      `${AT}/binding?dryRun=All`,
      named('example', { target: { name: 'n1' } }),
      { status: 'Success' },
      201,
    ),
    post(
      `${AT}/binding`,
      named('example', {
        metadata: { annotations: { a: 'b' }, labels: { c: 'd' } },
        target: { kind: 'Node', name: 'n1' },
      }),
      { kind: 'Status', status: 'Success' },
      201,
    ),
    get(AT, {
      'spec.nodeName': 'n1',
      'metadata.annotations': { a: 'b' },
      'metadata.labels': undefined,
      'metadata.generation': 1,
      'status.conditions[0].type': 'PodScheduled',
      'status.conditions[0].status': 'True',
    }),
    remove(AT, {}, 200, { gracePeriodSeconds: 0 }),
    post(PODS, pod()),
    post('/api/v1/namespaces/test/bindings', named('example', { target: { name: 'n2' } }), {}, 201),
    get(AT, { 'spec.nodeName': 'n2' }),
  ),
  on(
    'eviction',
    'POST policy/v1 (or v1beta1) Eviction',
    post(PODS, labelled),
    post(BUDGETS, budget()),
    // A pending pod needs no budget.
    post(`${AT}/eviction?dryRun=All`, { ...EVICTION, apiVersion: 'policy/v1beta1' }, {}, 201),
    patch(`${AT}/status`, { status: RUNNING }),
    evicted(429, {
      message: "Cannot evict pod as it would violate the pod's disruption budget.",
      'details.causes[0].reason': 'DisruptionBudget',
      'details.retryAfterSeconds': 10,
    }),
    patch(`${BUDGETS}/example/status`, {
      status: {
        observedGeneration: 1,
        disruptionsAllowed: 1,
        currentHealthy: 2,
        desiredHealthy: 1,
        expectedPods: 2,
      },
    }),
    evicted(201, { status: 'Success' }),
    get(AT, {
      'metadata.deletionTimestamp': TIME,
      'status.conditions[1].type': 'DisruptionTarget',
      'status.conditions[1].reason': 'EvictionByEvictionAPI',
      'status.conditions[1].message': 'Eviction API: evicting',
    }),
    get(`${BUDGETS}/example`, {
      'status.disruptionsAllowed': 0,
      'status.disruptedPods.example': TIME,
      'status.conditions[0].type': 'DisruptionAllowed',
      'status.conditions[0].status': 'False',
      'status.conditions[0].reason': 'InsufficientPods',
    }),
  ),
  on(
    'delete',
    'grace period = gracePeriodSeconds of the request',
    post(PODS, pod()),
    remove(AT, { kind: 'Pod' }, 200),
    get(AT, {}, 404),
    post(PODS, pod({ nodeName: 'n', terminationGracePeriodSeconds: 7 })),
    remove(AT, {
      'metadata.deletionGracePeriodSeconds': 7,
      'metadata.deletionTimestamp': TIME,
      'metadata.generation': 2,
    }),
    remove(`${AT}?gracePeriodSeconds=20`, { 'metadata.deletionGracePeriodSeconds': 7 }),
    remove(`${AT}?gracePeriodSeconds=3`, { 'metadata.deletionGracePeriodSeconds': 3 }),
    remove(`${AT}?gracePeriodSeconds=0`, {}, 200),
    get(AT, {}, 404),
    post(PODS, pod({ nodeName: 'n' })),
    remove(`${AT}?gracePeriodSeconds=-5`, { 'metadata.deletionGracePeriodSeconds': 1 }),
  ),
  on(
    'list|watch',
    'field selectors: metadata.name, metadata.namespace, spec.nodeName',
    post(PODS, pod({ nodeName: 'n1', hostNetwork: true, schedulerName: 's', serviceAccountName: 'robot' })),
    patch(`${AT}/status`, {
      status: { phase: 'Running', podIP: '10.1.2.3', podIPs: [{ ip: '10.1.2.3' }], nominatedNodeName: 'n2' },
    }),
    ...[
      'metadata.name=example',
      'metadata.namespace=test',
      'spec.nodeName=n1',
      'spec.host=n1',
      'spec.restartPolicy=Always',
      'spec.schedulerName=s',
      'spec.serviceAccountName=robot',
      'spec.hostNetwork=true',
      'status.phase=Running',
      'status.podIP=10.1.2.3',
      'status.podIPs=',
      'status.nominatedNodeName=n2',
    ].map((selector) => select(PODS, selector, 'example')),
    select(PODS, 'status.podIPs=10.1.2.3'),
    rejected(PODS, 'spec.a=b', 'field label not supported: spec.a'),
  ),
  on(
    'apply',
    'fields reset for server-side apply ownership',
    apply(
      AT,
      { apiVersion: 'v1', kind: 'Pod', ...pod(), status: { phase: 'Running' } },
      { 'metadata.managedFields[0].fieldsV1.f:status': undefined },
    ),
    apply(
      `${AT}/status`,
      { apiVersion: 'v1', kind: 'Pod', ...pod(), status: { phase: 'Running' } },
      {
        'metadata.managedFields[1].subresource': 'status',
        'metadata.managedFields[1].fieldsV1': { 'f:status': { 'f:phase': {} } },
      },
    ),
    remove(`${AT}?gracePeriodSeconds=0`),
  ),
  on(
    'exec|attach',
    'GET and POST (upgrade); container default',
    post(
      PODS,
      pod({
        containers: [MAIN, { ...MAIN, name: 'other' }],
        initContainers: [{ name: 'first', image: 'a' }],
      }),
    ),
    ...['exec', 'attach', 'log'].map((name) =>
      get(
        `${AT}/${name}`,
        {
          message: 'a container name must be specified for pod example, choose one of: [first main other]',
        },
        400,
      ),
    ),
    get(`${AT}/log?container=none`, { message: 'container none is not valid for pod example' }, 400),
    // No pod runs here.
    get(`${AT}/exec?container=main&command=true`, {}, 501),
    get(`${AT}/log?tailLines=-1`, { 'details.causes[0].field': 'tailLines' }, 422),
    get(`${PODS}/none/log?tailLines=-1`, { 'details.kind': 'PodLogOptions' }, 422),
  ),
  effect(
    'PodTemplate',
    'create',
    'metadata.generation = 1; gated-off template fields',
    post(TEMPLATES, named('example', { template: { spec: GATED } }), {
      'metadata.generation': 1,
      ...ungated('template.spec'),
    }),
  ),
  effect(
    'PodTemplate',
    'update',
    'gated-off fields dropped; generation +1',
    post(TEMPLATES, named('example', { template: { spec: { containers: [MAIN] } } })),
    put(`${TEMPLATES}/example`, named('example', { template: { spec: GATED } }), {
      'metadata.generation': 2,
      ...ungated('template.spec'),
    }),
    put(`${TEMPLATES}/other`, named('other', { template: { spec: { containers: [MAIN] } } }), {}, 404),
  ),
]
