import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { CoreV1Api, KubeConfig } from '@kubernetes/client-node'
import { fail, type Snapshot, startTestServer } from '#testing.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const DEFINITION = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ships.fleet.example.com }
spec:
  group: fleet.example.com
  scope: Namespaced
  names: { kind: Ship, plural: ships }
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { port: { type: string } } } } }
`
const OBJECTS = `
apiVersion: fleet.example.com/v1
kind: Ship
metadata: { name: sun }
spec: { port: Riga }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 3
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: main, image: nginx }] }
`
const settings = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' } } as const

describe('each line of the sample in the testing guide', async () => {
  const folder = await temporaryFolder()
  after(folder.remove)
  before(async () => {
    for (const name of ['crds', 'fixtures']) await mkdir(join(folder.path, name))
    await writeFile(join(folder.path, 'crds/ships.yaml'), DEFINITION)
    await writeFile(join(folder.path, 'fixtures/objects.yaml'), OBJECTS)
  })
  const start = (options: { readonly users?: Record<string, readonly string[]> } = {}) =>
    startTestServer({
      crds: [join(folder.path, 'crds/')],
      objects: [join(folder.path, 'fixtures/*.yaml')],
      simulateWorkloads: true,
      seed: 1,
      ...options,
    })

  it('startTestServer loads definitions and objects, and the seed decides uids and names', async () => {
    const podsOf = async () => {
      await using server = await start()
      assert.equal((await server.get('fleet.example.com/v1', 'Ship', 'default', 'sun')).spec.port, 'Riga')
      const { items } = await server.client.list('v1', 'Pod', { namespace: 'default' })
      return items.map(({ metadata }) => [metadata.name, metadata.uid])
    }
    const pods = await podsOf()
    assert.equal(pods.length, 3)
    assert.deepEqual(await podsOf(), pods)
  })

  it('url, kubeconfig(user) and kubeconfigFile() connect any client', async () => {
    await using server = await start({ users: { ann: ['system:masters'] } })
    assert.equal((await fetch(`${server.url}/version`)).status, 200)
    const config = new KubeConfig()
    config.loadFromString(server.kubeconfig('ann'))
    const namespaces = await config.makeApiClient(CoreV1Api).listNamespace()
    assert.ok(namespaces.items.some(({ metadata }) => metadata?.name === 'default'))
    assert.equal(server.requests.filter({ verb: 'list', resource: 'namespaces' })[0]?.user, 'ann')
    assert.match(await readFile(server.kubeconfigFile(), 'utf8'), new RegExp(server.url))
  })

  it('settled() waits for everything that follows from earlier writes', async () => {
    await using server = await start()
    await server.client.patch('apps/v1', 'Deployment', 'default', 'web', { spec: { replicas: 5 } })
    await server.settled()
    assert.equal((await server.get('apps/v1', 'Deployment', 'default', 'web')).status?.readyReplicas, 5)
  })

  it('reset() brings the state after start back', async () => {
    await using server = await start()
    const { metadata } = await server.get('apps/v1', 'Deployment', 'default', 'web')
    await server.client.create(settings)
    await server.client.delete('apps/v1', 'Deployment', 'default', 'web')
    await server.reset()
    await assert.rejects(server.get('v1', 'ConfigMap', 'default', 'settings'), /not found/)
    assert.equal((await server.get('apps/v1', 'Deployment', 'default', 'web')).metadata.uid, metadata.uid)
  })

  it('fork() makes a second server with the same state, and neither sees writes of the other', async () => {
    await using server = await start()
    await server.client.create(settings)
    await using copy = await server.fork()
    await copy.client.delete('v1', 'ConfigMap', 'default', 'settings')
    await copy.client.patch('apps/v1', 'Deployment', 'default', 'web', { spec: { replicas: 1 } })
    assert.equal((await server.get('v1', 'ConfigMap', 'default', 'settings')).metadata.name, 'settings')
    assert.equal((await server.get('apps/v1', 'Deployment', 'default', 'web')).spec?.replicas, 3)
  })

  it('snapshot() and restore() also work by a file', async () => {
    await using server = await start()
    const saved: Snapshot = server.snapshot()
    const file = join(folder.path, 'state')
    await saved.save(file)
    for (const state of [saved, file]) {
      await server.client.create(settings)
      await server.restore(state)
      await assert.rejects(server.get('v1', 'ConfigMap', 'default', 'settings'), /not found/)
      assert.equal((await server.get('apps/v1', 'Deployment', 'default', 'web')).spec?.replicas, 3)
    }
  })

  it('clock.advance() moves timestamps and deadlines', async () => {
    await using server = await start()
    const { metadata } = await server.client.create(settings)
    await server.clock.advance('1h')
    const later = await server.client.create({ ...settings, metadata: { name: 'later' } })
    const hour = Date.parse(later.metadata.creationTimestamp) - Date.parse(metadata.creationTimestamp)
    assert.ok(hour >= 3_600_000 && hour < 3_660_000, String(hour))
  })

  it('faults.add() makes requests fail, and counts', async () => {
    await using server = await start()
    const fault = server.faults.add({ verb: 'patch', resource: 'deployments', times: 2 }, fail(409))
    const patch = () =>
      server.client.patch('apps/v1', 'Deployment', 'default', 'web', { spec: { replicas: 1 } })
    await assert.rejects(patch(), { code: 409 })
    await assert.rejects(patch(), { code: 409 })
    assert.equal((await patch()).spec.replicas, 1)
    assert.equal(fault.fired, 2)
  })

  it('requests.filter() says who sent what, and what came back; also as HAR', async () => {
    await using server = await start({ users: { ann: ['system:masters'] } })
    await server.clientFor('ann').create({ ...settings, data: { port: 'Riga' } })
    const [request, ...others] = server.requests.filter({ verb: 'create' })
    assert.deepEqual(others, [])
    assert.equal(request?.user, 'ann')
    assert.equal(request.requestBody.data.port, 'Riga')
    assert.equal(request.responseBody.metadata.name, 'settings')
    assert.equal(request.code, 201)
    assert.ok(Number(request.duration) >= 0)
    const [entry] = server.requests.toHar().log.entries
    assert.equal(entry?.request.method, 'POST')
  })

  it('get() and until() read objects with their types, without a client library', async () => {
    await using server = await start()
    const { spec } = await server.get('apps/v1', 'Deployment', 'default', 'web')
    const replicas: number | undefined = spec.replicas
    assert.equal(replicas, 3)
    const deployment = await server.until('deployment/web', (d) => d.status.readyReplicas === 3)
    assert.equal(deployment.metadata.name, 'web')
  })

  it('history() has every version: what changed, and who changed it', async () => {
    await using server = await start()
    await server.client.patch('apps/v1', 'Deployment', 'default', 'web', { spec: { replicas: 1 } })
    await server.settled()
    const scaled: unknown[] = []
    let versions = 0
    for await (const change of server.history('deployment/web')) {
      versions++
      for (const { path, before, after } of change.diff) {
        if (path === 'spec.replicas') scaled.push([change.type, change.manager, before, after])
      }
    }
    assert.deepEqual(scaled, [['MODIFIED', 'binnacle-testing', 3, 1]])
    assert.ok(versions > 2)
  })
})
