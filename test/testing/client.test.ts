import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { defineKind } from '#index.js'
import { ApiStatusError, startTestServer, type TestServerOptions } from '#testing.js'
import { temporaryFolder } from '../support/temporary-folder.js'

async function started(t: TestContext, options: TestServerOptions = {}) {
  const server = await startTestServer(options)
  t.after(() => server.close())
  return server
}

const Ship = defineKind({
  group: 'fleet.example.com',
  kind: 'Ship',
  versions: {
    v1: {
      schema: {
        type: 'object',
        properties: {
          spec: { type: 'object', properties: { port: { type: 'string' } }, required: ['port'] },
          status: { type: 'object', properties: { afloat: { type: 'boolean' } } },
        },
        required: ['spec'],
      },
    },
  },
} as const)

const isStatus = (code: number, reason: string) => (error: unknown) =>
  error instanceof ApiStatusError && error.code === code && error.reason === reason

describe('the typed client', () => {
  it('creates, reads, replaces and deletes', async (t) => {
    const { client } = await started(t)
    const made = await client.create({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'a', namespace: 'test' },
      data: { x: '1' },
    })
    assert.equal(made.metadata.namespace, 'test')
    const replaced = await client.replace({ ...made, data: { x: '2' } })
    assert.deepEqual(replaced.data, { x: '2' })
    await assert.rejects(client.replace(made), isStatus(409, 'Conflict'))
    assert.deepEqual(await client.get('v1', 'ConfigMap', 'test', 'a'), replaced)
    await client.delete('v1', 'ConfigMap', 'test', 'a')
    await assert.rejects(client.get('v1', 'ConfigMap', 'test', 'a'), isStatus(404, 'NotFound'))
  })

  it('ignores the namespace of kinds without one, and uses default where none is given', async (t) => {
    const { client } = await started(t)
    await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'test' } })
    assert.equal((await client.get('v1', 'Namespace', 'x', 'test')).status.phase, 'Active')
    await client.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } })
    assert.equal((await client.get('v1', 'Secret', undefined, 'a')).metadata.namespace, 'default')
  })

  it('lists with selectors and in pages, with the type of each object', async (t) => {
    const { client } = await started(t)
    for (const name of ['a', 'b', 'c'])
      await client.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name, labels: { name } } })
    const first = await client.list('v1', 'Secret', { namespace: 'default', limit: 2 })
    assert.deepEqual(
      first.items.map(({ kind, metadata }) => [kind, metadata.name]),
      [
        ['Secret', 'a'],
        ['Secret', 'b'],
      ],
    )
    const rest = await client.list('v1', 'Secret', {
      namespace: 'default',
      continue: first.metadata.continue,
    })
    assert.equal(rest.items.length, 1)
    const selected = await client.list('v1', 'Secret', { labelSelector: 'name in (a,c)' })
    assert.equal(selected.items.length, 2)
  })

  it('patches in every format, and subresources', async (t) => {
    const { client } = await started(t)
    await client.create({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: '1' } })
    const patch = (...args: [object, ...object[]]) =>
      client.patch('v1', 'ConfigMap', 'default', 'a', ...(args as [object]))
    assert.deepEqual((await patch({ data: { y: '2' } })).data, { x: '1', y: '2' })
    const remove = [{ op: 'remove', path: '/data/x' }]
    assert.deepEqual((await patch(remove, { type: 'json' })).data, { y: '2' })
    assert.deepEqual((await patch({ data: { y: null } }, { type: 'strategic' })).data, undefined)
    assert.deepEqual((await patch({ data: { z: '3' } }, { dryRun: true })).data, { z: '3' })
    assert.deepEqual((await patch({ metadata: {} })).data, undefined)
  })

  it('applies as a manager, and reports conflicts', async (t) => {
    const { client } = await started(t)
    const of = (x: string) =>
      ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x } }) as const
    await client.apply(of('1'), { fieldManager: 'one' })
    await assert.rejects(client.apply(of('2'), { fieldManager: 'two' }), isStatus(409, 'Conflict'))
    const forced = await client.apply(of('2'), { fieldManager: 'two', force: true })
    assert.deepEqual(
      forced.metadata.managedFields?.map(({ manager }) => manager),
      ['two'],
    )
  })

  it('watches until the signal or the end of the loop', async (t) => {
    const { client } = await started(t)
    await client.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } })
    const stop = new AbortController()
    const seen: string[] = []
    for await (const { type, object } of client.watch('v1', 'Secret', {
      namespace: 'default',
      signal: stop.signal,
    })) {
      seen.push(`${type} ${object.metadata.name}`)
      if (seen.length === 1) await client.delete('v1', 'Secret', 'default', 'a')
      else stop.abort()
    }
    assert.deepEqual(seen, ['ADDED a', 'DELETED a'])
    for await (const { type } of client.watch('v1', 'Namespace')) {
      assert.equal(type, 'ADDED')
      break
    }
    const refused = client.watch('v1', 'Secret', { labelSelector: '=' })
    await assert.rejects(refused.next(), isStatus(400, 'BadRequest'))
  })

  it('knows the kinds of the server', async (t) => {
    const server = await startTestServer({ kinds: [Ship] })
    t.after(() => server.close())
    const made = await server.client.create({
      apiVersion: 'fleet.example.com/v1',
      kind: 'Ship',
      metadata: { name: 'sun' },
      spec: { port: 'Riga' },
    })
    await server.client.updateStatus({ ...made, status: { afloat: true } })
    const { spec, status } = await server.get('fleet.example.com/v1', 'Ship', 'default', 'sun')
    assert.deepEqual([spec.port.length, status?.afloat], [4, true])
    await assert.rejects(
      server.client.get('fleet.example.com/v1', 'Boat', undefined, 'a'),
      /no matches for kind "Boat" in version "fleet.example.com\/v1"/,
    )
  })

  it('acts for an administrator, or for a user', async (t) => {
    const server = await started(t, { users: { ann: ['dev'] } })
    assert.ok((await server.client.list('v1', 'Namespace')).items.length > 0)
    await assert.rejects(server.clientFor('ann').list('v1', 'Secret'), isStatus(403, 'Forbidden'))
    assert.throws(() => server.clientFor('bob'), /there is no user "bob"/)
  })

  it('connects to a self-signed server', async (t) => {
    const { path: dataDir, remove } = await temporaryFolder()
    t.after(remove)
    const server = await started(t, { tls: { selfSigned: true }, dataDir, users: { ann: ['dev'] } })
    await server.client.create({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } })
    for await (const { object } of server.client.watch('v1', 'Secret', { namespace: 'default' })) {
      assert.equal(object.metadata.name, 'a')
      break
    }
    assert.equal((await server.as('ann')('/api/v1/secrets')).status, 403)
  })
})

describe('get', () => {
  it('reads an object without a request', async (t) => {
    const server = await started(t, { users: { ann: ['dev'] } })
    await server.load({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { x: '1' } })
    const { kind, data } = await server.get('v1', 'ConfigMap', 'default', 'a')
    assert.deepEqual([kind, data], ['ConfigMap', { x: '1' }])
    await assert.rejects(server.get('v1', 'ConfigMap', 'default', 'b'), isStatus(404, 'NotFound'))
  })

  it('reads it in the wanted version', async (t) => {
    const server = await started(t)
    const of = (scaleTargetRef: object) => ({ scaleTargetRef, maxReplicas: 3 })
    await server.load({
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'a' },
      spec: of({ kind: 'Deployment', name: 'web', apiVersion: 'apps/v1' }),
    })
    for (const apiVersion of ['autoscaling/v1', 'autoscaling/v2'] as const) {
      const scaler = await server.get(apiVersion, 'HorizontalPodAutoscaler', 'default', 'a')
      assert.equal(scaler.apiVersion, apiVersion)
    }
  })
})
