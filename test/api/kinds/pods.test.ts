import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onEveryEngine } from '#test/support/server.js'

const PODS = '/api/v1/namespaces/test/pods'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const STRATEGIC = { 'content-type': 'application/strategic-merge-patch+json' }

const pod = (name: string, spec: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: { app: name } },
  spec: { containers: [{ name: 'main', image: 'web:1' }], ...spec },
})
const binding = (name: string, node: string) => ({
  apiVersion: 'v1',
  kind: 'Binding',
  metadata: { name },
  target: { kind: 'Node', name: node },
})
const eviction = (name: string) => ({ apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } })

onEveryEngine('pods', (client) => {
  it('get defaults that templates do not have', async () => {
    const resources = { limits: { cpu: '1' }, requests: { memory: '1Gi' } }
    const ports = [{ containerPort: 80 }]
    const containers = [{ name: 'main', image: 'web', ports, resources }]
    const { body } = await client.post(PODS, pod('complete', { hostNetwork: true, containers }))
    const [main] = body.spec.containers
    assert.deepEqual(main.resources.requests, { cpu: '1', memory: '1Gi' })
    assert.equal(main.ports[0].hostPort, 80)
    assert.equal(body.spec.enableServiceLinks, true)
    assert.equal(body.spec.priority, 0)
    assert.deepEqual(body.status, { phase: 'Pending', qosClass: 'Burstable' })
  })

  it('can be replaced by clients that omit the fields that the server set', async () => {
    await client.post(PODS, pod('replaced'))
    const image = { containers: [{ name: 'main', image: 'web:2' }] }
    const { status, body } = await client.put(`${PODS}/replaced`, pod('replaced', image))
    assert.equal(status, 200)
    assert.equal(body.spec.tolerations.length, 2)
    assert.equal(body.metadata.generation, 2)
  })

  it('are bound to a node once', async () => {
    await client.post(PODS, pod('bound'))
    const bound = await client.post(`${PODS}/bound/binding`, binding('bound', 'n1'))
    assert.equal(bound.status, 201)
    assert.equal(bound.body.status, 'Success')
    const { body } = await client.get(`${PODS}/bound`)
    assert.equal(body.spec.nodeName, 'n1')
    assert.equal(body.status.conditions[0].type, 'PodScheduled')
    const again = await client.post(`${PODS}/bound/binding`, binding('bound', 'n2'))
    assert.equal(again.status, 409)
    assert.match(again.body.message, /pod bound is already assigned to node "n1"/)
    const elsewhere = { ...binding('bound', 'n1'), target: { kind: 'Pod' } }
    assert.equal((await client.post(`${PODS}/bound/binding`, elsewhere)).status, 422)
  })

  it('on a node are deleted after a grace period, which can only be shortened', async () => {
    await client.post(PODS, pod('graceful', { nodeName: 'n1' }))
    const path = `${PODS}/graceful`
    assert.equal((await client.delete(path)).body.metadata.deletionGracePeriodSeconds, 30)
    const labelled = await client.send('PATCH', path, { metadata: { labels: { a: '1' } } }, MERGE)
    assert.equal(labelled.body.metadata.deletionGracePeriodSeconds, 30)
    assert.equal((await client.delete(path)).body.metadata.deletionGracePeriodSeconds, 30)
    const now = await client.delete(`${path}?gracePeriodSeconds=0`)
    assert.equal(now.body.metadata.deletionGracePeriodSeconds, 0)
    assert.equal((await client.get(path)).status, 404)
  })

  it('that are terminated are deleted at once', async () => {
    await client.post(PODS, pod('ended', { nodeName: 'n1' }))
    await client.send('PATCH', `${PODS}/ended/status`, { status: { phase: 'Succeeded' } }, MERGE)
    await client.delete(`${PODS}/ended`)
    assert.equal((await client.get(`${PODS}/ended`)).status, 404)
  })

  it('are kept by finalizers after their grace period', async () => {
    const held = pod('held')
    await client.post(PODS, { ...held, metadata: { ...held.metadata, finalizers: ['example.com/hold'] } })
    assert.equal((await client.delete(`${PODS}/held`)).status, 200)
    assert.equal((await client.get(`${PODS}/held`)).body.metadata.deletionGracePeriodSeconds, 0)
    await client.send('PATCH', `${PODS}/held`, { metadata: { finalizers: null } }, MERGE)
    assert.equal((await client.get(`${PODS}/held`)).status, 404)
  })

  it('are deleted by an eviction', async () => {
    await client.post(PODS, pod('evicted'))
    const { status, body } = await client.post(`${PODS}/evicted/eviction`, eviction('evicted'))
    assert.equal(status, 201)
    assert.equal(body.status, 'Success')
    assert.equal((await client.get(`${PODS}/evicted`)).status, 404)
    assert.equal((await client.post(`${PODS}/evicted/eviction`, eviction('evicted'))).status, 404)
    await client.post(PODS, pod('before'))
    const before = { ...eviction('before'), apiVersion: 'policy/v1beta1' }
    assert.equal((await client.post(`${PODS}/before/eviction`, before)).status, 201)
  })

  it('get ephemeral containers, which cannot be removed', async () => {
    await client.post(PODS, pod('watched'))
    const path = `${PODS}/watched/ephemeralcontainers`
    const join = (container: object) =>
      client.send('PATCH', path, { spec: { ephemeralContainers: [container] } }, STRATEGIC)
    const joined = await join({ name: 'look', image: 'tools', targetContainerName: 'main' })
    assert.equal(joined.status, 200)
    assert.equal(joined.body.spec.ephemeralContainers.length, 1)
    assert.equal((await join({ name: 'look', image: 'other' })).status, 422)
    assert.equal((await join({ name: 'more', image: 'a', targetContainerName: 'nobody' })).status, 422)
    const { body } = await client.get(path)
    const removal = await client.put(path, { ...body, spec: { ...body.spec, ephemeralContainers: [] } })
    assert.match(removal.body.message, /may not be removed/)
    const ignored = await client.send('PATCH', path, { spec: { restartPolicy: 'Never' } }, STRATEGIC)
    assert.equal(ignored.body.spec.restartPolicy, 'Always')
  })

  it('are resized without changing anything else', async () => {
    const sized = (cpu: string) => ({
      containers: [{ name: 'main', resources: { requests: { cpu }, limits: { cpu: '2' } } }],
    })
    const containers = [{ name: 'main', image: 'web:1', ...sized('1').containers[0] }]
    await client.post(PODS, pod('sized', { containers }))
    const path = `${PODS}/sized/resize`
    const resized = await client.send('PATCH', path, { spec: sized('1500m') }, STRATEGIC)
    assert.equal(resized.body.spec.containers[0].resources.requests.cpu, '1500m')
    const other = { containers: [{ name: 'main', image: 'web:2' }] }
    const kept = await client.send('PATCH', path, { spec: other }, STRATEGIC)
    assert.equal(kept.body.spec.containers[0].image, 'web:1')
    assert.equal((await client.send('PATCH', `${PODS}/sized`, { spec: sized('1') }, STRATEGIC)).status, 422)
  })

  it('do not run here, and subresources of a running pod are rejected', async () => {
    await client.post(PODS, pod('still'))
    for (const [method, door] of [
      ['GET', 'log'],
      ['POST', 'exec?command=ls'],
      ['POST', 'attach'],
      ['GET', 'portforward'],
      ['DELETE', 'proxy'],
    ] as const) {
      const { status, body } = await client.send(method, `${PODS}/still/${door}`, undefined, {})
      assert.equal(status, 501, door)
      assert.equal(body.message, 'this server runs no pods')
    }
    assert.equal((await client.get(`${PODS}/nobody/log`)).status, 404)
  })

  it('have their address in podIP and podIPs', async () => {
    await client.post(PODS, pod('addressed'))
    const report = (status: object) => client.send('PATCH', `${PODS}/addressed/status`, { status }, MERGE)
    assert.deepEqual((await report({ podIP: '10.0.0.1' })).body.status.podIPs, [{ ip: '10.0.0.1' }])
    const both = await report({ podIP: null, podIPs: [{ ip: '10.0.0.2' }, { ip: 'fd00::1' }] })
    assert.equal(both.body.status.podIP, '10.0.0.2')
  })
})
