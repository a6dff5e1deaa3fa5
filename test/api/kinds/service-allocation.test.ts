import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Client, type Json } from '#test/support/client.js'
import { onEveryEngine } from '#test/support/server.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { startTestServer } from '#testing.js'

const SERVICES = '/api/v1/namespaces/test/services'
const MERGE = { 'content-type': 'application/merge-patch+json' }

const service = (name: string, spec: Json = {}): Json => ({
  metadata: { name },
  spec: { ports: [{ port: 80 }], ...spec },
})

const addressesOf = (responses: readonly { body: Json }[]) => responses.map(({ body }) => body.spec.clusterIP)
const nodePortOf = ({ body }: { body: Json }): number => body.spec.ports[0].nodePort

onEveryEngine('allocations of services', (client) => {
  it('concurrent services get different addresses and ports', async () => {
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        client.post(SERVICES, service(`at-once-${index}`, { type: 'NodePort' })),
      ),
    )
    for (const { status, text } of responses) assert.equal(status, 201, text)
    assert.equal(new Set(addressesOf(responses)).size, responses.length)
    assert.equal(new Set(responses.map(nodePortOf)).size, responses.length)
  })

  it('of many services that request the same address and port, exactly one is created', async () => {
    const wish = { type: 'NodePort', clusterIP: '10.96.0.77', ports: [{ port: 80, nodePort: 30_007 }] }
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => client.post(SERVICES, service(`wishes-${index}`, wish))),
    )
    const made = responses.filter(({ status }) => status === 201)
    assert.equal(made.length, 1)
    for (const { status, body } of responses) {
      if (status === 201) continue
      assert.equal(status, 422)
      assert.match(body.message, /failed to allocate IP 10\.96\.0\.77: provided IP is already allocated$/)
    }
  })

  it('the address and ports of a deleted service are free', async () => {
    const wish = { type: 'NodePort', clusterIP: '10.96.0.78', ports: [{ port: 80, nodePort: 30_008 }] }
    for (const name of ['first', 'second']) {
      const { status, text } = await client.post(SERVICES, service(name, wish))
      assert.equal(status, 201, text)
      assert.equal((await client.delete(`${SERVICES}/${name}`)).status, 200)
    }
  })

  it('a service with a finalizer keeps its address until it is deleted', async () => {
    const held = service('held', { clusterIP: '10.96.0.79' })
    held.metadata.finalizers = ['example.com/hold']
    assert.equal((await client.post(SERVICES, held)).status, 201)
    await client.delete(`${SERVICES}/held`)
    const other = service('other', { clusterIP: '10.96.0.79' })
    assert.equal((await client.post(SERVICES, other)).status, 422)
    await client.send('PATCH', `${SERVICES}/held`, { metadata: { finalizers: null } }, MERGE)
    assert.equal((await client.post(SERVICES, other)).status, 201)
  })

  it('a change of the type allocates and releases what the type needs', async () => {
    const ports = [{ port: 80, nodePort: 30_009 }]
    await client.post(SERVICES, service('changing', { type: 'NodePort', ports }))
    const plain = await client.send('PATCH', `${SERVICES}/changing`, { spec: { type: 'ClusterIP' } }, MERGE)
    assert.deepEqual([plain.status, nodePortOf(plain)], [200, undefined])
    const { status, text } = await client.post(SERVICES, service('taking', { type: 'NodePort', ports }))
    assert.equal(status, 201, text)
    const back = { spec: { type: 'NodePort', ports } }
    const taken = await client.send('PATCH', `${SERVICES}/changing`, back, MERGE)
    assert.equal(taken.body.message, TAKEN)
  })

  it('a dry run allocates nothing', async () => {
    const wish = { clusterIP: '10.96.0.80' }
    const tried = await client.post(`${SERVICES}?dryRun=All`, service('tried', wish))
    assert.deepEqual([tried.status, tried.body.spec.clusterIP], [201, '10.96.0.80'])
    assert.equal((await client.post(SERVICES, service('tried', wish))).status, 201)
    assert.equal((await client.post(SERVICES, service('again', wish))).status, 422)
    // A dry run does not look for a free address, and shows one outside of those that are allocated.
    assert.equal((await client.post(`${SERVICES}?dryRun=All`, service('again', wish))).status, 201)
    const { body } = await client.post(`${SERVICES}?dryRun=All`, service('shown', { type: 'NodePort' }))
    assert.deepEqual([body.spec.clusterIP, body.spec.ports[0].nodePort], ['10.96.0.0', 32_769])
  })

  it('ports of the same number share a node port, and keep it on replace', async () => {
    const ports = [
      { name: 'tcp', port: 53 },
      { name: 'udp', port: 53, protocol: 'UDP' },
    ]
    const { body } = await client.post(SERVICES, service('dns', { type: 'NodePort', ports }))
    const [first, second] = body.spec.ports
    assert.equal(first.nodePort, second.nodePort)
    const replaced = await client.put(`${SERVICES}/dns`, service('dns', { type: 'NodePort', ports }))
    assert.equal(replaced.text, JSON.stringify(body))
  })

  it('addresses and ports outside the ranges are rejected', async () => {
    const outside = await client.post(SERVICES, service('outside', { clusterIP: '10.95.0.1' }))
    assert.match(outside.body.message, /the provided network does not match the current range$/)
    const path = `${SERVICES}?dryRun=All`
    const tried = await client.post(path, service('outside', { clusterIP: '10.95.0.1' }))
    assert.match(tried.body.message, /The range of valid IPs is 10\.96\.0\.0\/12$/)
    const checked = { type: 'LoadBalancer', externalTrafficPolicy: 'Local' }
    const { body } = await client.post(SERVICES, service('checked', checked))
    assert.ok(body.spec.healthCheckNodePort >= 30_000)
    const wish = { ...checked, healthCheckNodePort: body.spec.healthCheckNodePort }
    assert.equal((await client.post(SERVICES, service('checked-too', wish))).status, 422)
  })

  it('a health check port that cannot be taken is the fault of the client', async () => {
    const local = (healthCheckNodePort: number) => ({
      type: 'LoadBalancer',
      externalTrafficPolicy: 'Local',
      healthCheckNodePort,
    })
    const { body } = await client.post(SERVICES, service('health', local(30_017)))
    assert.equal(body.spec.healthCheckNodePort, 30_017)
    for (const [port, why] of [
      [30_017, /: provided port is already allocated$/],
      [80, /: provided port is not in the valid range\. The range of valid ports is 30000-32767$/],
    ] as const) {
      const { status, body } = await client.post(SERVICES, service('health-too', local(port)))
      assert.equal(status, 422)
      assert.equal(body.details.causes[0].field, 'spec.healthCheckNodePort')
      assert.match(body.message, why)
    }
  })

  it('an update in which two ports share a node port is the fault of the client', async () => {
    const ports = (nodePort?: number) => [
      { name: 'a', port: 80, nodePort: 30_018 },
      { name: 'b', port: 81, nodePort },
    ]
    await client.post(SERVICES, service('sharing', { type: 'NodePort', ports: ports() }))
    const { status, body } = await client.put(
      `${SERVICES}/sharing`,
      service('sharing', { type: 'NodePort', ports: ports(30_018) }),
    )
    assert.equal(status, 422)
    assert.deepEqual(body.details.causes, [
      { reason: 'FieldValueDuplicate', message: 'Duplicate value: 30018', field: 'spec.ports[1].nodePort' },
    ])
  })
})

const TAKEN =
  'Service "changing" is invalid: spec.ports[0].nodePort: Invalid value: 30009: provided port is already allocated'

it('allocations of services survive a restart', async (t) => {
  const { path, remove } = await temporaryFolder()
  const options = { storage: 'embedded', dataDir: path } as const
  const wish = { clusterIP: '10.96.0.81' }
  const first = await startTestServer(options)
  assert.equal((await new Client(first.url).post(SERVICES, service('before', wish))).status, 201)
  await first.close()
  const second = await startTestServer(options)
  t.after(async () => {
    await second.close()
    await remove()
  })
  const client = new Client(second.url)
  assert.equal((await client.post(SERVICES, service('after', wish))).status, 422)
  await client.delete(`${SERVICES}/before`)
  assert.equal((await client.post(SERVICES, service('after', wish))).status, 201)
})
