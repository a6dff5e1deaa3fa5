import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Revision } from '#storage/contract.js'
import { ObjectCache } from './object-cache.js'
import { SharedStorage } from './shared-storage.fixture.js'
import { newWatcher } from './watch/watcher.fixture.js'

const THINGS = 'g/things/'

async function written() {
  const storage = new SharedStorage()
  const cache = await ObjectCache.open(storage)
  const first = await storage.put(`${THINGS}a`)
  const last = await storage.put(`${THINGS}b`)
  await cache.reached(last)
  const remove = async (name: string, expected: Revision) => {
    await storage.write([{ type: 'delete', key: THINGS + name, expected }])
    const revision = await storage.currentRevision()
    await cache.reached(revision)
    return revision
  }
  const has = (prefix: string) => [...cache.collections].some((collection) => collection.prefix === prefix)
  return { storage, cache, first, last, remove, has }
}

describe('a collection that no kind is stored in any longer', () => {
  it('goes with its last object', async () => {
    const { cache, first, last, remove, has } = await written()
    const old = cache.collection(THINGS)
    const watcher = newWatcher()
    old.attach(watcher)
    cache.release(THINGS)
    assert.ok(has(THINGS) && watcher.isOpen)
    await remove('a', first)
    assert.ok(has(THINGS))
    await remove('b', last)
    assert.ok(!has(THINGS) && !watcher.isOpen)
    // Who still has it at hand opens no watch that would never hear of anything.
    const late = newWatcher()
    old.attach(late)
    assert.ok(!late.isOpen)
    cache.close()
  })

  it('goes at once when it has none', async () => {
    const { cache, has } = await written()
    cache.collection('g/others/')
    cache.release('g/others/')
    assert.ok(!has('g/others/') && has(THINGS))
    cache.release('g/never/')
    assert.ok(!has('g/never/'))
    cache.close()
  })

  it('does not claim to know its old events after it is recreated', async () => {
    const { storage, cache, first, last, remove } = await written()
    await remove('a', first)
    const gone = await remove('b', last)
    cache.release(THINGS)
    const again = cache.collection(THINGS)
    assert.equal(again.recentEvents(first), undefined)
    assert.ok(again.lastChange >= gone)
    await cache.reached(await storage.put(`${THINGS}c`))
    assert.equal(again.recentEvents(first), undefined)
    assert.equal(again.recentEvents(gone)?.length, 1)
    cache.close()
  })

  it('stays where a kind is stored in it again', async () => {
    const { cache, first, last, remove, has } = await written()
    cache.release(THINGS)
    cache.retain(THINGS)
    await remove('a', first)
    await remove('b', last)
    assert.ok(has(THINGS))
    cache.close()
  })
})
