import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiResponse, Client, Json } from '#test/support/client.js'
import {
  DAEMONSETS,
  DEPLOYMENTS,
  daemonSet,
  deployment,
  INGRESSES,
  ingress,
  KINDS,
  REPLICASETS,
  replicaSet,
} from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'

/** Maximum milliseconds to poll for a change. */
const PATIENCE = 30_000

const MERGE_PATCH = { 'content-type': 'application/merge-patch+json' }

onEveryEngine('cascade', (client) => {
  for (const { path, make } of KINDS) {
    const { kind } = make('x')
    const name = `owner-${kind.toLowerCase()}`

    it(`${kind}: background deletion deletes its dependents`, async () => {
      const { body: owner } = await client.post(path, make(name))
      const dependent = await createOwned(client, `${name}-background`, owner)
      await client.delete(`${path}/${name}`, { propagationPolicy: 'Background' })
      await until(client, dependent, ({ status }) => status === 404)
    })

    it(`${kind}: foreground deletion waits for its dependents`, async () => {
      const { body: owner } = await client.post(path, make(name))
      const dependent = await createOwned(client, `${name}-foreground`, owner, ['example.com/hold'])
      await client.delete(`${path}/${name}`, { propagationPolicy: 'Foreground' })
      await until(client, dependent, ({ body }) => body.metadata.deletionTimestamp !== undefined)
      assert.deepEqual((await client.get(`${path}/${name}`)).body.metadata.finalizers, ['foregroundDeletion'])
      await client.send('PATCH', dependent, { metadata: { finalizers: null } }, MERGE_PATCH)
      await until(client, `${path}/${name}`, ({ status }) => status === 404)
    })

    it(`${kind}: orphaning keeps its dependents`, async () => {
      const { body: owner } = await client.post(path, make(name))
      const dependent = await createOwned(client, `${name}-orphan`, owner)
      await client.delete(`${path}/${name}?propagationPolicy=Orphan`)
      await until(client, `${path}/${name}`, ({ status }) => status === 404)
      const { body } = await client.get(dependent)
      assert.equal(body.metadata.ownerReferences, undefined)
      assert.equal(body.metadata.deletionTimestamp, undefined)
    })
  }

  it('deletecollection deletes dependents', async () => {
    const labels = { deleted: 'together' }
    const dependents = await Promise.all(
      ['one', 'two', 'three'].map(async (name) => {
        const made = ingress(name)
        made.metadata.labels = labels
        const { body } = await client.post(INGRESSES, made)
        return createOwned(client, `of-${name}`, body)
      }),
    )
    await client.delete(`${INGRESSES}?labelSelector=deleted%3Dtogether`)
    for (const dependent of dependents) await until(client, dependent, ({ status }) => status === 404)
  })

  it('an object whose owner does not exist can be read and changed until it is collected', async () => {
    const owner = {
      apiVersion: 'extensions/v1beta1',
      kind: 'Deployment',
      metadata: { name: 'never', uid: 'no-such-uid' },
    }
    const dependent = await createOwned(client, 'early', owner)
    assert.equal((await client.get(dependent)).status, 200)
    const changed = await client.send('PATCH', dependent, { metadata: { labels: { a: 'b' } } }, MERGE_PATCH)
    assert.equal(changed.status, 200)
    await until(client, dependent, ({ status }) => status === 404)
  })

  it('a dependent with another owner only loses the deleted one', async () => {
    const { body: one } = await client.post(DEPLOYMENTS, deployment('one'))
    const { body: two } = await client.post(DAEMONSETS, daemonSet('two'))
    const shared = replicaSet('shared')
    shared.metadata.ownerReferences = [referenceTo(one), referenceTo(two)]
    await client.post(REPLICASETS, shared)
    await client.delete(`${DEPLOYMENTS}/one`, { propagationPolicy: 'Background' })
    await until(client, `${REPLICASETS}/shared`, ({ body }) => body.metadata.ownerReferences.length === 1)
    const { body } = await client.get(`${REPLICASETS}/shared`)
    assert.equal(body.metadata.ownerReferences[0].uid, two.metadata.uid)
    assert.equal(body.metadata.deletionTimestamp, undefined)
  })
})

function referenceTo({ apiVersion, kind, metadata: { name, uid } }: Json): Json {
  return { apiVersion, kind, name, uid, blockOwnerDeletion: true }
}

/** Creates a dependent and returns its path. */
async function createOwned(
  client: Client,
  name: string,
  owner: Json,
  finalizers?: string[],
): Promise<string> {
  const dependent = replicaSet(name)
  dependent.metadata.ownerReferences = [referenceTo(owner)]
  dependent.metadata.finalizers = finalizers
  assert.equal((await client.post(REPLICASETS, dependent)).status, 201)
  return `${REPLICASETS}/${name}`
}

async function until(
  client: Client,
  path: string,
  wanted: (response: ApiResponse) => boolean,
): Promise<void> {
  const deadline = Date.now() + PATIENCE
  for (;;) {
    const response = await client.get(path)
    if (wanted(response)) return
    if (Date.now() > deadline) assert.fail(`${path} is still ${response.status} ${response.text}`)
    await sleep(5)
  }
}
