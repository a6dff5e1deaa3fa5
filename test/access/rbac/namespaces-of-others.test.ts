import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { created, grant, startAccessServer, type UserClient } from '#test/support/servers/access-server.js'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = '/apis/example.com/v1'
const RULE = { apiGroups: ['example.com'], resources: ['namespaces'], verbs: ['*'] }

async function define(admin: UserClient, scope: 'Namespaced' | 'Cluster'): Promise<void> {
  await created(
    admin.post(DEFINITIONS, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'namespaces.example.com' },
      spec: {
        group: 'example.com',
        scope,
        names: { plural: 'namespaces', kind: 'Space' },
        versions: [
          { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
        ],
      },
    }),
  )
}

describe('a custom resource with the plural "namespaces"', () => {
  it('is namespaced like any other: permissions in a namespace do not apply to an object of that name elsewhere', async (t) => {
    const { as, server } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await define(admin, 'Namespaced')
    await server.settled()
    await grant(admin, 'b', 'spaces', [RULE], 'ann')
    await created(admin.post('/api/v1/namespaces', { metadata: { name: 'a' } }))
    for (const namespace of ['a', 'b']) {
      for (const name of ['a', 'b']) {
        const body = { apiVersion: 'example.com/v1', kind: 'Space', metadata: { name } }
        await created(admin.post(`${GROUP}/namespaces/${namespace}/namespaces`, body))
      }
    }
    for (const name of ['a', 'b']) {
      const refused = await ann.get(`${GROUP}/namespaces/a/namespaces/${name}`)
      assert.equal(refused.status, 403)
      assert.match(refused.body.message, /in API group "example.com" in the namespace "a"$/)
      assert.equal((await ann.delete(`${GROUP}/namespaces/a/namespaces/${name}`)).status, 403)
      assert.equal((await ann.get(`${GROUP}/namespaces/b/namespaces/${name}`)).status, 200)
    }
  })

  it('is cluster-scoped if its definition says so', async (t) => {
    const { as, server } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await define(admin, 'Cluster')
    await server.settled()
    await grant(admin, 'b', 'spaces', [RULE], 'ann')
    await created(
      admin.post(`${GROUP}/namespaces`, {
        apiVersion: 'example.com/v1',
        kind: 'Space',
        metadata: { name: 'b' },
      }),
    )
    assert.equal((await admin.get(`${GROUP}/namespaces/b`)).status, 200)
    const refused = await ann.get(`${GROUP}/namespaces/b`)
    assert.equal(refused.status, 403)
    assert.match(refused.body.message, /in API group "example.com" at the cluster scope$/)
  })
})

describe('a namespace', () => {
  it('is covered by the permissions in it, even if it does not exist', async (t) => {
    const { as } = await startAccessServer(t)
    const [admin, ann] = [as('admin'), as('ann')]
    await grant(admin, 'b', 'itself', [{ apiGroups: [''], resources: ['namespaces'], verbs: ['get'] }], 'ann')
    assert.equal((await ann.get('/api/v1/namespaces/b')).status, 200)
    assert.equal((await ann.get('/api/v1/namespaces/a')).status, 403)
    const elsewhere = await ann.get('/apis/example.org/v1/namespaces/b')
    assert.match(elsewhere.body.message, /at the cluster scope$/)
  })
})
