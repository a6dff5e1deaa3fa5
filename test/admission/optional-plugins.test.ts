import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createServer, type ServerOptions } from '#index.js'
import { type ApiResponse, Client, type Json } from '#test/support/client.js'
import { created, grant, MERGE, startAccessServer } from '#test/support/servers/access-server.js'
import { patched } from '#test/support/servers/webhook-server.js'
import { rule, WebhookHost, webhook } from './webhook-host.js'

const PODS = '/api/v1/namespaces/default/pods'
const SERVICES = '/api/v1/namespaces/default/services'
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

const pod = (name: string, spec: Json = {}): Json => ({
  metadata: { name },
  spec: { containers: [{ name: 'main', image: 'a' }], ...spec },
})

async function enable(t: TestContext, plugin: string, options: ServerOptions = {}): Promise<Client> {
  const server = await createServer({
    ...{ storage: 'memory', port: 0, logLevel: 'silent', enableAdmissionPlugins: [plugin] },
    ...options,
  })
  t.after(() => server.close())
  return new Client(server.url)
}

async function rejected(response: Promise<ApiResponse>, message: string): Promise<void> {
  const { status, body, text } = await response
  assert.equal(status, 403, text)
  assert.equal(body.message, message)
}

const patch = (client: Client, path: string, body: Json) => client.send('PATCH', path, body, MERGE)
const annotate = (client: Client, annotations: Json) =>
  patch(client, '/api/v1/namespaces/default', { metadata: { annotations } })

describe('AlwaysPullImages', () => {
  it('pulls the images of every new pod, and new images of a pod', async (t) => {
    const client = await enable(t, 'AlwaysPullImages')
    const containers = [{ name: 'main', image: 'a:1', imagePullPolicy: 'Never' }]
    const initContainers = [{ name: 'first', image: 'a:1', imagePullPolicy: 'IfNotPresent' }]
    const { spec } = await created(client.post(PODS, pod('p', { containers, initContainers })))
    const policies = [...spec.containers, ...spec.initContainers].map(
      ({ imagePullPolicy }) => imagePullPolicy,
    )
    assert.deepEqual(policies, ['Always', 'Always'])
    const labelled = await patch(client, `${PODS}/p`, { metadata: { labels: { a: 'b' } } })
    assert.equal(labelled.status, 200)
  })

  it('rejects a pod that a webhook changes back', async (t) => {
    const host = await WebhookHost.start(t, { enableAdmissionPlugins: ['AlwaysPullImages'] })
    const clientConfig = host.hooks.on('/never', () =>
      patched({ op: 'add', path: '/spec/containers/0/imagePullPolicy', value: 'Never' }),
    )
    const rules = [rule({ resources: ['pods'] })]
    await host.mutate('never', webhook('never', clientConfig, { rules, reinvocationPolicy: 'IfNeeded' }))
    await rejected(
      host.client.post(PODS, pod('p')),
      'pods "p" is forbidden: spec.containers[0].imagePullPolicy: Unsupported value: "Never": supported values: "Always"',
    )
  })
})

describe('LimitPodHardAntiAffinityTopology', () => {
  it('rejects pods that keep others out of more than their node', async (t) => {
    const client = await enable(t, 'LimitPodHardAntiAffinityTopology')
    const apart = (topologyKey: string) => ({
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: {} }],
        },
      },
    })
    await created(client.post(PODS, pod('host', apart('kubernetes.io/hostname'))))
    await rejected(
      client.post(PODS, pod('zone', apart('zone'))),
      'pods "zone" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
    )
  })
})

describe('ExtendedResourceToleration', () => {
  it('adds a toleration for each extended resource that a pod requests', async (t) => {
    const client = await enable(t, 'ExtendedResourceToleration')
    const amounts = { 'example.com/gpu': '1', 'example.com/disk': '1', cpu: '1' }
    const containers = [{ name: 'main', image: 'a', resources: { limits: amounts } }]
    const present = { key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' }
    const { spec } = await created(client.post(PODS, pod('p', { containers, tolerations: [present] })))
    const added = spec.tolerations.filter(({ effect }: Json) => effect === 'NoSchedule')
    assert.deepEqual(added, [present, { ...present, key: 'example.com/disk' }])
  })
})

describe('DenyServiceExternalIPs', () => {
  it('rejects new external addresses, and keeps those that are there', async (t) => {
    const service = (name: string, externalIPs: string[]) => ({
      metadata: { name },
      spec: { ports: [{ port: 80 }], externalIPs },
    })
    const denied = (name: string) =>
      `services "${name}" is forbidden: Use of external IPs is denied by admission control`
    const client = await enable(t, 'DenyServiceExternalIPs')
    await created(client.post(SERVICES, service('plain', [])))
    await rejected(client.post(SERVICES, service('s', ['1.2.3.4'])), denied('s'))
    await rejected(
      patch(client, `${SERVICES}/plain`, { spec: { externalIPs: ['1.2.3.4'] } }),
      denied('plain'),
    )
    assert.equal((await patch(client, `${SERVICES}/plain`, { spec: { type: 'NodePort' } })).status, 200)
  })
})

describe('PodNodeSelector', () => {
  it('adds the selector of the namespace, and rejects what contradicts it', async (t) => {
    const client = await enable(t, 'PodNodeSelector')
    await created(client.post(PODS, pod('before')))
    await annotate(client, { 'scheduler.alpha.kubernetes.io/node-selector': 'pool=a, disk=fast' })
    const { spec } = await created(client.post(PODS, pod('p', { nodeSelector: { zone: 'z', pool: 'a' } })))
    assert.deepEqual(spec.nodeSelector, { disk: 'fast', pool: 'a', zone: 'z' })
    await rejected(
      client.post(PODS, pod('other', { nodeSelector: { pool: 'b' } })),
      'pods "other" is forbidden: pod node label selector conflicts with its namespace node label selector',
    )
    await annotate(client, { 'scheduler.alpha.kubernetes.io/node-selector': 'a==b' })
    const { status, body } = await client.post(PODS, pod('unread'))
    assert.equal(status, 403)
    assert.match(body.message, /node-selector of its namespace is no selector: a==b$/)
  })
})

describe('PodTolerationRestriction', () => {
  const toleration = (key: string) => ({ key, operator: 'Exists', effect: 'NoSchedule' })

  it('adds the default tolerations of the namespace, and one of memory pressure', async (t) => {
    const client = await enable(t, 'PodTolerationRestriction')
    await annotate(client, {
      'scheduler.alpha.kubernetes.io/defaultTolerations': JSON.stringify([toleration('a')]),
    })
    const resources = { requests: { cpu: '1' } }
    const tolerationsOf = async (name: string, spec: Json) =>
      (await created(client.post(PODS, pod(name, spec)))).spec.tolerations
        .filter(({ effect }: Json) => effect === 'NoSchedule')
        .map(({ key }: Json) => key)
    assert.deepEqual(await tolerationsOf('effort', {}), ['a'])
    const containers = [{ name: 'main', image: 'i', resources }]
    assert.deepEqual(await tolerationsOf('burst', { containers, tolerations: [toleration('b')] }), [
      'a',
      'b',
      'node.kubernetes.io/memory-pressure',
    ])
  })

  it('rejects tolerations that the namespace does not allow', async (t) => {
    const client = await enable(t, 'PodTolerationRestriction')
    const allowed = [toleration('a'), { operator: 'Exists', effect: 'NoExecute' }]
    await annotate(client, {
      'scheduler.alpha.kubernetes.io/tolerationsWhitelist': JSON.stringify(allowed),
    })
    await created(client.post(PODS, pod('a', { tolerations: [toleration('a')] })))
    await rejected(
      client.post(PODS, pod('b', { tolerations: [toleration('b')] })),
      'pods "b" is forbidden: pod tolerations (possibly merged with namespace default tolerations) conflict with its namespace whitelist',
    )
    await annotate(client, { 'scheduler.alpha.kubernetes.io/tolerationsWhitelist': '{}' })
    const { status, body } = await client.post(PODS, pod('unread'))
    assert.equal(status, 403)
    assert.match(body.message, /tolerationsWhitelist of its namespace is no list of tolerations$/)
  })
})

describe('OwnerReferencesPermissionEnforcement', () => {
  it('protects objects from new owners, and owners from dependents', async (t) => {
    const plugins = { enableAdmissionPlugins: ['OwnerReferencesPermissionEnforcement'] }
    const { as } = await startAccessServer(t, plugins)
    const [admin, ann] = [as('admin'), as('ann')]
    const owned = (owner: Json) => ({ metadata: { ownerReferences: [owner] } })
    const { uid } = (await created(admin.post(CONFIG_MAPS, { metadata: { name: 'owner' } }))).metadata
    const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }
    await created(admin.post(CONFIG_MAPS, { metadata: { name: 'c' } }))
    const rule = (verbs: string[], resources = ['configmaps']) => [{ apiGroups: [''], resources, verbs }]
    await grant(admin, 'default', 'writer', rule(['create', 'get', 'patch']), 'ann')
    const denied = await patch(ann, `${CONFIG_MAPS}/c`, owned(owner))
    assert.equal(denied.status, 403)
    assert.match(
      denied.body.message,
      /^configmaps "c" is forbidden: cannot set an ownerRef on a resource you can't delete: /,
    )
    assert.equal((await patch(ann, `${CONFIG_MAPS}/c`, { data: { a: 'b' } })).status, 200)
    await created(ann.post(CONFIG_MAPS, { metadata: { name: 'new', ownerReferences: [owner] } }))
    await grant(admin, 'default', 'deleter', rule(['delete']), 'ann')
    assert.equal((await patch(ann, `${CONFIG_MAPS}/c`, owned(owner))).status, 200)
    const blocking = owned({ ...owner, blockOwnerDeletion: true })
    const blocked = await patch(ann, `${CONFIG_MAPS}/c`, blocking)
    assert.match(
      blocked.body.message,
      /cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: /,
    )
    const unknown = owned({ ...owner, kind: 'Unknown', uid: 'x', blockOwnerDeletion: true })
    assert.match(
      (await patch(ann, `${CONFIG_MAPS}/c`, unknown)).body.message,
      /cannot find RESTMapping for APIVersion v1 Kind Unknown: no matches for kind "Unknown" in version "v1"$/,
    )
    await grant(admin, 'default', 'finalizer', rule(['update'], ['configmaps/finalizers']), 'ann')
    assert.equal((await patch(ann, `${CONFIG_MAPS}/c`, blocking)).status, 200)
  })
})

describe('NamespaceAutoProvision', () => {
  it('creates missing namespaces, but not for a dry run', async (t) => {
    const client = await enable(t, 'NamespaceAutoProvision', { namespaces: 'strict' })
    const place = '/api/v1/namespaces/fresh/configmaps'
    const configMap = { metadata: { name: 'c' } }
    assert.equal((await client.post(`${place}?dryRun=All`, configMap)).status, 404)
    await created(client.post(place, configMap))
    assert.equal((await client.get('/api/v1/namespaces/fresh')).status, 200)
  })
})

describe('NamespaceExists', () => {
  it('rejects writes in missing namespaces, also without NamespaceLifecycle', async (t) => {
    const client = await enable(t, 'NamespaceExists', { disableAdmissionPlugins: ['NamespaceLifecycle'] })
    const missing = await client.post('/api/v1/namespaces/missing/configmaps', { metadata: { name: 'c' } })
    assert.equal(missing.status, 404)
    assert.equal(missing.body.message, 'namespaces "missing" not found')
    await client.post('/api/v1/namespaces', { metadata: { name: 'there' } })
    await created(client.post('/api/v1/namespaces/there/configmaps', { metadata: { name: 'c' } }))
  })
})

describe('AlwaysDeny', () => {
  it('rejects every write', async (t) => {
    const client = await enable(t, 'AlwaysDeny')
    const denied = 'is forbidden: admission control is denying all modifications'
    await rejected(client.post(PODS, pod('p')), `pods "p" ${denied}`)
    await rejected(
      client.delete('/api/v1/namespaces/kube-node-lease'),
      `namespaces "kube-node-lease" ${denied}`,
    )
    assert.equal((await client.get(PODS)).status, 200)
  })
})
