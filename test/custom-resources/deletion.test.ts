import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createServer } from '#index.js'
import { startTestServer } from '#testing.js'
import { Client } from '../support/client.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { conditionsOf, DEFINITIONS, define, definition, MERGE, object, pathOf } from './support.js'

const HOLD = { finalizers: ['example.com/hold'] }
const RELEASE = { metadata: { finalizers: null } }
const BOATS = `${DEFINITIONS}/boats.example.com`

async function withBoats(client: Client): Promise<void> {
  await client.post('/api/v1/namespaces', { metadata: { name: 'default' } })
  await define(client, definition('boats', 'Boat'))
}

describe('the deletion of a definition', () => {
  it('waits for objects with finalizers, and rejects new ones', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    await withBoats(client)
    await client.post(pathOf('boats'), object('Boat', 'held', {}, HOLD))
    await client.post(pathOf('boats'), object('Boat', 'free'))
    const deleted = await client.delete(BOATS)
    assert.equal(conditionsOf(deleted.body).Terminating, 'True')
    await server.settled()
    const { body } = await client.get(BOATS)
    const terminating = body.status.conditions.find(({ type }: { type: string }) => type === 'Terminating')
    assert.equal(terminating.reason, 'InstanceDeletionInProgress')
    assert.deepEqual(
      (await client.get(pathOf('boats'))).body.items.map(
        ({ metadata }: { metadata: { name: string } }) => metadata.name,
      ),
      ['held'],
    )
    const apply = { 'content-type': 'application/apply-patch+yaml' }
    const creates = [
      client.post(pathOf('boats'), object('Boat', 'late')),
      client.post(`${pathOf('boats')}?dryRun=All`, object('Boat', 'late')),
      client.post(pathOf('boats'), object('Boat', undefined, {}, { generateName: 'late-' })),
      client.post(pathOf('boats'), 'not an object at all'),
      client.send('PATCH', `${pathOf('boats', 'late')}?fieldManager=x`, object('Boat', 'late'), apply),
      client.send(
        'PATCH',
        `${pathOf('boats', 'late')}?fieldManager=x&dryRun=All`,
        object('Boat', 'late'),
        apply,
      ),
    ]
    for (const { status, body } of await Promise.all(creates)) {
      assert.deepEqual(
        [status, body.reason, body.message, body.details],
        [
          405,
          'MethodNotAllowed',
          'create not allowed while custom resource definition is terminating',
          { group: 'example.com', kind: 'boats' },
        ],
      )
    }
    const { body: listed } = await client.get('/apis/example.com/v1')
    assert.deepEqual(listed.resources[0].verbs, ['delete', 'deletecollection', 'get', 'list', 'watch'])
    assert.equal((await client.post(DEFINITIONS, definition('boats', 'Boat'))).status, 409)
    assert.equal((await client.send('PATCH', pathOf('boats', 'held'), RELEASE, MERGE)).status, 200)
    await server.settled()
    assert.equal((await client.get(BOATS)).status, 404)
    assert.equal((await client.get(pathOf('boats'))).status, 404)
    assert.equal((await client.get('/apis/example.com')).status, 404)
    await define(client, definition('boats', 'Boat'))
    assert.deepEqual((await client.get(pathOf('boats'))).body.items, [])
  })

  it('leaves the objects of a built-in kind of that name alone', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    const roles = '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles'
    assert.equal((await client.post(roles, { metadata: { name: 'a' } })).status, 201)
    const { spec } = definition('roles', 'Role')
    const group = 'rbac.authorization.k8s.io'
    await define(client, {
      metadata: {
        name: `roles.${group}`,
        annotations: { 'api-approved.kubernetes.io': 'https://github.com/kubernetes/kubernetes/pull/1' },
      },
      spec: { ...spec, group },
    })
    await server.settled()
    assert.equal((await client.delete(`${DEFINITIONS}/roles.${group}`)).status, 200)
    await server.settled()
    assert.equal((await client.get(`${DEFINITIONS}/roles.${group}`)).status, 404)
    assert.equal((await client.get(`${roles}/a`)).status, 200)
  })

  it('deletes many objects, each with a watch event', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    await withBoats(client)
    const names = Array.from({ length: 60 }, (_, index) => `boat-${index}`)
    await Promise.all(names.map((name) => client.post(pathOf('boats'), object('Boat', name))))
    const { body } = await client.get(pathOf('boats'))
    const from = body.metadata.resourceVersion
    const watch = client.watch(`${pathOf('boats')}?watch=true&resourceVersion=${from}`, names.length)
    await client.delete(BOATS)
    await server.settled()
    assert.equal((await client.get(BOATS)).status, 404)
    // A watch ends when its kind becomes terminating; the rest is in the history until the kind is gone.
    for (const { type } of await watch) assert.equal(type, 'DELETED')
  })

  it('continues after a restart', async () => {
    const folder = await temporaryFolder()
    const start = () =>
      createServer({ storage: 'embedded', dataDir: folder.path, port: 0, logLevel: 'silent' })
    try {
      let server = await start()
      let client = new Client(server.url)
      await withBoats(client)
      await client.post(pathOf('boats'), object('Boat', 'held', { size: 7 }, HOLD))
      await client.delete(BOATS)
      await server.settled()
      await server.close()

      server = await start()
      client = new Client(server.url)
      const read = await client.get(pathOf('boats', 'held'))
      assert.equal(read.body.spec.size, 7)
      await client.send('PATCH', pathOf('boats', 'held'), RELEASE, MERGE)
      await server.settled()
      assert.equal((await client.get(BOATS)).status, 404)
      await server.close()
    } finally {
      await folder.remove()
    }
  })
})

describe('names of definitions', () => {
  it('are given to waiting definitions when they become free', async (t) => {
    const server = await startTestServer()
    t.after(() => server.close())
    const client = new Client(server.url)
    await withBoats(client)
    const second = await define(client, definition('ships', 'Boat', undefined, { listKind: 'ShipList' }))
    assert.deepEqual(conditionsOf(second), { NamesAccepted: 'False', Established: 'False' })
    const third = await define(client, definition('rafts', 'Raft', undefined, { shortNames: ['boats', 'r'] }))
    assert.equal(conditionsOf(third).NamesAccepted, 'False')
    assert.equal((await client.get(pathOf('ships'))).status, 404)
    await client.delete(BOATS)
    await server.settled()
    for (const name of ['ships', 'rafts']) {
      const { body } = await client.get(`${DEFINITIONS}/${name}.example.com`)
      assert.deepEqual(conditionsOf(body), { NamesAccepted: 'True', Established: 'True' })
      assert.equal((await client.get(pathOf(name))).status, 200)
    }
  })
})
