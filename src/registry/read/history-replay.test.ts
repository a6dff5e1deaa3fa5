import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, put } from '#storage/contract.fixture.js'
import type { ChangeListener, Feed, Revision } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { alteredStorage } from '#test/support/altered-storage.js'
import { INGRESSES } from '#test/support/objects.js'
import { serverOn } from '#test/support/servers/server-on.js'
import { watchEvents } from '#test/support/stream.js'
import { nextTurn } from '#util/event-loop.js'

const stored = (name: string) =>
  create(
    `extensions/ingresses/test/${name}`,
    JSON.stringify({ kind: 'Ingress', metadata: { name, namespace: 'test', resourceVersion: '' } }),
  )

describe('the replay of history', () => {
  it('closes its feed also when all was replayed before the feed was handed over', async (t) => {
    const inner = openMemoryStorage()
    for (const name of ['a', 'b', 'c']) await put(inner, stored(name))
    let isOpen = false
    const handedOver: (() => void)[] = []
    const follow = async (after: Revision, listener: ChangeListener, prefix = ''): Promise<Feed> => {
      const feed = await inner.follow(after, listener, prefix)
      if (prefix === '') return feed
      isOpen = true
      feed.ended.then(() => {
        isOpen = false
      })
      // The store delays the rest of the call.
      await new Promise<void>((resolve) => handedOver.push(resolve))
      return feed
    }
    const { server } = await serverOn(alteredStorage(inner, { follow }), t)
    const events = await watchEvents(`${server.url}${INGRESSES}?watch=true&resourceVersion=1`, 3)
    assert.deepEqual(
      events.map(({ type, object }) => `${type} ${object.metadata.name}`),
      ['ADDED a', 'ADDED b', 'ADDED c'],
    )
    await nextTurn()
    assert.equal(handedOver.length, 1)
    for (const handOver of handedOver) handOver()
    for (let turn = 0; turn < 100 && isOpen; turn++) await nextTurn()
    assert.equal(isOpen, false)
  })

  it('ends the watch when the store ends the feed', { timeout: 30_000 }, async (t) => {
    const inner = openMemoryStorage()
    await put(inner, stored('a'))
    const follow = async (after: Revision, listener: ChangeListener, prefix = ''): Promise<Feed> =>
      prefix === '' ? inner.follow(after, listener) : { close: () => undefined, ended: Promise.resolve() }
    const { server } = await serverOn(alteredStorage(inner, { follow }), t)
    const response = await fetch(`${server.url}${INGRESSES}?watch=true&resourceVersion=1`)
    assert.equal(await response.text(), '')
  })
})
