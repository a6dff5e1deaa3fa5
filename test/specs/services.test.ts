import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Json } from '../support/client.js'
import { rejection, STRATEGIC } from './support/typed-client.js'
import { withTypedClients } from './support/typed-suite.js'

const service = (name: string, spec: Json = {}, labels: Json = {}): Json => ({
  ...{ apiVersion: 'v1', kind: 'Service', metadata: { name, labels } },
  spec: { ports: [{ name: 'http', port: 80, protocol: 'TCP', targetPort: 8080 }], ...spec },
})
const TCP_AND_UDP = [
  { name: 'tcp-port', port: 80, protocol: 'TCP' },
  { name: 'udp-port', port: 80, protocol: 'UDP' },
]
const OUT_OF_RANGE = 40_000

withTypedClients('Services', (client) => {
  const everywhere = client.resource('v1', 'services')
  const services = everywhere.in('services')

  it('a list of all namespaces contains the Service', async () => {
    await services.create(service('found', { type: 'ClusterIP' }))
    const { items } = await everywhere.list()
    assert.ok(
      items.some(({ metadata }: Json) => metadata.name === 'found' && metadata.namespace === 'services'),
    )
  })

  it('its status is patched, updated and read, and the Service is deleted', async () => {
    const labels = { 'test-service-static': 'true' }
    const ports = [{ name: 'http', protocol: 'TCP', port: 80, targetPort: 80 }]
    await services.create(service('status', { type: 'LoadBalancer', ports }, labels))
    const watch = await services.watch({ labelSelector: 'test-service-static=true' })
    await watch.until(({ type }) => type === 'ADDED')
    const loadBalancer = { ingress: [{ ip: '203.0.113.1' }] }
    const patched = await services.patchStatus('status', {
      metadata: { annotations: { patchedstatus: 'true' } },
      status: { loadBalancer },
    })
    assert.equal(patched.metadata.annotations.patchedstatus, 'true')
    assert.equal(patched.status.loadBalancer.ingress[0].ip, '203.0.113.1')
    const condition = { type: 'StatusUpdate', status: 'True', reason: 'E2E', message: 'Set from e2e test' }
    const updated = await services.change(
      'status',
      ({ status }) => {
        status.conditions = [{ ...condition, lastTransitionTime: '2024-01-02T03:04:05Z' }]
      },
      'status',
    )
    assert.equal(updated.status.conditions[0].type, 'StatusUpdate')
    assert.equal((await services.get('status', 'status')).status.loadBalancer.ingress[0].ip, '203.0.113.1')
    const labelled = await services.patch(
      'status',
      { metadata: { labels: { 'test-service': 'patched' } } },
      STRATEGIC,
    )
    assert.equal(labelled.metadata.labels['test-service'], 'patched')
    await services.delete('status')
    await watch.until(({ type }) => type === 'DELETED')
    watch.stop()
  })

  it('Services are deleted as a collection', async () => {
    const labels = { 'e2e-test-service': 'delete' }
    for (const name of ['one', 'two', 'three']) await services.create(service(name, {}, labels))
    await services.create(service('four'))
    await services.deleteCollection({ labelSelector: 'e2e-test-service=delete' })
    assert.deepEqual(await services.names({ labelSelector: 'e2e-test-service' }), [])
    assert.ok((await services.names()).includes('four'))
  })

  it('no two Services have the same node port', async () => {
    const first = await services.create(service('port-one', { type: 'NodePort' }))
    const { nodePort } = first.spec.ports[0]
    assert.ok(nodePort >= 30_000 && nodePort <= 32_767)
    const second = service('port-two', { type: 'NodePort', ports: [{ port: 80, nodePort }] })
    await rejection(services.create(second), 422, new RegExp(`${nodePort}.*port is already allocated`))
    await services.delete('port-one')
    assert.equal((await services.create(second)).spec.ports[0].nodePort, nodePort)
  })

  it('a node port must be in the range, on create and on update', async () => {
    const refused = new RegExp(`${OUT_OF_RANGE}.*port is not in the valid range`)
    await services.create(service('range', { type: 'NodePort' }))
    const change = services.change('range', ({ spec }) => {
      spec.ports[0].nodePort = OUT_OF_RANGE
    })
    await rejection(change, 422, refused)
    const wrong = service('wrong', { type: 'NodePort', ports: [{ port: 80, nodePort: OUT_OF_RANGE }] })
    await rejection(services.create(wrong), 422, refused)
  })

  it('two protocols can share a node port', async () => {
    await services.create(service('protocols', { ports: [{ port: 80 }] }))
    const { spec } = await services.change('protocols', ({ spec }) => {
      spec.type = 'NodePort'
      spec.ports = TCP_AND_UDP
    })
    assert.equal(spec.ports.length, 2)
    for (const { nodePort } of spec.ports) assert.ok(nodePort > 0)
  })

  it('a Service can change its type and back', async () => {
    await services.create({
      ...service('types'),
      spec: { type: 'ExternalName', externalName: 'foo.example.com' },
    })
    const clustered = await services.change('types', ({ spec }) => {
      Object.assign(spec, { type: 'ClusterIP', externalName: '', ports: service('').spec.ports })
    })
    assert.match(clustered.spec.clusterIP, /^10\./)
    const exposed = await services.change('types', ({ spec }) => {
      spec.type = 'NodePort'
    })
    assert.equal(exposed.spec.clusterIP, clustered.spec.clusterIP)
    assert.ok(exposed.spec.ports[0].nodePort > 0)
    const named = await services.change('types', ({ spec }) => {
      Object.assign(spec, { type: 'ExternalName', externalName: 'foo.example.com' })
      delete spec.clusterIP
      delete spec.clusterIPs
      delete spec.ports[0].nodePort
    })
    assert.equal(named.spec.externalName, 'foo.example.com')
    assert.equal(named.spec.clusterIP ?? '', '')
    const again = await services.change('types', ({ spec }) => {
      Object.assign(spec, { type: 'NodePort', externalName: '' })
    })
    assert.ok(again.spec.ports[0].nodePort > 0)
  })

  it('the addresses of a deleted Service are reused, and none is assigned twice', async () => {
    const created = await services.create(service('address'))
    const { clusterIP, clusterIPs } = created.spec
    assert.deepEqual(clusterIPs, [clusterIP])
    const same = service('same', { clusterIP })
    await rejection(services.create(same), 422, /provided IP is already allocated/)
    await services.delete('address')
    assert.equal((await services.create(same)).spec.clusterIP, clusterIP)
  })
})

withTypedClients('Endpoints', (client) => {
  const everywhere = client.resource('v1', 'endpoints')

  it('one is created, updated, patched, listed in all namespaces, and deleted as a collection', async () => {
    const endpoints = everywhere.in('endpoints')
    const labels = { 'test-endpoint-static': 'true' }
    const port = (port: number) => ({ name: 'http', port, protocol: 'TCP' })
    const subset = { addresses: [{ ip: '10.0.0.24' }], ports: [port(80)] }
    const metadata = { name: 'testservice', labels }
    const selected = { labelSelector: 'test-endpoint-static=true' }
    const watch = await endpoints.watch(selected)
    await endpoints.create({ apiVersion: 'v1', kind: 'Endpoints', metadata, subsets: [subset] })
    assert.deepEqual((await everywhere.list(selected)).items[0].subsets[0].addresses, subset.addresses)
    await endpoints.change('testservice', (object) => {
      object.metadata.labels['test-service'] = 'updated'
    })
    const patch = {
      metadata: { labels: { 'test-service': 'patched' } },
      subsets: [{ addresses: [{ ip: '10.0.0.25' }], ports: [port(8080)] }],
    }
    const patched = await endpoints.patch('testservice', patch, STRATEGIC)
    assert.deepEqual(patched.subsets, patch.subsets)
    await endpoints.deleteCollection(selected)
    const types = (await watch.take(4)).map(({ type }) => type)
    assert.deepEqual(types, ['ADDED', 'MODIFIED', 'MODIFIED', 'DELETED'])
    watch.stop()
  })
})
