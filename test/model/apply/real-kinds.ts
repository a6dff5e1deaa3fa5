import { Deployment } from '#kinds/apps/deployment/apps-v1/schema.js'
import { Deployment as OldDeployment } from '#kinds/apps/deployment/extensions-v1beta1/schema.js'
import { ConfigMap } from '#kinds/core/configmap/index.js'
import { Pod } from '#kinds/core/pod/schema.js'
import { Service } from '#kinds/core/service/schema.js'
import { NetworkPolicy } from '#kinds/networking/networkpolicy/schema.js'
import type { AnyStruct } from '#schema/type.js'
import type { Json } from '#test/support/client.js'
import type { Random } from '#test/support/random.js'

/** A kind to apply to a server, and the fields to apply. */
export interface RealKind {
  readonly kind: string
  /** A name, if it differs from the kind. */
  readonly name?: string
  /** The first is the one in which an object is tracked from its creation on. */
  readonly versions: readonly RealVersion[]
  /** Fields of spec and status that the server sets itself. */
  readonly serverSet: readonly string[]
  /** Required fields. Complete bodies have them, partial ones may. */
  readonly base: Json
  /** Fields of every body, except of the status. */
  readonly always?: Json
  /** Optional fields, chosen independently. Functions, so that their values vary. */
  readonly parts: readonly Part[]
  /** The same for bodies that are written to the status. */
  readonly statusParts: readonly Part[]
  /** Whether bodies have no nulls and nothing that is empty: these are lost between versions. */
  readonly isFilled?: boolean
}
type Part = (random: Random) => Json

export interface RealVersion {
  readonly type: AnyStruct
  readonly apiVersion: string
  readonly path: string
}

const word = (random: Random) => random.pick(['a', 'b'])
const some = <T>(random: Random, all: readonly T[]): T[] => {
  const chosen = all.filter(() => random.chance(0.5))
  return random.chance(0.3) ? chosen.reverse() : chosen
}

const NO_LABELS: Part = (random) => ({ metadata: { labels: random.pick([null, {}]) } })

const METADATA: readonly Part[] = [
  (random) => ({ metadata: { labels: { [word(random)]: word(random) } } }),
  NO_LABELS,
  (random) => ({ metadata: { annotations: { 'example.com/note': word(random) } } }),
  (random) => ({
    metadata: { finalizers: some(random, ['example.com/a', 'example.com/b', 'example.com/c']) },
  }),
]

const container = (random: Random, name: string): Json => ({
  name,
  image: `registry.example/${word(random)}`,
  ...random.pick([{}, {}, { args: [word(random)] }, { args: [] }]),
  ...random.pick([
    {},
    {
      ports: some(random, [
        { containerPort: 80 },
        { containerPort: 80, protocol: 'UDP', name: word(random) },
      ]),
    },
  ]),
  ...random.pick([
    {},
    { env: some(random, ['A', 'B', 'C']).map((variable) => ({ name: variable, value: word(random) })) },
    { env: null },
  ]),
  ...random.pick([{}, {}, { resources: { limits: { cpu: random.pick(['1', '1000m']) } } }]),
  ...random.pick([{}, {}, { securityContext: random.pick([{}, { runAsUser: 1 }, { privileged: false }]) }]),
})

const inTemplate = (spec: Json) => ({ spec: { template: { spec } } })

const VOLUMES: Part = (random) =>
  inTemplate({ volumes: some(random, ['v', 'w']).map((name) => volume(random, name)) })

const DEPLOYMENT_PARTS: readonly Part[] = [
  (random) => ({ spec: { replicas: random.pick([1, 2, 3, null]) } }),
  (random) => ({ spec: { minReadySeconds: random.pick([0, 5]) } }),
  (random) => ({ spec: { strategy: { rollingUpdate: { maxSurge: random.pick([2, 3, '10%']) } } } }),
  (random) => ({ spec: { strategy: random.pick([{}, { type: 'Recreate' }]) } }),
  (random) => ({ spec: { template: { metadata: { labels: { tier: word(random) } } } } }),
  (random) => inTemplate({ nodeSelector: { [word(random)]: word(random) } }),
  (random) =>
    inTemplate({ tolerations: some(random, [{ key: 'a', operator: 'Exists' }, { operator: 'Exists' }]) }),
  (random) =>
    inTemplate({ containers: some(random, ['main', 'log']).map((name) => container(random, name)) }),
  (random) => inTemplate({ initContainers: some(random, ['x', 'y']).map((name) => container(random, name)) }),
  VOLUMES,
]

const volume = (random: Random, name: string): Json => ({
  name,
  emptyDir: random.pick([{}, { medium: 'Memory' }, { sizeLimit: '1Gi' }]),
})

const condition = (random: Random, type: string): Json => ({
  type,
  status: random.pick(['True', 'False']),
  reason: 'Reported',
  message: word(random),
  lastTransitionTime: '2026-01-01T00:00:00Z',
})
const CONDITIONS: Part = (random) => ({
  status: { conditions: some(random, ['Available', 'Progressing']).map((type) => condition(random, type)) },
})

const SERVICE_PORTS = [
  { name: 'a', port: 80 },
  { name: 'b', port: 80, protocol: 'UDP' },
  { name: 'c', port: 81, protocol: 'TCP', targetPort: 'web' },
]

const APPS: RealVersion = {
  type: Deployment,
  apiVersion: 'apps/v1',
  path: '/apis/apps/v1/namespaces/default/deployments',
}
const EXTENSIONS: RealVersion = {
  type: OldDeployment,
  apiVersion: 'extensions/v1beta1',
  path: '/apis/extensions/v1beta1/namespaces/default/deployments',
}

const DEPLOYMENT: RealKind = {
  kind: 'Deployment',
  versions: [APPS],
  serverSet: [],
  base: {
    spec: {
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { containers: [{ name: 'main', image: 'registry.example/a' }] },
      },
    },
  },
  parts: [...METADATA, ...DEPLOYMENT_PARTS],
  statusParts: [
    (random) => ({ status: { replicas: 1 + random.below(3) } }),
    (random) => ({ status: { unavailableReplicas: random.below(2) } }),
    CONDITIONS,
  ],
}

/**
 * All have a label: an object without gets the labels of its template, but in the old version only. None have volumes: one
 * that loses the last field of its source is lost between versions, and comes back as a default.
 */
const TWICE_SERVED: RealKind = {
  ...DEPLOYMENT,
  name: 'Deployment in two versions',
  versions: [APPS, EXTENSIONS],
  always: { metadata: { labels: { app: 'web' } } },
  parts: [...METADATA, ...DEPLOYMENT_PARTS].filter((part) => part !== NO_LABELS && part !== VOLUMES),
  isFilled: true,
}

export const REAL_KINDS: readonly RealKind[] = [
  {
    kind: 'ConfigMap',
    versions: [{ type: ConfigMap, apiVersion: 'v1', path: '/api/v1/namespaces/default/configmaps' }],
    statusParts: [],
    serverSet: [],
    base: {},
    parts: [
      ...METADATA,
      (random) => ({ data: { [word(random)]: random.pick(['1', '2', '', null]) } }),
      (random) => ({ data: { [word(random)]: '1' } }),
      (random) => ({ data: random.pick([{}, null]) }),
      (random) => ({ binaryData: { c: random.pick(['AA==', 'AQ==']) } }),
    ],
  },
  DEPLOYMENT,
  TWICE_SERVED,
  {
    kind: 'Service',
    versions: [{ type: Service, apiVersion: 'v1', path: '/api/v1/namespaces/default/services' }],
    statusParts: [
      CONDITIONS,
      (random) => ({ status: { loadBalancer: random.pick([{}, { ingress: [{ ip: '1.2.3.4' }] }]) } }),
    ],
    serverSet: ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'],
    base: { spec: { ports: [{ name: 'a', port: 80 }] } },
    parts: [
      ...METADATA,
      (random) => ({ spec: { selector: { [word(random)]: word(random) } } }),
      (random) => ({ spec: { ports: some(random, SERVICE_PORTS) } }),
      (random) => ({
        spec: { ports: [{ name: 'a', port: 80, targetPort: random.pick([8080, 'web', 80]) }] },
      }),
      (random) => ({ spec: { sessionAffinity: random.pick(['None', 'ClientIP']) } }),
      (random) => ({ spec: { publishNotReadyAddresses: random.chance(0.5) } }),
    ],
  },
  {
    kind: 'Pod',
    versions: [{ type: Pod, apiVersion: 'v1', path: '/api/v1/namespaces/default/pods' }],
    statusParts: [
      (random) => ({ status: { phase: random.pick(['Pending', 'Running']) } }),
      (random) => ({ status: { message: word(random) } }),
      CONDITIONS,
    ],
    serverSet: ['tolerations', 'priority', 'preemptionPolicy', 'qosClass'],
    base: { spec: { containers: [{ name: 'main', image: 'registry.example/a' }] } },
    parts: [
      ...METADATA,
      (random) => ({ spec: { containers: [{ name: 'main', image: `registry.example/${word(random)}` }] } }),
      (random) => ({
        spec: { containers: [{ name: 'main', image: `registry.example/${word(random)}`, env: [] }] },
      }),
      (random) => ({ spec: { terminationGracePeriodSeconds: random.pick([30, null]) } }),
    ],
  },
  {
    kind: 'NetworkPolicy',
    versions: [
      {
        type: NetworkPolicy,
        apiVersion: 'networking.k8s.io/v1',
        path: '/apis/networking.k8s.io/v1/namespaces/default/networkpolicies',
      },
    ],
    statusParts: [],
    serverSet: [],
    base: { spec: { podSelector: {} } },
    parts: [
      ...METADATA,
      (random) => ({ spec: { podSelector: random.pick([{}, { matchLabels: { [word(random)]: 'x' } }]) } }),
      (random) => ({ spec: { policyTypes: some(random, ['Ingress', 'Egress']) } }),
      (random) => ({ spec: { ingress: some(random, [{}, { ports: [{ port: 80 }] }]) } }),
      (random) => ({ spec: { egress: some(random, [{}, { ports: [{ port: 53, protocol: 'UDP' }] }]) } }),
    ],
  },
]
