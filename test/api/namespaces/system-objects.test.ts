import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServer } from '#index.js'
import { Client, type Json } from '#test/support/client.js'
import { DURABLE_ENGINES, onEveryEngine } from '#test/support/server.js'

const SERVICE = '/api/v1/namespaces/default/services/kubernetes'
const ENDPOINTS = '/api/v1/namespaces/default/endpoints/kubernetes'
const SLICE = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes'
const FLOW_CONTROL = '/apis/flowcontrol.apiserver.k8s.io/v1'

const SYSTEM_OBJECTS = [
  ...['default', 'kube-node-lease', 'kube-public', 'kube-system'].map((name) => `/api/v1/namespaces/${name}`),
  '/apis/scheduling.k8s.io/v1/priorityclasses/system-cluster-critical',
  '/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical',
  '/apis/networking.k8s.io/v1/servicecidrs/kubernetes',
  '/apis/networking.k8s.io/v1/ipaddresses/10.96.0.1',
  ...['v1.', 'v1.apps'].map((name) => `/apis/apiregistration.k8s.io/v1/apiservices/${name}`),
  ...['exempt', 'catch-all', 'system', 'node-high', 'leader-election', 'workload-high', 'workload-low'].map(
    (name) => `${FLOW_CONTROL}/prioritylevelconfigurations/${name}`,
  ),
  ...['exempt', 'catch-all', 'probes', 'system-nodes', 'system-node-high', 'workload-leader-election'].map(
    (name) => `${FLOW_CONTROL}/flowschemas/${name}`,
  ),
  ...['endpoint-controller', 'kube-controller-manager', 'service-accounts', 'global-default'].map(
    (name) => `${FLOW_CONTROL}/flowschemas/${name}`,
  ),
  SERVICE,
]

/** Polls until the response matches. A server creates its objects after it has started to serve. */
async function until(client: Client, path: string, isWanted: (response: Json) => boolean): Promise<Json> {
  for (;;) {
    const { status, body } = await client.get(path)
    if (isWanted({ status, ...body })) return body
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const isThere = ({ kind }: Json) => kind !== 'Status'

onEveryEngine('the objects of every server', (client) => {
  it('exist, as if clients had created them', async () => {
    for (const path of SYSTEM_OBJECTS) {
      const object = await until(client, path, isThere)
      const replaced = await client.put(path, object)
      assert.equal(replaced.status, 200, replaced.text)
      assert.deepEqual(replaced.body, object, path)
    }
  })

  it('include a service for the server itself, with the first service address', async () => {
    const { metadata, spec } = await until(client, SERVICE, isThere)
    assert.deepEqual(metadata.labels, { component: 'apiserver', provider: 'kubernetes' })
    assert.equal(spec.clusterIP, '10.96.0.1')
    const [{ targetPort, ...port }] = spec.ports
    assert.deepEqual(port, { name: 'https', protocol: 'TCP', port: 443 })
    const other = { metadata: { name: 'other' }, spec: { clusterIP: '10.96.0.1', ports: [{ port: 80 }] } }
    const taken = await client.post('/api/v1/namespaces/default/services', other)
    assert.equal(taken.status, 422)
    assert.match(taken.body.message, /provided IP is already allocated/)
    const endpoints = await client.get(ENDPOINTS)
    // A machine without a network has no external address.
    if (endpoints.status === 404) return
    const slice = await until(client, SLICE, isThere)
    assert.equal(endpoints.body.subsets[0].ports[0].port, targetPort)
    assert.deepEqual(slice.endpoints[0].addresses, [endpoints.body.subsets[0].addresses[0].ip])
    for (const path of [ENDPOINTS, SLICE]) {
      const { body } = await client.get(path)
      const replaced = await client.put(path, body)
      assert.deepEqual(replaced.body, body)
    }
  })

  it('are restored if they are deleted, and the service and its endpoints if they are changed', async () => {
    for (const path of [
      SERVICE,
      `${FLOW_CONTROL}/flowschemas/exempt`,
      '/api/v1/namespaces/kube-node-lease',
    ]) {
      const { metadata } = await until(client, path, isThere)
      assert.equal((await client.delete(path)).status, 200)
      await until(client, path, (response) => isThere(response) && response.metadata.uid !== metadata.uid)
    }
    const body = await until(client, SERVICE, isThere)
    const [port] = body.spec.ports
    await client.put(SERVICE, { ...body, spec: { ...body.spec, ports: [{ ...port, targetPort: 1 }] } })
    await until(client, SERVICE, ({ spec }) => spec.ports[0].targetPort === port.targetPort)
  })

  it('include priority levels and flow schemas, which are restored unless a client has taken them over', async () => {
    const path = `${FLOW_CONTROL}/flowschemas/probes`
    const schema = await until(client, path, isThere)
    const changed = { ...schema, spec: { ...schema.spec, matchingPrecedence: 50 } }
    const { status } = await client.put(path, changed)
    assert.equal(status, 200)
    const restored = await until(client, path, ({ metadata }) => metadata.generation === 3)
    assert.equal(restored.spec.matchingPrecedence, 2)
    const annotations = { 'apf.kubernetes.io/autoupdate-spec': 'false' }
    const { metadata } = restored
    await client.put(path, { ...changed, metadata: { ...metadata, annotations } })
    await client.delete(`${FLOW_CONTROL}/flowschemas/system-nodes`)
    await until(client, `${FLOW_CONTROL}/flowschemas/system-nodes`, isThere)
    assert.equal((await client.get(path)).body.spec.matchingPrecedence, 50)
  })

  it('cannot be deleted if everything depends on them', async () => {
    for (const name of ['default', 'kube-public', 'kube-system']) {
      await until(client, `/api/v1/namespaces/${name}`, isThere)
      const { status, body } = await client.delete(`/api/v1/namespaces/${name}`)
      assert.equal(status, 403)
      assert.equal(body.message, `namespaces "${name}" is forbidden: this namespace may not be deleted`)
    }
    const path = '/apis/scheduling.k8s.io/v1/priorityclasses/system-node-critical'
    const { status, body } = await client.delete(path)
    assert.equal(status, 403)
    assert.equal(
      body.message,
      'priorityclasses.scheduling.k8s.io "system-node-critical" is forbidden: this is a system priority class and cannot be deleted',
    )
  })
})

for (const { name, skip, makeHome } of DURABLE_ENGINES) {
  describe(`the objects of a restarted server, ${name}`, { skip }, () => {
    it('are the same, except for the port of the server', async (t) => {
      const home = await makeHome()
      t.after(() => home.remove())
      const start = () => createServer({ ...home.options, port: 0, logLevel: 'silent' })
      const first = await start()
      const before = new Client(first.url)
      const objects = await Promise.all(SYSTEM_OBJECTS.map((path) => until(before, path, isThere)))
      await first.close()
      const second = await start()
      t.after(() => second.close())
      const after = new Client(second.url)
      const { port } = new URL(second.url)
      await until(after, SERVICE, ({ spec }) => String(spec.ports[0].targetPort) === port)
      for (const [index, path] of SYSTEM_OBJECTS.entries()) {
        const { body } = await after.get(path)
        assert.equal(body.metadata.uid, objects[index].metadata.uid)
        if (path !== SERVICE) assert.deepEqual(body, objects[index])
      }
    })
  })
}
