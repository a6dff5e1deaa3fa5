import { Client, inParallel } from './client.js'
import type { Stock } from './stock.js'
import { typicalDeployment } from './typical.js'

/**
 * A custom resource of typical size, a built-in kind to compare with, and CRDs like those of a Crossplane provider.
 */

const CONNECTIONS = 64
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

/** A kind with its objects and their path. */
export interface Side {
  readonly path: string
  /** The body of an object; NAME stands for its name. */
  readonly body: object
  /** The definition to create first. */
  readonly definition?: object
}

const text = { type: 'string', maxLength: 253 }
const count = { type: 'integer', format: 'int32', minimum: 0, maximum: 65_535 }
const port = { type: 'integer', format: 'int32', minimum: 1, maximum: 65_535 }
const flag = { type: 'boolean', default: false }
const texts = { type: 'array', maxItems: 32, items: text }
const labels = { type: 'object', maxProperties: 64, additionalProperties: text }
const quantity = {
  anyOf: [{ type: 'integer' }, { type: 'string' }],
  pattern: '^[0-9]+(\\.[0-9]+)?(m|Ki|Mi|Gi)?$',
  'x-kubernetes-int-or-string': true,
}
const members = (type: object, ...names: string[]) => Object.fromEntries(names.map((name) => [name, type]))
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const described = (properties: object) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, type]) => [name, { description: `What ${name} is.`, ...type }]),
  )

/**
 * Sixty fields and five CEL rules, with defaults, patterns, enums, maps and a keyed list, and some fields of its own.
 */
function spec(own: object = {}) {
  const container = object(
    {
      name: { ...text, minLength: 1 },
      image: { ...text, pattern: '^[a-z0-9./:-]+$' },
      pullPolicy: { type: 'string', enum: ['Always', 'IfNotPresent', 'Never'], default: 'IfNotPresent' },
      ...members(texts, 'command', 'args'),
      workingDir: text,
      ...members(flag, 'stdin', 'tty'),
      limits: { type: 'object', maxProperties: 8, additionalProperties: quantity },
      requests: { type: 'object', maxProperties: 8, additionalProperties: quantity },
      port,
      ...members(text, 'livenessPath', 'readinessPath'),
      ...members(count, 'initialDelaySeconds', 'periodSeconds'),
    },
    {
      required: ['name', 'image'],
      'x-kubernetes-validations': [{ rule: '!has(self.port) || self.port != 22', message: 'no shells' }],
    },
  )
  return object(
    described({
      replicas: { ...count, default: 1 },
      minReplicas: { ...count, default: 1 },
      maxReplicas: { ...count, default: 10 },
      paused: flag,
      class: { type: 'string', enum: ['web', 'batch', 'edge'], default: 'web' },
      host: { ...text, pattern: '^[a-z0-9.-]+$' },
      region: text,
      selector: object({ matchLabels: labels }),
      containers: {
        type: 'array',
        minItems: 1,
        maxItems: 16,
        items: container,
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['name'],
        'x-kubernetes-validations': [
          { rule: "self.exists(c, c.name == 'main')", message: 'one container is called main' },
        ],
      },
      strategy: object(
        {
          type: { type: 'string', enum: ['Rolling', 'Recreate'], default: 'Rolling' },
          maxSurge: { ...count, default: 1 },
          maxUnavailable: { ...count, default: 0 },
        },
        {
          'x-kubernetes-validations': [
            { rule: 'self.maxSurge + self.maxUnavailable > 0', message: 'something has to move' },
          ],
        },
      ),
      storage: object({ size: quantity, class: text, mode: { type: 'string', enum: ['rw', 'ro'] } }),
      network: object({ ...members(port, 'servicePort', 'metricsPort'), ...members(flag, 'mesh', 'tls') }),
      security: object({ ...members(flag, 'readOnlyRoot', 'privileged'), user: count, group: count }),
      ...members(labels, 'nodeSelector', 'podLabels', 'podAnnotations', 'parameters'),
      ...members(texts, 'zones', 'tolerations', 'secrets', 'configs', 'hosts'),
      ...members(text, 'serviceAccount', 'priorityClass', 'schedule', 'timeZone', 'owner', 'contact'),
      ...members(count, 'timeoutSeconds', 'graceSeconds', 'revisionHistory', 'backoffLimit'),
      ...members(flag, 'hostNetwork', 'automount', 'debug'),
      ...own,
    }),
    {
      required: ['containers', 'host'],
      'x-kubernetes-validations': [
        {
          rule: 'self.minReplicas <= self.replicas && self.replicas <= self.maxReplicas',
          message: 'out of bounds',
        },
        { rule: "self.class != 'edge' || has(self.region)", message: 'the edge is somewhere' },
      ],
    },
  )
}

const conditions = {
  type: 'array',
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
  items: object(
    { type: text, status: text, reason: text, message: { type: 'string' } },
    { required: ['type'] },
  ),
}
const COLUMNS = [
  { name: 'Host', type: 'string', jsonPath: '.spec.host' },
  { name: 'Ready', type: 'string', jsonPath: ".status.conditions[?(@.type=='Ready')].status" },
  { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
]

function definition(
  group: string,
  kind: string,
  versions: readonly { name: string; schema: object }[],
): object {
  const singular = kind.toLowerCase()
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${singular}s.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind, plural: `${singular}s`, singular, listKind: `${kind}List`, categories: ['bench'] },
      versions: versions.map(({ name, schema }, index) => ({
        name,
        served: true,
        storage: index === 0,
        subresources: { status: {} },
        additionalPrinterColumns: COLUMNS,
        schema: { openAPIV3Schema: schema },
      })),
    },
  }
}

const GROUP = 'bench.example.com'

/** About as large as a typical Deployment: 2 KB. */
const typicalApp = {
  ...(typicalDeployment('NAME') as object),
  apiVersion: `${GROUP}/v1`,
  kind: 'App',
  spec: {
    replicas: 3,
    host: 'shop.example.com',
    region: 'north',
    selector: { matchLabels: { app: 'web' } },
    podLabels: { app: 'web', tier: 'front' },
    containers: [
      {
        name: 'main',
        image: 'registry.example/web:1.0',
        port: 8080,
        limits: { cpu: '500m', memory: '128Mi' },
        requests: { cpu: '100m', memory: '64Mi' },
        livenessPath: '/healthz',
        readinessPath: '/ready',
        initialDelaySeconds: 5,
        periodSeconds: 10,
        args: ['--mode', 'production'],
      },
      { name: 'side', image: 'registry.example/side:2' },
    ],
    strategy: { type: 'Rolling' },
    storage: { size: '10Gi', class: 'fast', mode: 'rw' },
    network: { servicePort: 80, metricsPort: 9090 },
    security: { user: 1000, group: 1000 },
    parameters: { mode: 'production', level: 'info' },
    zones: ['a', 'b', 'c'],
    hosts: ['shop.example.com', 'www.example.com'],
    serviceAccount: 'web',
    owner: 'harbour',
    contact: 'harbour@example.com',
    timeoutSeconds: 30,
    graceSeconds: 30,
    revisionHistory: 10,
  },
}

export const CUSTOM: Side = {
  path: `/apis/${GROUP}/v1/namespaces/bench/apps`,
  body: typicalApp,
  definition: definition(GROUP, 'App', [
    { name: 'v1', schema: object({ spec: spec(), status: object({ conditions }) }) },
  ]),
}

export const BUILT_IN: Side = {
  path: '/apis/apps/v1/namespaces/bench/deployments',
  body: { ...(typicalDeployment('NAME') as object), apiVersion: 'apps/v1' },
}

/** A stock of objects `object-0`, `object-1` … of a kind. */
export function stockOf({ path, body, definition: defined }: Side, objects: number): Stock {
  const fill = async (url: string) => {
    const client = new Client(url, CONNECTIONS)
    const post = (to: string, object: object) =>
      client.send({ method: 'POST', path: to, body: JSON.stringify(object) })
    await post('/api/v1/namespaces', { metadata: { name: 'bench' } })
    if (defined !== undefined) await post(DEFINITIONS, defined)
    const template = JSON.stringify(body)
    await inParallel(CONNECTIONS, objects, (index) =>
      client.send({ method: 'POST', path, body: template.replace('NAME', `object-${index}`) }),
    )
    client.close()
  }
  return { name: `stock-${path.replaceAll('/', '-')}-${objects}`, fill }
}

/** CRDs of two versions each, with spec and status, like the hundreds of a Crossplane provider. */
export function providerDefinitions(definitions: number): readonly object[] {
  return Array.from({ length: definitions }, (_, index) =>
    definition(`group${index % 50}.provider.example.com`, `Managed${index}`, [
      { name: 'v1beta2', schema: providerSchema(index, { observedGeneration: count }) },
      { name: 'v1beta1', schema: providerSchema(index, {}) },
    ]),
  )
}

/** No two kinds have the same schema: each has fields of its own, like the resources of a provider. */
function providerSchema(index: number, more: object): object {
  const own = described({
    [`managed${index}Id`]: text,
    [`managed${index}Ports`]: { type: 'array', items: port },
    [`managed${index}Ref`]: object({ name: text, [`policy${index}`]: text }),
  })
  return object(
    {
      spec: object({
        forProvider: spec(own),
        initProvider: spec(own),
        providerConfigRef: object({ name: text }),
      }),
      status: object({ atProvider: spec(own), conditions, ...more }),
    },
    { required: ['spec'] },
  )
}

/** Applies definitions as `clients` clients would: each gets one, then creates it. */
export async function applyDefinitions(
  url: string,
  definitions: readonly object[],
  clients: number,
): Promise<void> {
  const client = new Client(url, clients)
  await inParallel(clients, definitions.length, async (index) => {
    const one = definitions[index] as { metadata: { name: string } }
    await client.send({ path: `${DEFINITIONS}/${one.metadata.name}` }).catch(() => {})
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify(one) }
    const body = JSON.stringify({ ...one, metadata: { ...one.metadata, annotations } })
    await client.send({ method: 'POST', path: `${DEFINITIONS}?fieldManager=kubectl-client-side-apply`, body })
  })
  client.close()
}

interface Listed {
  readonly items: readonly {
    readonly status: { readonly conditions: readonly { type: string; status: string }[] }
  }[]
}

/** Counts the established definitions. */
export async function established(url: string): Promise<number> {
  const { items } = (await (await fetch(url + DEFINITIONS)).json()) as Listed
  return items.filter(({ status }) =>
    status.conditions.some(({ type, status }) => type === 'Established' && status === 'True'),
  ).length
}
