import { apiVersionOf, type Resource } from '../api/resource.js'
import { type OpenApi, resolveSchema, type Schema } from './schema.js'
import { toYaml } from './yaml-text.js'

const labels = { app: 'example' }
const template = {
  metadata: { labels },
  spec: { containers: [{ name: 'example', image: 'registry.example.com/example:1.0' }] },
}
const once = { spec: { ...template.spec, restartPolicy: 'Never' } }

/** What people mean when they create one of these: the required fields alone would not do much. */
const WELL_KNOWN: Readonly<Record<string, object>> = {
  'configmaps.': { data: { key: 'value' } },
  'secrets.': { type: 'Opaque', stringData: { key: 'value' } },
  'namespaces.': {},
  'pods.': template.spec && { metadata: { labels }, spec: template.spec },
  'services.': { spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 8080 }] } },
  'deployments.apps': { spec: { replicas: 1, selector: { matchLabels: labels }, template } },
  'statefulsets.apps': {
    spec: { serviceName: 'example', replicas: 1, selector: { matchLabels: labels }, template },
  },
  'daemonsets.apps': { spec: { selector: { matchLabels: labels }, template } },
  'jobs.batch': { spec: { template: once } },
  'cronjobs.batch': { spec: { schedule: '0 3 * * *', jobTemplate: { spec: { template: once } } } },
  'ingresses.networking.k8s.io': {
    spec: {
      rules: [
        {
          host: 'example.com',
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: { service: { name: 'example', port: { number: 80 } } },
              },
            ],
          },
        },
      ],
    },
  },
  'persistentvolumeclaims.': {
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  },
  'roles.rbac.authorization.k8s.io': {
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }],
  },
  'rolebindings.rbac.authorization.k8s.io': {
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'example' },
    subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'default' }],
  },
}

const MAX_DEPTH = 6

/** A new object of a kind: a good example if there is one, otherwise its required fields. */
export function templateText(
  resource: Resource,
  namespace: string | undefined,
  api: OpenApi | undefined,
  schema: Schema | undefined,
): string {
  const { group, plural, kind, namespaced } = resource
  const known = WELL_KNOWN[`${plural}.${group}`]
  const { metadata = {}, ...rest } = (known ?? (api && schema ? required(api, schema) : {})) as Record<
    string,
    object
  >
  return toYaml({
    apiVersion: apiVersionOf(resource),
    kind,
    metadata: { name: 'example', ...(namespaced && { namespace: namespace ?? 'default' }), ...metadata },
    ...rest,
  })
}

/** The required fields of an object, and its spec in any case. */
function required(api: OpenApi, schema: Schema): Record<string, unknown> {
  const { properties = {}, required: names = [] } = schema
  const wanted = new Set(names)
  if (properties.spec !== undefined) wanted.add('spec')
  for (const common of ['apiVersion', 'kind', 'metadata', 'status']) wanted.delete(common)
  return Object.fromEntries([...wanted].map((name) => [name, exampleOf(api, properties[name], 1)]))
}

function exampleOf(api: OpenApi, given: Schema | undefined, depth: number): unknown {
  const schema = resolveSchema(api, given)
  if (schema === undefined || depth > MAX_DEPTH) return {}
  if (schema.default !== undefined) return schema.default
  if (schema.enum?.length) return schema.enum[0]
  if (schema.type === 'string') return ''
  if (schema.type === 'integer' || schema.type === 'number') return 0
  if (schema.type === 'boolean') return false
  if (schema.type === 'array') {
    const item = exampleOf(api, schema.items, depth + 1)
    return [item]
  }
  const { properties = {}, required: names = [] } = schema
  return Object.fromEntries(names.map((name) => [name, exampleOf(api, properties[name], depth + 1)]))
}
