import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { kinds } from '#kinds/index.js'
import { Client, type Json } from '#test/support/client.js'
import { onEveryEngine } from '#test/support/server.js'
import { startTestServer } from '#testing.js'

const API_SERVICES = '/apis/apiregistration.k8s.io/v1/apiservices'
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const MANAGED = 'kube-aggregator.kubernetes.io/automanaged'
const MERGE = { 'content-type': 'application/merge-patch+json' }
const REMOTE = { namespace: 'apis', name: 'boats' }

const definition = (group: string, ...versions: readonly string[]) => ({
  metadata: { name: `boats.${group}` },
  spec: {
    group,
    scope: 'Namespaced',
    names: { plural: 'boats', kind: 'Boat' },
    versions: versions.map((name, index) => ({
      ...{ name, served: true, storage: index === 0 },
      schema: { openAPIV3Schema: { type: 'object' } },
    })),
  },
})

const apiService = (group: string, spec: Json = {}, metadata: Json = {}) => ({
  metadata: { name: `v1.${group}`, ...metadata },
  spec: { group, version: 'v1', groupPriorityMinimum: 2000, versionPriority: 20, ...spec },
})

const pathOf = (name: string) => `${API_SERVICES}/${name}`
const exists = ({ kind }: Json) => kind === 'APIService'
const isGone = ({ code }: Json) => code === 404

/** Polls until the response matches. The server writes its objects after the change that they follow. */
async function until(client: Client, name: string, isWanted: (body: Json) => boolean): Promise<Json> {
  for (;;) {
    const { body } = await client.get(pathOf(name))
    if (isWanted(body)) return body
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

async function created(client: Client, path: string, object: object): Promise<Json> {
  const { status, body, text } = await client.post(path, object)
  assert.equal(status, 201, text)
  return body
}

async function patched(client: Client, path: string, change: Json): Promise<Json> {
  const { status, body, text } = await client.send('PATCH', path, change, MERGE)
  assert.equal(status, 200, text)
  return body
}

onEveryEngine('the APIServices of a server', (client) => {
  it('are those of the versions that it serves itself, and are always available', async () => {
    const served = kinds
      .flatMap(({ versions }) => versions)
      .filter(({ discoverable, served }) => discoverable && served)
    const names = new Set(served.map(({ group, version }) => `${version}.${group}`))
    assert.equal(names.delete('v1.apiregistration.k8s.io'), true)
    await Promise.all([...names].map((name) => until(client, name, exists)))
    const { body } = await client.get(API_SERVICES)
    assert.deepEqual(body.items.map(({ metadata }: Json) => metadata.name).sort(), [...names].sort())
    for (const { metadata, spec, status } of body.items) {
      assert.deepEqual(metadata.labels, { [MANAGED]: 'onstart' })
      assert.equal(`${spec.version}.${spec.group ?? ''}`, metadata.name)
      const [{ lastTransitionTime, ...condition }] = status.conditions
      assert.equal(lastTransitionTime, metadata.creationTimestamp)
      assert.deepEqual(condition, {
        type: 'Available',
        status: 'True',
        reason: 'Local',
        message: 'Local APIServices are always available',
      })
    }
  })

  it('are as if clients had created them, with the priorities of Kubernetes', async () => {
    for (const [name, groupPriorityMinimum, versionPriority] of [
      ['v1.', 18_000, 1],
      ['v1.apps', 17_800, 15],
      ['v2.autoscaling', 17_500, 30],
      ['v1.flowcontrol.apiserver.k8s.io', 16_100, 21],
      ['v1beta1.extensions', 17_150, 9],
    ] as const) {
      const object = await until(client, name, exists)
      const { spec } = object
      assert.deepEqual(
        [spec.groupPriorityMinimum, spec.versionPriority],
        [groupPriorityMinimum, versionPriority],
      )
      const replaced = await client.put(pathOf(name), object)
      assert.deepEqual(replaced.body, object, replaced.text)
    }
  })

  it('come first among the groups of discovery', async () => {
    const { body } = await client.get('/apis')
    assert.equal(body.groups[0].name, 'apiregistration.k8s.io')
    const { body: resources } = await client.get('/apis/apiregistration.k8s.io/v1')
    const [{ name, singularName, namespaced, shortNames, categories }] = resources.resources
    assert.deepEqual(
      [name, singularName, namespaced, shortNames, categories],
      ['apiservices', 'apiservice', false, undefined, ['api-extensions']],
    )
  })

  it('appear and disappear with the versions of custom resources', async () => {
    await created(client, DEFINITIONS, definition('life.example.com', 'v1', 'v1beta1'))
    for (const version of ['v1', 'v1beta1']) {
      const { metadata, spec } = await until(client, `${version}.life.example.com`, exists)
      assert.deepEqual(metadata.labels, { [MANAGED]: 'true' })
      assert.deepEqual(spec, {
        ...{ group: 'life.example.com', version },
        ...{ groupPriorityMinimum: 1000, versionPriority: 100 },
      })
    }
    const [v1] = definition('life.example.com', 'v1').spec.versions
    await patched(client, `${DEFINITIONS}/boats.life.example.com`, { spec: { versions: [v1] } })
    await until(client, 'v1beta1.life.example.com', isGone)
    assert.equal((await client.get(pathOf('v1.life.example.com'))).status, 200)
    assert.equal((await client.delete(`${DEFINITIONS}/boats.life.example.com`)).status, 200)
    await until(client, 'v1.life.example.com', isGone)
  })

  it('stay as long as one kind of the version is served', async () => {
    await created(client, DEFINITIONS, definition('two.example.com', 'v1'))
    const ships = definition('two.example.com', 'v1')
    await created(client, DEFINITIONS, {
      metadata: { name: 'ships.two.example.com' },
      spec: { ...ships.spec, names: { plural: 'ships', kind: 'Ship' } },
    })
    const { metadata } = await until(client, 'v1.two.example.com', exists)
    await client.delete(`${DEFINITIONS}/boats.two.example.com`)
    const { body } = await client.get(pathOf('v1.two.example.com'))
    assert.equal(body.metadata.uid, metadata.uid)
    await client.delete(`${DEFINITIONS}/ships.two.example.com`)
    await until(client, 'v1.two.example.com', isGone)
  })

  it('are restored if they are deleted or changed', async () => {
    await created(client, DEFINITIONS, definition('kept.example.com', 'v1'))
    for (const name of ['v1.batch', 'v1.kept.example.com']) {
      const { metadata, spec } = await until(client, name, exists)
      assert.equal((await client.delete(pathOf(name))).status, 200)
      await until(client, name, (body) => exists(body) && body.metadata.uid !== metadata.uid)
      await patched(client, pathOf(name), { spec: { versionPriority: 99, service: REMOTE } })
      const restored = await until(client, name, ({ spec }) => spec.versionPriority !== 99)
      assert.deepEqual(restored.spec, spec)
      await patched(client, `${pathOf(name)}/status`, { status: { conditions: [] } })
      await until(client, name, ({ status }) => status.conditions?.[0]?.reason === 'Local')
    }
  })

  it('belong to a client that has removed the label, or has created them', async () => {
    await until(client, 'v1.node.k8s.io', exists)
    await patched(client, pathOf('v1.node.k8s.io'), { metadata: { labels: null } })
    await patched(client, pathOf('v1.node.k8s.io'), { spec: { versionPriority: 77 } })
    await created(client, API_SERVICES, apiService('own.example.com', { service: REMOTE }))
    await created(client, DEFINITIONS, definition('own.example.com', 'v1'))
    await client.delete(`${DEFINITIONS}/boats.own.example.com`)
    // What the server does now comes after it has seen both.
    await client.delete(pathOf('v1.storage.k8s.io'))
    await until(client, 'v1.storage.k8s.io', exists)
    const taken = await client.get(pathOf('v1.node.k8s.io'))
    assert.equal(taken.body.spec.versionPriority, 77)
    const own = await client.get(pathOf('v1.own.example.com'))
    assert.deepEqual(own.body.spec.service, { ...REMOTE, port: 443 })
    assert.notEqual(own.body.status.conditions?.[0]?.reason, 'Local')
  })

  it('are deleted if they have the label but their version is not served', async () => {
    await created(client, API_SERVICES, apiService('lost.example.com', {}, { labels: { [MANAGED]: 'true' } }))
    await until(client, 'v1.lost.example.com', isGone)
  })

  it('of clients are available if they have no service, and otherwise keep what others report in their status', async () => {
    const local = await created(client, API_SERVICES, apiService('local.example.com'))
    assert.equal(local.status.conditions[0].reason, 'Local')
    const conditions = [{ type: 'Measured', status: 'False', reason: 'Slow', message: 'no answer' }]
    const remote = await created(client, API_SERVICES, {
      ...apiService('remote.example.com', { service: REMOTE }),
      status: { conditions },
    })
    assert.deepEqual(remote.status, {})
    const at = pathOf('v1.remote.example.com')
    const reported = await patched(client, `${at}/status`, {
      ...{ metadata: { labels: { a: 'b' } }, spec: { versionPriority: 1 } },
      status: { conditions },
    })
    assert.deepEqual([reported.metadata.labels, reported.spec], [undefined, remote.spec])
    assert.equal(reported.status.conditions[0].reason, 'Slow')
    const changed = await patched(client, at, { spec: { versionPriority: 21 }, status: null })
    assert.deepEqual(
      [changed.status.conditions[0], changed.metadata.generation],
      [reported.status.conditions[0], undefined],
    )
    await patched(client, at, { spec: { service: null } })
    const available = await until(client, 'v1.remote.example.com', ({ status }) =>
      status.conditions.some(({ reason }: Json) => reason === 'Local'),
    )
    const types = available.status.conditions.map(({ type }: Json) => type)
    assert.equal(types.filter((type: string) => type === 'Available').length, 1)
    const { resourceVersion: _, ...metadata } = available.metadata
    const unversioned = await client.put(at, { ...available, metadata })
    assert.equal(unversioned.status, 422)
    assert.match(unversioned.body.message, /metadata\.resourceVersion: .*must be specified for an update$/)
  })

  it('are named after version and group', async () => {
    const { status, body } = await client.post(API_SERVICES, {
      ...apiService('named.example.com'),
      metadata: { name: 'v2.named.example.com' },
    })
    assert.equal(status, 422)
    assert.equal(
      body.message,
      'APIService.apiregistration.k8s.io "v2.named.example.com" is invalid: metadata.name: Invalid value: "v2.named.example.com": must be `spec.version+"."+spec.group`: "v1.named.example.com"',
    )
  })
})

describe('the APIServices of a server without the controller for system objects', () => {
  it('are those of clients', async (t) => {
    const server = await startTestServer({ controllers: ['*', '-system-objects'] })
    t.after(() => server.close())
    const client = new Client(server.url)
    await server.settled()
    assert.deepEqual((await client.get(API_SERVICES)).body.items, [])
  })
})
