// Makes the data of an earlier release that test/upgrades/ opens:
//   node scripts/make-upgrade-data.mjs <a built checkout of the release> <name>
// Starts the server of the checkout, writes objects of many kinds, stops it, and writes two files to test/upgrades/data:
// its compressed data file, and what the server said about the objects.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const [checkout, name] = process.argv.slice(2)
const TARGET = new URL('../test/upgrades/data/', import.meta.url)
const TOKEN = 'admin-token'
/** The longest that a token may last. */
const TOKEN_SECONDS = 2 ** 32

const template = (image) => ({
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'web', image }] },
})
const workload = { replicas: 2, selector: { matchLabels: { app: 'web' } }, template: template('web:1') }
const core = (plural, kind, own) => [`/api/v1/namespaces/shop/${plural}`, { apiVersion: 'v1', kind, ...own }]
const group = (version, plural, kind, own, namespace = 'shop') => [
  `/apis/${version}/${namespace === '' ? '' : `namespaces/${namespace}/`}${plural}`,
  { apiVersion: version, kind, ...own },
]
const named = (own) => ({ metadata: { name: 'web', labels: { app: 'web' } }, ...own })
const role = { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }] }
const binding = (kind) => ({
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: 'web' },
  subjects: [{ kind: 'ServiceAccount', name: 'web', namespace: 'shop' }],
})
const definition = {
  metadata: { name: 'ports.harbour.example' },
  spec: {
    group: 'harbour.example',
    scope: 'Namespaced',
    names: { plural: 'ports', singular: 'port', kind: 'Port', listKind: 'PortList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { berths: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
}

/** Each collection with an object. A release without the collection does not get it. */
const OBJECTS = [
  ['/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } }],
  core('configmaps', 'ConfigMap', named({ data: { text: 'long '.repeat(2000) } })),
  core('secrets', 'Secret', named({ data: { key: 'c2VjcmV0' } })),
  core('services', 'Service', named({ spec: { selector: { app: 'web' }, ports: [{ port: 80 }] } })),
  core('serviceaccounts', 'ServiceAccount', named()),
  core('pods', 'Pod', named({ spec: template('web:1').spec })),
  core('persistentvolumeclaims', 'PersistentVolumeClaim', {
    ...named(),
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
  }),
  group('apps/v1', 'statefulsets', 'StatefulSet', named({ spec: { ...workload, serviceName: 'web' } })),
  group('apps/v1', 'daemonsets', 'DaemonSet', named({ spec: { ...workload, replicas: undefined } })),
  group(
    'batch/v1',
    'jobs',
    'Job',
    named({ spec: { template: { spec: { ...template('web:1').spec, restartPolicy: 'Never' } } } }),
  ),
  group('policy/v1', 'poddisruptionbudgets', 'PodDisruptionBudget', {
    ...named({ spec: { minAvailable: 1, selector: workload.selector } }),
  }),
  group('networking.k8s.io/v1', 'networkpolicies', 'NetworkPolicy', named({ spec: { podSelector: {} } })),
  group('rbac.authorization.k8s.io/v1', 'roles', 'Role', named(role)),
  group('rbac.authorization.k8s.io/v1', 'rolebindings', 'RoleBinding', named(binding('Role'))),
  group('rbac.authorization.k8s.io/v1', 'clusterroles', 'ClusterRole', named(role), ''),
  group('extensions/v1beta1', 'ingresses', 'Ingress', {
    ...named({ spec: { backend: { serviceName: 'web', servicePort: 80 } } }),
  }),
  group('extensions/v1beta1', 'deployments', 'Deployment', named({ spec: workload })),
  group('apiextensions.k8s.io/v1', 'customresourcedefinitions', 'CustomResourceDefinition', definition, ''),
  group('harbour.example/v1', 'ports', 'Port', named({ spec: { berths: 3 } })),
]
const DEPLOYMENT = '/apis/extensions/v1beta1/namespaces/shop/deployments/web'

const folder = mkdtempSync(join(tmpdir(), 'upgrade-data-'))
const dataDir = join(folder, 'data')
const tokens = join(folder, 'tokens.csv')
writeFileSync(tokens, `${TOKEN},admin,1,"system:masters"\n`)
const hasUsers = await knowsUsers()
const server = spawn(process.execPath, [
  ...[join(checkout, 'dist/cli/main.js'), 'serve', '--port', '0', '--data-dir', dataDir],
  ...(hasUsers ? ['--token-auth-file', tokens] : []),
])
let printed = ''
server.stdout.on('data', (text) => {
  printed += text
})
server.stderr.on('data', (text) => {
  printed += text
})
const url = await waitFor(() => /(http:\/\/\S+:\d+)/.exec(printed)?.[1])

const objects = []
for (const [collection, object] of OBJECTS) {
  const { status, body } = await send('POST', collection, object)
  if (status === 404 || status === 405) console.log(`${collection}: not served`)
  else if (status !== 201) throw new Error(`${collection}: ${status} ${JSON.stringify(body)}`)
  else objects.push(`${collection}/${body.metadata.name}`)
  // The kind is served a moment after its definition is stored.
  if (object.kind === 'CustomResourceDefinition') await new Promise((resolve) => setTimeout(resolve, 2000))
}
for (const image of ['web:2', 'web:3']) {
  const { body } = await send('GET', DEPLOYMENT)
  body.spec.template.spec.containers[0].image = image
  const { status } = await send('PUT', DEPLOYMENT, body)
  if (status !== 200) throw new Error(`${DEPLOYMENT}: ${status}`)
  await new Promise((resolve) => setTimeout(resolve, 2000))
}
const account = '/api/v1/namespaces/shop/serviceaccounts/web/token'
const token = await send('POST', account, {
  apiVersion: 'authentication.k8s.io/v1',
  kind: 'TokenRequest',
  spec: { expirationSeconds: TOKEN_SECONDS },
})
const stored = []
for (const path of objects) {
  const { metadata } = (await send('GET', path)).body
  const { uid, resourceVersion, creationTimestamp } = metadata
  stored.push({ path, uid, resourceVersion, creationTimestamp })
}
const { body: replicaSets } = await send('GET', '/apis/extensions/v1beta1/namespaces/shop/replicasets')
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))

mkdirSync(TARGET, { recursive: true })
const data = readFileSync(join(dataDir, 'data.mdb'))
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
const compressed = brotliCompressSync(data, { params })
writeFileSync(new URL(`${name}.mdb.br`, TARGET), compressed)
const facts = {
  format: Number(readFileSync(join(dataDir, 'binnacle-format'), 'utf8')),
  written: new Date().toISOString(),
  deployment: DEPLOYMENT,
  accountToken: token.status === 201 ? token.body.status.token : undefined,
  objects: stored,
}
writeFileSync(new URL(`${name}.json`, TARGET), `${JSON.stringify(facts, null, 2)}\n`)
rmSync(folder, { recursive: true })
console.log(
  `${name}: format ${facts.format}, ${stored.length} objects, ${replicaSets.items.length} ReplicaSets, ` +
    `token ${token.status}, ${data.length} bytes, ${compressed.length} compressed`,
)

function knowsUsers() {
  const help = spawn(process.execPath, [join(checkout, 'dist/cli/main.js'), 'serve', '--help'])
  let text = ''
  help.stdout.on('data', (part) => {
    text += part
  })
  return new Promise((resolve) => help.once('close', () => resolve(text.includes('--token-auth-file'))))
}

async function waitFor(find) {
  for (;;) {
    const found = find()
    if (found !== undefined) return found
    if (server.exitCode !== null) throw new Error(`the server exited: ${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function send(method, path, body) {
  const response = await fetch(url + path, {
    method,
    headers: {
      Accept: 'application/json',
      ...(body && { 'Content-Type': 'application/json' }),
      ...(hasUsers && { Authorization: `Bearer ${TOKEN}` }),
    },
    body: body && JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text }
}
