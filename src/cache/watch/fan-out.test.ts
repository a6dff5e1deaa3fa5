import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Collection } from '#cache/collection.js'
import { EVERY_FIELD } from '#selector/field-selector.js'
import { EVERYTHING } from '#selector/label-selector.js'
import type { Change, Revision } from '#storage/contract.js'
import { yieldToEventLoop } from '#util/event-loop.js'
import { Watcher } from './watcher.js'

const PREFIX = '/things/'
const COUNT = 100

const encoder = {
  frame: (type: string, object: { readonly revision: Revision }) => Buffer.from(`${type} ${object.revision}`),
  get following() {
    return encoder
  },
}

const change = (at: number, namespace = 'a'): Change => ({
  key: `${PREFIX}${namespace}/thing-${at}`,
  revision: at as Revision,
  value: Buffer.from(`{"metadata":{"name":"thing-${at}","resourceVersion":"","creationTimestamp":null}}`),
  previous: undefined,
})

/** Takes a millisecond of the processor. */
function work(): void {
  const end = performance.now() + 1
  while (performance.now() < end);
}

interface Client {
  readonly watcher: Watcher
  readonly received: string[]
}

async function watching(collection: Collection, namespace?: string, onSend = work): Promise<Client> {
  const received: string[] = []
  const selection = { namespace, labels: EVERYTHING, fields: EVERY_FIELD, includeUninitialized: true }
  const send = (frames: readonly Buffer[]) => {
    onSend()
    received.push(...frames.map(String))
    return true
  }
  const watcher = new Watcher(selection, 1 as Revision, encoder, { send, drained: () => undefined })
  collection.attach(watcher)
  await watcher.goLive()
  return { watcher, received }
}

const many = (collection: Collection, namespace?: string) =>
  Promise.all(Array.from({ length: COUNT }, () => watching(collection, namespace)))

async function settled(collection: Collection, at: number): Promise<void> {
  while (collection.notifiedUpTo(at as Revision) < at) await yieldToEventLoop()
}

describe('many watchers of a collection', () => {
  it('are notified in slices, each of everything in order', async () => {
    const collection = new Collection(PREFIX, 1 as Revision)
    const clients = [...(await many(collection)), ...(await many(collection, 'a'))]
    collection.apply([change(2)])
    const first = clients.filter(({ received }) => received.length > 0)
    assert.ok(first.length > 0 && first.length < clients.length / 2, `${first.length} were notified at once`)
    // Writes go on meanwhile.
    collection.apply([change(3)])
    collection.apply([change(4), change(5, 'b')])
    await settled(collection, 5)
    for (const { watcher, received } of clients) {
      const all = ['ADDED 2', 'ADDED 3', 'ADDED 4']
      assert.deepEqual(received, watcher.selection.namespace === undefined ? [...all, 'ADDED 5'] : all)
    }
  })

  it('do not count as notified before all of them are', async () => {
    const collection = new Collection(PREFIX, 1 as Revision)
    await many(collection)
    assert.equal(collection.notifiedUpTo(7 as Revision), 7)
    collection.apply([change(8)])
    collection.apply([change(9)])
    assert.equal(collection.notifiedUpTo(9 as Revision), 7)
    await settled(collection, 9)
    assert.equal(collection.notifiedUpTo(12 as Revision), 12)
  })

  it('receive all earlier events before they are closed, and others stay open', async () => {
    const collection = new Collection(PREFIX, 1 as Revision)
    const clients = await many(collection)
    collection.apply([change(2)])
    collection.apply([change(3)])
    collection.closeWatchers()
    const later = await watching(collection)
    collection.apply([change(4)])
    await settled(collection, 4)
    for (const { watcher, received } of clients) {
      assert.deepEqual(received, ['ADDED 2', 'ADDED 3'])
      assert.ok(!watcher.isOpen)
    }
    assert.ok(later.watcher.isOpen)
    // Its client asked for everything behind the first revision, which the collection still has.
    assert.deepEqual(later.received, ['ADDED 4'])
  })

  it('are notified at once where they are few, also when one of them fails or closes another', async () => {
    const collection = new Collection(PREFIX, 1 as Revision)
    const fails = await watching(collection, undefined, () => {
      throw new Error('a frame that cannot be sent')
    })
    const closes = await watching(collection, undefined, () => closed.watcher.close())
    const closed = await watching(collection)
    const last = await watching(collection)
    collection.apply([change(2)])
    assert.deepEqual(last.received, ['ADDED 2'])
    assert.deepEqual(closes.received, ['ADDED 2'])
    assert.deepEqual(closed.received, [])
    assert.ok(!fails.watcher.isOpen)
  })

  it('make no one wait for a watcher that is added meanwhile', async () => {
    const collection = new Collection(PREFIX, 1 as Revision)
    await many(collection)
    collection.apply([change(2)])
    const recent = collection.recentEvents(1 as Revision) ?? []
    const late = await watching(collection)
    await late.watcher.replayEvents(recent)
    collection.apply([change(3)])
    await settled(collection, 3)
    assert.deepEqual(late.received, ['ADDED 2', 'ADDED 3'])
  })
})
