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

const SERVICES = '/api/v1/namespaces/test/services'
const AT = `${SERVICES}/example`
const service = (spec: Json = {}) => named('example', { spec: { ports: [{ port: 80 }], ...spec } })
const nodePort = (spec: Json = {}) => service({ type: 'NodePort', ...spec })
const balanced = (spec: Json = {}) => service({ type: 'LoadBalancer', ...spec })
const LOCAL = { externalTrafficPolicy: 'Local' }
const on = (when: string, text: string, ...steps: readonly Step[]) => effect('Service', when, text, ...steps)
const ADDRESS = /^10\.(9[6-9]|10\d|11[01])\./
const PORT = /^3\d{4}$/
const named2 = (port: number, part: Json = {}) => ({ name: `p${port}`, port, ...part })
const typed = (type: string, more: Json = {}) => ({ spec: { type, ...more } })

export const serviceEffects: readonly EffectExample[] = [
  on(
    'create',
    'before everything: clusterIP set and clusterIPs empty',
    post(SERVICES, service({ clusterIP: '10.96.9.1' }), { 'spec.clusterIPs': ['10.96.9.1'] }),
  ),
  on(
    'create',
    'order: normalise clusterIPs',
    // What was allocated before a later fault is free again.
    post(SERVICES, nodePort({ clusterIP: '10.96.9.2', ports: [{ port: 80, nodePort: 80 }] }), {}, 422),
    post(SERVICES, service({ clusterIP: '10.96.9.2', sessionAffinity: 'Odd' }), {}, 422),
    post(SERVICES, service({ clusterIP: '10.96.9.2' })),
  ),
  on(
    'create',
    'ipFamilyPolicy (not ExternalName)',
    post(`${SERVICES}?dryRun=All`, service(), { 'spec.ipFamilyPolicy': 'SingleStack' }),
    post(`${SERVICES}?dryRun=All`, service({ clusterIP: 'None' }), {
      'spec.ipFamilyPolicy': 'RequireDualStack',
    }),
    post(`${SERVICES}?dryRun=All`, service({ clusterIP: 'None', selector: { a: 'b' } }), {
      'spec.ipFamilyPolicy': 'SingleStack',
    }),
    post(`${SERVICES}?dryRun=All`, service({ type: 'ExternalName', externalName: 'a.b' }), {
      'spec.ipFamilyPolicy': undefined,
      'spec.ipFamilies': undefined,
    }),
  ),
  on(
    'create',
    'ipFamilies: for each given clusterIP',
    post(SERVICES, service({ clusterIP: '10.96.9.3' }), { 'spec.ipFamilies': ['IPv4'] }),
  ),
  on(
    'create',
    'ipFamilies, headless without selector',
    post(`${SERVICES}?dryRun=All`, service({ clusterIP: 'None' }), {
      'spec.ipFamilies': ['IPv4', 'IPv6'],
    }),
    post(`${SERVICES}?dryRun=All`, service({ clusterIP: 'None', ipFamilyPolicy: 'SingleStack' }), {
      'spec.ipFamilies': ['IPv4'],
    }),
    post(`${SERVICES}?dryRun=All`, service({ clusterIP: 'None', ipFamilies: ['IPv6'] }), {
      'spec.ipFamilies': ['IPv6', 'IPv4'],
    }),
  ),
  on(
    'create',
    'ipFamilies otherwise',
    post(`${SERVICES}?dryRun=All`, service({ ipFamilyPolicy: 'PreferDualStack' }), {
      'spec.ipFamilies': ['IPv4'],
      'spec.ipFamilyPolicy': 'PreferDualStack',
    }),
  ),
  on(
    'create',
    'clusterIPs (not ExternalName, not headless)',
    post(SERVICES, service(), { 'spec.clusterIP': ADDRESS, 'spec.clusterIPs[0]': ADDRESS }),
  ),
  on(
    'create',
    'an IPAddress object',
    post(SERVICES, service({ clusterIP: '10.96.9.4' })),
    get('/apis/networking.k8s.io/v1/ipaddresses/10.96.9.4', {
      'metadata.labels': {
        'ipaddress.kubernetes.io/ip-family': 'IPv4',
        'ipaddress.kubernetes.io/managed-by': 'ipallocator.k8s.io',
      },
      'spec.parentRef': { resource: 'services', namespace: 'test', name: 'example' },
    }),
    remove(AT),
    get('/apis/networking.k8s.io/v1/ipaddresses/10.96.9.4', {}, 404),
  ),
  on(
    'create',
    'nodePorts (NodePort',
    post(SERVICES, balanced({ allocateLoadBalancerNodePorts: false }), {
      'spec.ports[0].nodePort': undefined,
    }),
    remove(AT),
    post(
      SERVICES,
      balanced({ allocateLoadBalancerNodePorts: false, ports: [{ port: 80, nodePort: 30_205 }] }),
      { 'spec.ports[0].nodePort': 30_205 },
    ),
    remove(AT),
    post(
      SERVICES,
      nodePort({
        ports: [
          { name: 'a', port: 53, nodePort: 30_206 },
          { name: 'b', port: 53, protocol: 'UDP' },
          { name: 'c', port: 54 },
        ],
      }),
      {
        'spec.ports[0].nodePort': 30_206,
        'spec.ports[1].nodePort': 30_206,
        'spec.ports[2].nodePort': PORT,
      },
    ),
  ),
  on(
    'create',
    'healthCheckNodePort (LoadBalancer',
    post(SERVICES, balanced(LOCAL), { 'spec.healthCheckNodePort': PORT }),
  ),
  on(
    'create',
    'dry run: nothing is reserved',
    post(`${SERVICES}?dryRun=All`, nodePort({ ports: [named2(80), named2(81)] }), {
      'spec.clusterIP': '10.96.0.0',
      'spec.ports[0].nodePort': 32_769,
      'spec.ports[1].nodePort': 32_770,
    }),
  ),
  on(
    'update',
    'status = stored status; if the new type is not LoadBalancer',
    post(SERVICES, balanced()),
    patch(`${AT}/status`, { status: { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } } }),
    patch(
      AT,
      { spec: { sessionAffinity: 'ClientIP' }, status: null },
      {
        'status.loadBalancer.ingress[0].ip': '192.0.2.1',
      },
    ),
    patch(AT, typed('ClusterIP'), { 'status.loadBalancer': {} }),
  ),
  on(
    'update',
    'before allocation (carry over)',
    post(SERVICES, service({ clusterIP: '10.96.9.5' })),
    put(AT, service(), { 'spec.clusterIP': '10.96.9.5', 'spec.clusterIPs': ['10.96.9.5'] }),
  ),
  on(
    'update',
    'carry over nodePorts',
    post(SERVICES, nodePort({ ports: [named2(80, { nodePort: 30_210 }), named2(81, { nodePort: 30_211 })] })),
    put(AT, balanced({ ports: [named2(81), named2(80)] }), {
      'spec.ports[0].nodePort': 30_211,
      'spec.ports[1].nodePort': 30_210,
    }),
    put(AT, nodePort({ ports: [named2(80), named2(82, { nodePort: 30_210 })] }), {
      'spec.ports[0].nodePort': PORT,
      'spec.ports[1].nodePort': 30_210,
    }),
  ),
  on(
    'update',
    'carry over healthCheckNodePort',
    post(SERVICES, balanced({ ...LOCAL, healthCheckNodePort: 30_212 })),
    put(AT, balanced(LOCAL), { 'spec.healthCheckNodePort': 30_212 }),
  ),
  on(
    'update',
    'then normalise: clusterIPs empty',
    post(SERVICES, service({ type: 'ExternalName', externalName: 'a.b', ports: undefined })),
    put(AT, service({ clusterIP: '10.96.9.6' }), { 'spec.clusterIPs': ['10.96.9.6'] }),
    patch(AT, { spec: { clusterIP: '10.96.9.7' } }, { 'details.causes[0].field': 'spec.clusterIPs[0]' }, 422),
  ),
  on(
    'update',
    "'unchanged PreferDualStack' shortcut",
    post(SERVICES, service({ ipFamilyPolicy: 'PreferDualStack' })),
    patch(
      AT,
      { metadata: { labels: { a: 'b' } } },
      {
        'spec.ipFamilyPolicy': 'PreferDualStack',
        'spec.ipFamilies': ['IPv4'],
      },
    ),
  ),
  on(
    'update',
    'ipFamilyPolicy absent takes the stored one',
    post(SERVICES, service({ ipFamilyPolicy: 'PreferDualStack' })),
    put(AT, service(), { 'spec.ipFamilyPolicy': 'PreferDualStack' }),
  ),
  on(
    'update',
    'policy SingleStack: clusterIPs left as stored',
    post(SERVICES, service({ clusterIP: 'None' }), { 'spec.ipFamilies': ['IPv4', 'IPv6'] }),
    patch(AT, { spec: { ipFamilyPolicy: 'SingleStack' } }, { 'spec.ipFamilies': ['IPv4'] }),
  ),
  on(
    'update',
    'cluster IPs: ExternalName to other',
    post(SERVICES, service({ clusterIP: '10.96.9.8' })),
    patch(AT, { spec: { type: 'ExternalName', externalName: 'a.b', ports: null } }),
    // The address is free again.
    post(SERVICES, { ...service({ clusterIP: '10.96.9.8' }), metadata: { name: 'other' } }),
    patch(
      AT,
      { spec: { type: 'ClusterIP', externalName: null, ports: [{ port: 80 }] } },
      {
        'spec.clusterIP': ADDRESS,
      },
    ),
  ),
  on(
    'update',
    'node ports: NodePort/LoadBalancer to ClusterIP',
    post(SERVICES, nodePort({ ports: [{ port: 80, nodePort: 30_213 }] })),
    patch(AT, typed('ClusterIP'), { 'spec.ports[0].nodePort': undefined }),
    post(SERVICES, {
      ...nodePort({ ports: [{ port: 80, nodePort: 30_213 }] }),
      metadata: { name: 'other' },
    }),
    patch(AT, typed('LoadBalancer', { allocateLoadBalancerNodePorts: false }), {
      'spec.ports[0].nodePort': undefined,
    }),
    patch(AT, typed('NodePort', { allocateLoadBalancerNodePorts: null }), {
      'spec.ports[0].nodePort': PORT,
    }),
  ),
  on(
    'update',
    'healthCheckNodePort: newly needed',
    post(SERVICES, balanced()),
    patch(AT, { spec: LOCAL }, { 'spec.healthCheckNodePort': PORT }),
    patch(AT, { spec: { externalTrafficPolicy: 'Cluster' } }, { 'spec.healthCheckNodePort': undefined }),
  ),
  on(
    'update',
    'after allocation, before validation (type changes): to ExternalName',
    post(SERVICES, service()),
    patch(
      AT,
      { spec: { type: 'ExternalName', externalName: 'a.b' } },
      {
        'spec.clusterIP': undefined,
        'spec.clusterIPs': undefined,
        'spec.ipFamilies': undefined,
        'spec.ipFamilyPolicy': undefined,
      },
    ),
  ),
  on(
    'update',
    'from NodePort/LoadBalancer to another type',
    post(SERVICES, nodePort()),
    patch(AT, typed('ClusterIP'), { 'spec.ports[0].nodePort': undefined }),
  ),
  on(
    'update',
    'no longer LoadBalancer with policy Local',
    post(SERVICES, balanced(LOCAL)),
    patch(AT, typed('NodePort'), {
      'spec.healthCheckNodePort': undefined,
      'spec.externalTrafficPolicy': 'Local',
    }),
  ),
  on(
    'update',
    'from LoadBalancer to another type: allocateLoadBalancerNodePorts',
    post(SERVICES, balanced({ loadBalancerClass: 'a.b/c' })),
    patch(AT, typed('ClusterIP'), {
      'spec.allocateLoadBalancerNodePorts': undefined,
      'spec.loadBalancerClass': undefined,
    }),
  ),
  on(
    'update',
    'no longer externally accessible',
    post(SERVICES, nodePort()),
    patch(AT, typed('ClusterIP'), { 'spec.externalTrafficPolicy': undefined }),
  ),
  on(
    'delete',
    'Endpoints of the same name deleted',
    post(SERVICES, service({ clusterIP: '10.96.9.9' })),
    post('/api/v1/namespaces/test/endpoints', named('example')),
    remove(`${AT}?dryRun=All`),
    get('/api/v1/namespaces/test/endpoints/example'),
    remove(AT),
    get('/api/v1/namespaces/test/endpoints/example', {}, 404),
    post(SERVICES, service({ clusterIP: '10.96.9.9' })),
  ),
  on(
    'list',
    'field selectors: metadata.name',
    post(SERVICES, service({ clusterIP: '10.96.9.10' })),
    select(SERVICES, 'metadata.name=example', 'example'),
    select(SERVICES, 'metadata.namespace=test', 'example'),
    select(SERVICES, 'spec.clusterIP=10.96.9.10', 'example'),
    select(SERVICES, 'spec.type!=ClusterIP'),
    rejected(SERVICES, 'spec.selector=a', 'field label not supported: spec.selector'),
  ),
]
