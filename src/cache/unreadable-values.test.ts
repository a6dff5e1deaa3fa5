import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { silentLogger } from '#observe/logger.js'
import type { Revision, Storage } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { ObjectCache } from './object-cache.js'
import { SharedStorage } from './shared-storage.fixture.js'

/** A logger that records the keys of errors. */
function recordingLogger() {
  const reported: unknown[] = []
  return {
    reported,
    logger: { ...silentLogger, error: ({ key }: { key?: unknown }) => void reported.push(key) },
  }
}

async function put(storage: Storage, key: string, value: string): Promise<Revision> {
  const outcome = await storage.write([{ type: 'create', key, value: Buffer.from(value) }])
  assert.equal(outcome.outcome, 'written')
  return (outcome as { revision: Revision }).revision
}

describe('a value that cannot be read', () => {
  it('is left out and reported by its key, when the cache is filled and when it follows', async () => {
    const { logger, reported } = recordingLogger()
    const storage = new SharedStorage()
    await storage.put('g/things/a')
    await put(storage, 'g/things/b', 'nonsense')
    const cache = await ObjectCache.open(storage, logger)
    await put(storage, 'g', 'nonsense')
    await cache.reached(await put(storage, 'g/things/c', '{"kind":"Thing"}'))
    await cache.reached(await storage.put('g/things/d'))
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].filter((name) => cache.get(`g/things/${name}`) !== undefined),
      ['a', 'd'],
    )
    assert.deepEqual(reported, ['g/things/b', 'g', 'g/things/c'])
    assert.equal(
      cache.unreadable.report(),
      'left out because their values cannot be read: "g/things/b", "g", "g/things/c"',
    )
    cache.close()
  })

  it('is left out of a store that is read anew, and is forgotten when it has gone meanwhile', async () => {
    const storage = new SharedStorage()
    const gone = await put(storage, 'g/things/a', 'nonsense')
    await put(storage, 'g/things/b', 'nonsense')
    const cache = await ObjectCache.open(storage)
    storage.hold()
    await storage.write([{ type: 'delete', key: 'g/things/a', expected: gone }])
    const last = await storage.put('g/things/c')
    storage.loseFeed()
    await cache.reached(last)
    assert.match(cache.unreadable.report() ?? '', /: "g\/things\/b"$/)
    assert.equal(cache.size, 1)
    cache.close()
  })

  it('does not end a server on a store of its own either', async () => {
    const storage = openMemoryStorage()
    await put(storage, 'g/things/a', 'nonsense')
    const cache = await ObjectCache.open(storage)
    await put(storage, 'g/things/b', 'nonsense')
    assert.equal(cache.unreadable.size, 2)
    cache.close()
  })
})

describe('a listener that throws', () => {
  it('affects neither the cache nor other listeners', async () => {
    const storage = new SharedStorage()
    const cache = await ObjectCache.open(storage)
    const heard: (string | undefined)[] = []
    cache.onEvents(() => {
      throw new Error('a fault')
    })
    cache.onEvents((_, events) => heard.push(...events.map(({ object }) => object?.name)))
    await storage.put('g/things/a')
    await cache.reached(await storage.put('g/things/b'))
    assert.deepEqual(heard, ['a', 'b'])
    cache.close()
  })
})
