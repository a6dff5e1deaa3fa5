import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Operation, StorageUnavailable, type WriteOutcome } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { alteredStorage } from '#test/support/altered-storage.js'
import type { Client } from '#test/support/client.js'
import { INGRESSES, ingress } from '#test/support/objects.js'
import { onEveryEngine } from '#test/support/server.js'
import { serverOn } from '#test/support/servers/server-on.js'
import { nextTurn } from '#util/event-loop.js'

const namesIn = async (client: Client, collection: string): Promise<string[]> => {
  const { body } = await client.get(`${collection}?includeUninitialized=true`)
  return body.items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)
}

onEveryEngine('the deletion of a collection', (client) => {
  const partly = (name: string) => {
    const body = ingress(name)
    body.metadata.initializers = { pending: [{ name: 'first.example.com' }] }
    return body
  }
  const left: Readonly<Record<string, readonly string[]>> = {
    '': [],
    '?includeUninitialized=true': [],
    '?includeUninitialized=false': ['half'],
    '?includeUninitialized=false&watch=true': ['half'],
    '?watch=true&timeoutSeconds=60': [],
    '?fieldSelector=metadata.name%3Dhalf': ['whole'],
    '?fieldSelector=metadata.name%3Dhalf&includeUninitialized=0': ['half', 'whole'],
  }
  for (const [index, [query, names]] of Object.entries(left).entries()) {
    it(`with ${query || 'no query'} leaves ${names.join(' and ') || 'nothing'}`, async () => {
      const collection = INGRESSES.replace('/test/', `/collection-${index}/`)
      assert.equal((await client.post(collection, partly('half'))).status, 202)
      assert.equal((await client.post(collection, ingress('whole'))).status, 201)
      const { status, body } = await client.delete(`${collection}${query}`)
      assert.equal(status, 200)
      assert.equal(body.kind, 'Status')
      assert.deepEqual(await namesIn(client, collection), names)
    })
  }

  it('rejects a timeout that is not a number', async () => {
    const { status, body } = await client.delete(`${INGRESSES}?timeoutSeconds=soon`)
    assert.equal(status, 400)
    assert.match(body.message, /parsing "soon": invalid syntax/)
  })
})

describe('the deletion of a collection on a store that fails', () => {
  const COUNT = 200
  /** A server with many objects, on a store that calls back before each write. */
  async function crowded(t: Parameters<typeof serverOn>[1]) {
    const inner = openMemoryStorage()
    const gate: { before: (operations: readonly Operation[]) => Promise<void> } = {
      before: async () => undefined,
    }
    const write = async (operations: readonly Operation[]): Promise<WriteOutcome> => {
      await gate.before(operations)
      return inner.write(operations)
    }
    const { client } = await serverOn(alteredStorage(inner, { write }), t)
    for (let index = 0; index < COUNT; index++) await client.post(INGRESSES, ingress(`i-${index}`))
    return { client, gate }
  }

  it('stops after the first failure, and does nothing after the response', async (t) => {
    const { client, gate } = await crowded(t)
    let writes = 0
    gate.before = async () => {
      writes++
      if (writes === 20) throw new StorageUnavailable('the disk is full')
      await nextTurn()
    }
    const { status, body } = await client.delete(INGRESSES)
    assert.equal(status, 503)
    assert.match(body.message, /the disk is full/)
    const begun = writes
    const names = await namesIn(client, INGRESSES)
    assert.ok(names.length > COUNT / 2, `${names.length} are left`)
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    assert.equal(writes, begun)
    assert.deepEqual(await namesIn(client, INGRESSES), names)
  })

  it('gets 504 after its timeout, and stops', async (t) => {
    const { client, gate } = await crowded(t)
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let writes = 0
    gate.before = () => {
      writes++
      return held
    }
    const { status, body } = await client.delete(`${INGRESSES}?timeoutSeconds=1`)
    assert.equal(status, 504)
    assert.equal(body.reason, 'Timeout')
    assert.match(body.message, /timeoutSeconds=1/)
    const begun = writes
    letGo()
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    assert.equal(writes, begun)
    assert.equal((await namesIn(client, INGRESSES)).length, COUNT - begun)
  })
})
