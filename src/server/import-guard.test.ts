import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SharedStorage } from '#cache/shared-storage.fixture.js'
import { put } from '#storage/contract.fixture.js'
import type { Storage } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import {
  DEPLOYMENTS,
  deployment,
  INGRESSES,
  ingress,
  REPLICASETS,
  replicaSet,
} from '#test/support/objects.js'
import { serverOn } from '#test/support/servers/server-on.js'
import { IMPORT_MARK, ImportMark } from '#transfer/import-mark.js'

/** The beginning of an import, and its end. */
const begin = (storage: Storage) => ImportMark.create(storage, { digest: 'sha256:0', records: 9 })

describe('a server on a store with an unfinished import', () => {
  it('does not start, and lets go of the store', async (t) => {
    const storage = openMemoryStorage()
    await begin(storage)
    await assert.rejects(serverOn(storage, t), {
      name: 'StartError',
      message: /^an import into this store is unfinished \(0 of 9 records\); if .* again with the same file$/,
    })
    await assert.rejects(storage.get(IMPORT_MARK), { name: 'StorageUnavailable' })
  })
})

describe('a server during an import into its store', () => {
  it('serves no objects until the import is finished, and says why', async (t) => {
    const storage = openMemoryStorage()
    const { client } = await serverOn(storage, t)
    assert.equal((await client.post(INGRESSES, ingress('a'))).status, 201)

    const mark = await begin(storage)
    for (const response of [
      await client.get(INGRESSES),
      await client.get(`${INGRESSES}/a`),
      await client.get(`${INGRESSES}?watch=true`),
      await client.post(INGRESSES, ingress('b')),
      await client.delete(`${INGRESSES}/a`),
    ]) {
      assert.equal(response.status, 503, response.text)
      assert.equal(response.body.reason, 'ServiceUnavailable')
      assert.match(response.body.message, /^an import into this store is unfinished/)
    }
    assert.equal((await client.get('/readyz')).status, 500)
    assert.match((await client.get('/readyz?verbose')).text, /store/)
    assert.equal((await client.get('/livez')).status, 200)
    assert.equal((await client.get('/apis')).status, 200)

    await mark.remove()
    assert.equal((await client.get(`${INGRESSES}/a`)).status, 200)
    assert.equal((await client.get(`${INGRESSES}/b`)).status, 404)
    assert.equal((await client.get('/readyz')).status, 200)
  })

  it('ends watches when it begins, so that no client is shown a part', async (t) => {
    const storage = openMemoryStorage()
    const { server } = await serverOn(storage, t)
    const watch = await fetch(`${server.url}${INGRESSES}?watch=true`)
    await begin(storage)
    await put(storage, { type: 'create', key: 'extensions/ingresses/test/a', value: stored('a') })
    assert.equal(await watch.text(), '')
  })

  it('rejects reads that have waited for the store while it began', async (t) => {
    const storage = new SharedStorage()
    const { client } = await serverOn(storage, t)
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const { currentRevision } = storage
    const asked = new Promise<void>((resolve) => {
      storage.currentRevision = async () => {
        resolve()
        await held
        return currentRevision.call(storage)
      }
    })
    const { revision } = await storage.range('')
    const reads = [
      client.get(INGRESSES),
      client.get(`${INGRESSES}/a`),
      client.get(`${INGRESSES}?resourceVersion=${revision + 2}`),
    ]
    await asked
    await begin(storage)
    await put(storage, { type: 'create', key: 'extensions/ingresses/test/a', value: stored('a') })
    letGo()
    for (const { status, body } of await Promise.all(reads)) {
      assert.equal(status, 503)
      assert.match(body.message, /^an import into this store is unfinished/)
    }
  })

  it('takes no dependent for an orphan because its owner is imported later', async (t) => {
    const source = openMemoryStorage()
    const first = await serverOn(source, t)
    const owner = (await first.client.post(DEPLOYMENTS, deployment('owner'))).body
    const { uid, name } = owner.metadata
    const dependent = replicaSet('dependent')
    dependent.metadata.ownerReferences = [{ apiVersion: 'extensions/v1beta1', kind: 'Deployment', name, uid }]
    const orphan = replicaSet('orphan')
    orphan.metadata.ownerReferences = [
      { apiVersion: 'extensions/v1beta1', kind: 'Deployment', name, uid: 'gone' },
    ]
    await first.client.post(REPLICASETS, dependent)

    const target = openMemoryStorage()
    const { server, client } = await serverOn(target, t)
    const mark = await begin(target)
    for (const key of ['extensions/replicasets/test/dependent', 'extensions/deployments/test/owner']) {
      const value = (await source.get(key))?.value
      assert.ok(value !== undefined, key)
      await put(target, { type: 'create', key, value })
      await server.settled()
    }
    await mark.remove()
    await server.settled()
    assert.equal((await client.get(`${REPLICASETS}/dependent`)).status, 200)
    // And sees to orphans again.
    assert.equal((await client.post(REPLICASETS, orphan)).status, 201)
    await server.settled()
    assert.equal((await client.get(`${REPLICASETS}/orphan`)).status, 404)
  })
})

function stored(name: string): Buffer {
  return Buffer.from(JSON.stringify({ kind: 'Ingress', metadata: { name, resourceVersion: '' } }))
}
