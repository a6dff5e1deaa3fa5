import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { DependentList } from '#protocol/dependents.js'
import { startTestServer } from '#testing.js'
import { Client, type Json } from '../support/client.js'
import { grant, startAccessServer } from '../support/servers/access-server.js'

const DEPENDENTS = '/binnacle/v1/dependents'
const MAPS = '/api/v1/namespaces/one/configmaps'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/one/deployments'

async function owned(client: Client, name: string, ...owners: readonly Json[]): Promise<Json> {
  const ownerReferences = owners.map(({ apiVersion, kind, metadata: { name, uid } }) => ({
    apiVersion,
    kind,
    name,
    uid,
  }))
  const { status, body, text } = await client.post(MAPS, { metadata: { name, ownerReferences } })
  assert.equal(status, 201, text)
  return body
}

async function dependentsOf(client: Client, path: string): Promise<DependentList> {
  const { status, body, text } = await client.get(DEPENDENTS + path)
  assert.equal(status, 200, text)
  return body
}

describe('the dependents of an object', async () => {
  const server = await startTestServer({ simulateWorkloads: true })
  after(() => server.close())
  const client = new Client(server.url)

  it('are all that it owns, owners first, in the version that clients prefer', async () => {
    await client.post(DEPLOYMENTS, {
      metadata: { name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'web' } },
        template: {
          metadata: { labels: { app: 'web' } },
          spec: { containers: [{ name: 'c', image: 'nginx' }] },
        },
      },
    })
    await server.settled()
    const { kind, items, hidden, contents } = await dependentsOf(client, `${DEPLOYMENTS}/web`)
    assert.deepEqual([kind, hidden, contents], ['DependentList', 0, []])
    assert.deepEqual(
      items.map((item) => `${item.apiVersion} ${item.kind} ${item.collected}`),
      ['apps/v1 ReplicaSet true', 'v1 Pod true', 'v1 Pod true'],
    )
    assert.deepEqual(items[1]?.owners, [items[0]?.uid])
    const other = await dependentsOf(client, '/apis/extensions/v1beta1/namespaces/one/deployments/web')
    assert.deepEqual(other.items, items)
  })

  it('stay if another owner stays', async () => {
    const [first, second] = [await owned(client, 'first'), await owned(client, 'second')]
    const both = await owned(client, 'both', first, second)
    await owned(client, 'below', both)
    const own = await owned(client, 'own', first)
    await owned(client, 'diamond', own, first)
    const { items } = await dependentsOf(client, `${MAPS}/first`)
    const collected = Object.fromEntries(items.map((item) => [item.name, item.collected]))
    assert.deepEqual(collected, { both: false, below: false, own: true, diamond: true })
  })

  it('of a namespace and of a CustomResourceDefinition are counted', async () => {
    const { contents } = await dependentsOf(client, '/api/v1/namespaces/one')
    const counts = Object.fromEntries(contents.map(({ resource, count }) => [resource, count]))
    assert.deepEqual([counts.deployments, counts.pods, counts.configmaps], [1, 2, 7])
  })

  it('and the objects of all kinds are counted, where the user may list them', async (t) => {
    const countsOf = async (from: Client, query = '') => {
      const { status, body } = await from.get(`/binnacle/v1/counts${query}`)
      assert.deepEqual([status, body?.kind], [200, 'CountList'])
      return Object.fromEntries(body.items.map(({ resource, count }: Json) => [resource, count]))
    }
    const all = await countsOf(client)
    assert.deepEqual([all.deployments, all.pods, all.jobs], [1, 2, 0])
    assert.equal((await countsOf(client, '?namespace=two')).pods, 0)
    const { as } = await startAccessServer(t)
    const rule = { verbs: ['list'], apiGroups: [''], resources: ['configmaps'] }
    await grant(as('admin'), 'one', 'maps', [rule], 'ann')
    await owned(as('admin'), 'first')
    assert.deepEqual(await countsOf(as('ann')), {})
    assert.deepEqual(await countsOf(as('ann'), '?namespace=one'), { configmaps: 1 })
  })

  it('of an object that is not there are not found', async () => {
    assert.equal((await client.get(`${DEPENDENTS}${MAPS}/nothing`)).status, 404)
    assert.equal((await client.get(DEPENDENTS + MAPS)).status, 405)
    assert.equal((await client.delete(`${DEPENDENTS}${MAPS}/first`)).status, 405)
    assert.equal((await client.get(DEPENDENTS)).status, 404)
  })

  it('that the user may not get are hidden', async (t) => {
    const { as } = await startAccessServer(t)
    const rule = { verbs: ['get'], apiGroups: [''], resources: ['configmaps'] }
    await grant(as('admin'), 'one', 'maps', [rule], 'ann')
    const first = await owned(as('admin'), 'first')
    await owned(as('admin'), 'second', first)
    const { apiVersion, kind, metadata } = first
    await as('admin').post('/api/v1/namespaces/one/secrets', {
      metadata: {
        name: 'secret',
        ownerReferences: [{ apiVersion, kind, name: metadata.name, uid: metadata.uid }],
      },
    })
    const { items, hidden } = await dependentsOf(as('ann'), `${MAPS}/first`)
    assert.deepEqual([items.map(({ name }) => name), hidden], [['second'], 1])
    assert.equal((await as('ben').get(`${DEPENDENTS}${MAPS}/first`)).status, 403)
  })
})
