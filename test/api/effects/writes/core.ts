import type { Json } from '#test/support/client.js'
import {
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

const IN_TEST = '/api/v1/namespaces/test'
const NODES = '/api/v1/nodes'
const NODE = `${NODES}/example`
const NAMESPACES = '/api/v1/namespaces'
const NAMESPACE = `${NAMESPACES}/example`
const SLICES = '/apis/discovery.k8s.io/v1/namespaces/test/endpointslices'
const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }
const CONFIG = { configMap: { name: 'a', namespace: 'b', kubeletConfigKey: 'c' } }
const TIME = /^\d{4}-.*Z$/
const ANY = /./
const TEMPLATE = {
  metadata: { labels: { b: '2', a: '1' } },
  spec: { containers: [{ name: 'main', image: 'web:1' }] },
}
const unsupported = (field: string) => `field label not supported: ${field}`

const slice = (endpoint: Json, more: Json = {}) =>
  named('example', { addressType: 'IPv4', endpoints: [{ addresses: ['10.1.2.3'], ...endpoint }], ...more })

export const coreEffects: readonly EffectExample[] = [
  effect(
    'EndpointSlice',
    'create',
    'generation = 1; endpoints[].hints.forNodes dropped',
    post(
      SLICES,
      slice({
        hints: { forZones: [{ name: 'a' }], forNodes: [{ name: 'n' }] },
        deprecatedTopology: { 'kubernetes.io/hostname': 'n' },
      }),
      {
        'metadata.generation': 1,
        'endpoints[0].hints': { forZones: [{ name: 'a' }] },
        'endpoints[0].deprecatedTopology': undefined,
      },
    ),
  ),
  effect(
    'EndpointSlice',
    'update',
    'generation + 1 if anything outside metadata',
    post(SLICES, slice({})),
    patch(`${SLICES}/example`, { ports: [{ port: 80 }] }, { 'metadata.generation': 2 }),
    patch(`${SLICES}/example`, { metadata: { labels: { a: 'b' } } }, { 'metadata.generation': 3 }),
    patch(`${SLICES}/example`, { metadata: { annotations: { a: 'b' } } }, { 'metadata.generation': 3 }),
    put(`${SLICES}/example`, slice({ nodeName: 'n', hints: { forNodes: [{ name: 'n' }] } }), {
      'endpoints[0].hints': {},
    }),
    put(`${SLICES}/example`, slice({ deprecatedTopology: { 'kubernetes.io/hostname': 'n' } }), {
      'endpoints[0].nodeName': 'n',
      'endpoints[0].deprecatedTopology': undefined,
    }),
  ),
  effect(
    'Node',
    'create',
    'spec.configSource and status.config dropped',
    post(
      NODES,
      named('example', { spec: { configSource: CONFIG }, status: { config: {}, phase: 'Running' } }),
      {
        'spec.configSource': undefined,
        'status.config': undefined,
        'status.phase': 'Running',
      },
    ),
  ),
  effect(
    'Node',
    'create',
    'default admission (TaintNodesByCondition)',
    post(NODES, named('example', { spec: { taints: [{ key: 'a', effect: 'NoExecute' }] } }), {
      'spec.taints': [{ key: 'a', effect: 'NoExecute' }, NOT_READY],
    }),
  ),
  effect(
    'Node',
    'update',
    'status = stored status; spec.configSource dropped',
    post(NODES, named('example', { status: { phase: 'Running' } })),
    patch(
      NODE,
      { spec: { configSource: CONFIG }, status: { phase: 'Pending' } },
      {
        'spec.configSource': undefined,
        'status.phase': 'Running',
      },
    ),
  ),
  effect(
    'Node',
    'status',
    'spec = stored spec; status.config dropped',
    post(NODES, named('example')),
    patch(
      `${NODE}/status`,
      { spec: { unschedulable: true }, status: { config: {}, phase: 'Running' } },
      {
        'spec.unschedulable': undefined,
        'status.config': undefined,
        'status.phase': 'Running',
      },
    ),
  ),
  effect(
    'Node',
    'both',
    'podCIDR and podCIDRs',
    post(NODES, named('example', { spec: { podCIDR: '10.0.0.0/24' } }), {
      'spec.podCIDRs': ['10.0.0.0/24'],
    }),
    remove(NODE),
    post(NODES, named('example', { spec: { podCIDRs: ['10.0.0.0/24', 'fd00::/64'] } }), {
      'spec.podCIDR': '10.0.0.0/24',
    }),
    remove(NODE),
    post(NODES, named('example', { spec: { podCIDR: '10.1.0.0/24', podCIDRs: ['10.0.0.0/24'] } }), {
      'spec.podCIDRs': ['10.1.0.0/24'],
    }),
  ),
  effect(
    'Node',
    'list',
    'field selectors: metadata.name, spec.unschedulable',
    post(NODES, named('example', { spec: { unschedulable: true } })),
    select(NODES, 'spec.unschedulable=true', 'example'),
    select(NODES, 'metadata.name=example,spec.unschedulable=false'),
    rejected(NODES, 'spec.providerID=a', unsupported('spec.providerID')),
  ),
  effect(
    'Namespace',
    'create',
    'status = {phase: Active}; finalizer kubernetes',
    post(
      NAMESPACES,
      named('example', { spec: { finalizers: ['example.com/a'] }, status: { phase: 'Odd' } }),
      {
        status: { phase: 'Active' },
        'spec.finalizers': ['example.com/a', 'kubernetes'],
        'metadata.labels[kubernetes.io/metadata.name]': 'example',
      },
    ),
    put(`${NAMESPACE}/finalize`, named('example', { spec: { finalizers: ['kubernetes'] } })),
  ),
  effect(
    'Namespace',
    'update',
    'spec.finalizers and status = stored',
    post(NAMESPACES, named('example')),
    patch(
      NAMESPACE,
      { spec: { finalizers: ['example.com/a'] }, status: { phase: 'Terminating' } },
      {
        'spec.finalizers': ['kubernetes'],
        'status.phase': 'Active',
      },
    ),
    patch(
      NAMESPACE,
      { metadata: { labels: null } },
      {
        'metadata.labels': { 'kubernetes.io/metadata.name': 'example' },
      },
    ),
  ),
  effect(
    'Namespace',
    'finalize',
    'PUT only; status = stored',
    post(NAMESPACES, named('example')),
    patch(`${NAMESPACE}/finalize`, {}, {}, 405),
    put(
      `${NAMESPACE}/finalize`,
      named('example', {
        metadata: { labels: { a: 'b' } },
        spec: { finalizers: ['kubernetes', 'example.com/a'] },
        status: { phase: 'Terminating' },
      }),
      {
        'spec.finalizers': ['kubernetes', 'example.com/a'],
        'status.phase': 'Active',
        'metadata.labels.a': 'b',
      },
    ),
    put(`${NAMESPACE}/finalize`, named('example', { spec: { finalizers: ['kubernetes'] } })),
  ),
  effect(
    'Namespace',
    'update, status, finalize',
    'if spec.finalizers and metadata.finalizers are empty',
    post(NAMESPACES, named('example', { spec: { finalizers: ['example.com/a'] } })),
    remove(NAMESPACE, { 'status.phase': 'Terminating' }),
    put(`${NAMESPACE}/finalize`, named('example', { spec: { finalizers: [] } })),
    get(NAMESPACE, {}, 404),
  ),
  effect(
    'Namespace',
    'delete',
    'first delete: deletionTimestamp = now',
    post(NAMESPACES, named('example', { spec: { finalizers: ['example.com/a'] } })),
    remove(`${NAMESPACE}?propagationPolicy=Foreground`, {
      'metadata.deletionTimestamp': TIME,
      'metadata.deletionGracePeriodSeconds': undefined,
      'metadata.finalizers': ['foregroundDeletion'],
      'status.phase': 'Terminating',
    }),
    patch(NAMESPACE, { metadata: { finalizers: null } }),
    put(`${NAMESPACE}/finalize`, named('example', { spec: { finalizers: [] } })),
  ),
  effect(
    'Namespace',
    'delete',
    'already terminating with spec.finalizers',
    post(NAMESPACES, named('example', { spec: { finalizers: ['example.com/a'] } })),
    remove(NAMESPACE),
    remove(NAMESPACE, { kind: 'Namespace', 'status.phase': 'Terminating' }, 200),
    put(`${NAMESPACE}/finalize`, named('example', { spec: { finalizers: [] } })),
  ),
  effect(
    'Namespace',
    'delete',
    'preconditions: uid wrong',
    post(NAMESPACES, named('example')),
    remove(
      NAMESPACE,
      {
        message:
          /^Operation cannot be fulfilled on namespaces "example": Precondition failed: UID in precondition: wrong, UID in object meta: /,
      },
      409,
      { preconditions: { uid: 'wrong' } },
    ),
    remove(
      NAMESPACE,
      {
        message:
          /Precondition failed: ResourceVersion in precondition: 1, ResourceVersion in object meta: \d+$/,
      },
      409,
      { preconditions: { resourceVersion: '1' } },
    ),
  ),
  effect(
    'Namespace',
    'delete',
    'default admission (NamespaceLifecycle)',
    remove(
      `${NAMESPACES}/kube-system`,
      { message: 'namespaces "kube-system" is forbidden: this namespace may not be deleted' },
      403,
    ),
    post(NAMESPACES, named('example', { spec: { finalizers: ['example.com/a'] } })),
    remove(NAMESPACE),
    post(
      `${NAMESPACE}/configmaps`,
      named('a'),
      {
        message:
          'configmaps "a" is forbidden: unable to create new content in namespace example because it is being terminated',
        'details.causes': [
          {
            reason: 'NamespaceTerminating',
            message: 'namespace example is being terminated',
            field: 'metadata.namespace',
          },
        ],
      },
      403,
    ),
    put(`${NAMESPACE}/finalize`, named('example', { spec: { finalizers: [] } })),
  ),
  effect('Namespace', 'delete', 'no deletecollection', remove(NAMESPACES, {}, 405)),
  effect(
    'Namespace',
    'list',
    'field selectors: metadata.name, status.phase',
    post(NAMESPACES, named('example')),
    select(NAMESPACES, 'metadata.name=example,status.phase=Active', 'example'),
    rejected(NAMESPACES, 'spec.a=b', unsupported('spec.a')),
  ),
  effect(
    'Secret',
    'both',
    'stringData is written over data',
    post(`${IN_TEST}/secrets`, named('example', { data: { a: 'MQ==', b: 'Mg==' }, stringData: { a: '3' } }), {
      data: { a: 'Mw==', b: 'Mg==' },
      stringData: undefined,
    }),
    patch(
      `${IN_TEST}/secrets/example`,
      { stringData: { b: '4' } },
      {
        data: { a: 'Mw==', b: 'NA==' },
        stringData: undefined,
      },
    ),
  ),
  effect(
    'Secret',
    'update',
    'type empty takes the stored type',
    post(`${IN_TEST}/secrets`, named('example', { type: 'example.com/a' })),
    put(`${IN_TEST}/secrets/example`, named('example'), { 'details.causes[0].field': 'type' }, 422),
  ),
  effect(
    'Secret',
    'list',
    'field selectors: metadata.name, metadata.namespace, type',
    post(`${IN_TEST}/secrets`, named('example', { type: 'example.com/a' })),
    select(`${IN_TEST}/secrets`, 'type=example.com/a', 'example'),
    rejected(`${IN_TEST}/secrets`, 'data=a', unsupported('data')),
  ),
  effect(
    'ServiceAccount',
    'both',
    'secrets[i] keeps only name',
    post(
      `${IN_TEST}/serviceaccounts`,
      named('example', { secrets: [{ name: 'a', namespace: 'b', kind: 'Secret', uid: 'c' }] }),
      { secrets: [{ name: 'a' }] },
    ),
    patch(
      `${IN_TEST}/serviceaccounts/example`,
      { secrets: [{ name: 'b', kind: 'Secret' }] },
      {
        secrets: [{ name: 'b' }],
      },
    ),
  ),
  effect(
    'LimitRange',
    'create',
    'empty name gets a random UUID',
    post(
      `${IN_TEST}/limitranges`,
      { spec: { limits: [] } },
      {
        'metadata.name': /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      },
    ),
  ),
  effect(
    'ReplicationController',
    'scale',
    'GET/PUT/PATCH autoscaling/v1 Scale',
    post(`${IN_TEST}/replicationcontrollers`, named('example', { spec: { template: TEMPLATE } })),
    patch(`${IN_TEST}/replicationcontrollers/example/status`, { status: { replicas: 2 } }),
    get(`${IN_TEST}/replicationcontrollers/example/scale`, {
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      'metadata.name': 'example',
      'metadata.uid': ANY,
      'metadata.resourceVersion': ANY,
      'metadata.creationTimestamp': TIME,
      'spec.replicas': 1,
      'status.replicas': 2,
      'status.selector': 'a=1,b=2',
    }),
    put(
      `${IN_TEST}/replicationcontrollers/example/scale`,
      named('example', { metadata: { uid: 'wrong' }, spec: { replicas: 3 } }),
      {
        message:
          /^Operation cannot be fulfilled on replicationcontrollers\/scale "example": Precondition failed: UID in precondition: wrong, UID in object meta: /,
      },
      409,
    ),
    put(
      `${IN_TEST}/replicationcontrollers/example/scale`,
      named('example', { metadata: { resourceVersion: '1' }, spec: { replicas: 3 } }),
      {},
      409,
    ),
    patch(
      `${IN_TEST}/replicationcontrollers/example/scale`,
      { spec: { replicas: 3 } },
      { 'spec.replicas': 3 },
    ),
    get(`${IN_TEST}/replicationcontrollers/example`, { 'spec.replicas': 3 }),
  ),
  effect(
    'ReplicationController',
    'delete',
    'default propagation for core/v1 is Orphan',
    post(`${IN_TEST}/replicationcontrollers`, named('example', { spec: { template: TEMPLATE } })),
    remove(`${IN_TEST}/replicationcontrollers/example`, { 'metadata.finalizers': ['orphan'] }),
  ),
  effect(
    'ReplicationController',
    'list',
    'field selectors: metadata.name, metadata.namespace, status.replicas',
    post(`${IN_TEST}/replicationcontrollers`, named('example', { spec: { template: TEMPLATE } })),
    select(`${IN_TEST}/replicationcontrollers`, 'status.replicas=0', 'example'),
    rejected(`${IN_TEST}/replicationcontrollers`, 'spec.replicas=1', unsupported('spec.replicas')),
  ),
  effect(
    'ComponentStatus',
    'read',
    'get and list only, nothing stored',
    get('/api/v1/componentstatuses', { 'metadata.resourceVersion': undefined }),
    get('/api/v1/componentstatuses/etcd-0', {
      'metadata.uid': undefined,
      'metadata.name': 'etcd-0',
      'conditions[0].type': 'Healthy',
    }),
    get('/api/v1/componentstatuses/none', { message: 'componentstatus "none" not found' }, 404),
    post('/api/v1/componentstatuses', named('a'), {}, 405),
  ),
]

const EVENTS = `${IN_TEST}/events`
const NEW_EVENTS = '/apis/events.k8s.io/v1/namespaces/test/events'
const EVENT = named('example', {
  involvedObject: {
    kind: 'Pod',
    namespace: 'test',
    name: 'web',
    uid: 'u',
    apiVersion: 'v1',
    resourceVersion: '7',
    fieldPath: 'spec',
  },
  message: 'it ran',
  source: { component: 'kubelet', host: 'n1' },
  firstTimestamp: '2024-03-01T10:00:00Z',
  lastTimestamp: '2024-03-01T10:00:01Z',
  count: 2,
  reason: 'Ran',
  type: 'Normal',
})
const REFERENCE = EVENT.involvedObject as Readonly<Record<string, string>>
const found = (path: string, selectors: readonly string[]): readonly Step[] =>
  selectors.map((selector) => select(path, selector, 'example'))

export const eventEffects: readonly EffectExample[] = [
  effect(
    'Event',
    'both',
    'one stored object, two views',
    post(EVENTS, EVENT),
    get(`${NEW_EVENTS}/example`, {
      regarding: EVENT.involvedObject,
      note: 'it ran',
      deprecatedSource: EVENT.source,
      deprecatedFirstTimestamp: EVENT.firstTimestamp,
      deprecatedLastTimestamp: EVENT.lastTimestamp,
      deprecatedCount: 2,
      reason: 'Ran',
      type: 'Normal',
    }),
  ),
  effect(
    'Event',
    'list',
    'field selectors v1',
    post(EVENTS, EVENT),
    ...found(EVENTS, [
      ...Object.entries(REFERENCE).map(([field, value]) => `involvedObject.${field}=${value}`),
      'reason=Ran',
      'source=kubelet',
      'type=Normal',
      'reportingComponent=',
    ]),
    rejected(EVENTS, 'regarding.name=web', unsupported('regarding.name')),
  ),
  effect(
    'Event',
    'list',
    'field selectors events.k8s.io/v1',
    post(EVENTS, EVENT),
    ...found(NEW_EVENTS, [
      ...Object.entries(REFERENCE).map(([field, value]) => `regarding.${field}=${value}`),
      'reason=Ran',
      'type=Normal',
      'reportingController=',
    ]),
    rejected(NEW_EVENTS, 'source=kubelet', unsupported('source')),
  ),
]
