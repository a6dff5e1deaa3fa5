import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import { StorageUnavailable } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { nextTurn } from '#util/event-loop.js'
import { ObjectCache } from './object-cache.js'
import { SharedStorage } from './shared-storage.fixture.js'

describe('a cache of a store that others write to', () => {
  it('is current once it has every write from before the query', async () => {
    const storage = new SharedStorage()
    const cache = await ObjectCache.open(storage)
    storage.hold()
    await storage.put('g/things/a')
    assert.equal(cache.get('g/things/a'), undefined, 'it is behind')
    let isCurrent = false
    const waiting = cache.current()?.then(() => {
      isCurrent = true
    })
    for (let round = 0; round < 20; round++) await nextTurn()
    assert.equal(isCurrent, false)
    storage.release()
    await waiting
    assert.ok(cache.get('g/things/a'))
    cache.close()
  })

  it('asks once for all reads of the same moment, and once more for all reads that arrive while it asks', async () => {
    const storage = new SharedStorage()
    const cache = await ObjectCache.open(storage)
    const first = Array.from({ length: 100 }, () => cache.current())
    await nextTurn()
    const second = Array.from({ length: 100 }, () => cache.current())
    await Promise.all([...first, ...second])
    assert.ok(storage.questions <= 2, `${storage.questions} questions`)
    cache.close()
  })

  it('queries the store after the read began: the result of an earlier query is not enough', async () => {
    const storage = new SharedStorage()
    const cache = await ObjectCache.open(storage)
    for (let round = 0; round < 50; round++) {
      const before = cache.current()
      await Promise.all([nextTurn(), storage.put(`g/things/${round}`)])
      await cache.current()
      assert.ok(cache.get(`g/things/${round}`))
      await before
    }
    cache.close()
  })

  it('is not current while the store does not respond, and is again afterwards', async () => {
    const storage = new SharedStorage()
    const cache = await ObjectCache.open(storage)
    storage.trouble = new StorageUnavailable('no leader')
    await assert.rejects(
      async () => cache.current(),
      (error) => error instanceof ApiError && error.code === 503 && error.message === 'no leader',
    )
    storage.trouble = undefined
    await cache.current()
    cache.close()
  })
})

describe('a store that does not respond', () => {
  it('gets no further query for reads that already wait', async () => {
    const rejections: ((error: Error) => void)[] = []
    const storage = new SharedStorage()
    const cache = await ObjectCache.open(storage)
    storage.currentRevision = () => new Promise((_, reject) => rejections.push(reject))
    const reads: Promise<unknown>[] = []
    for (let read = 0; read < 3; read++) {
      reads.push(Promise.resolve(cache.current()).catch((error: ApiError) => error.code))
      for (let turn = 0; turn < 3; turn++) await nextTurn()
    }
    assert.equal(rejections.length, 2)
    rejections[0]?.(new StorageUnavailable('no answer'))
    assert.deepEqual(await Promise.all([reads[0], reads[2]]), [503, 503])
    assert.equal(rejections.length, 2)
    // Later reads query again: the store may be back.
    const later = Promise.resolve(cache.current()).catch((error: ApiError) => error.code)
    for (let turn = 0; turn < 3; turn++) await nextTurn()
    assert.equal(rejections.length, 3)
    for (const reject of rejections) reject(new StorageUnavailable('no answer'))
    assert.deepEqual(await Promise.all([reads[1], later]), [503, 503])
    cache.close()
  })
})

describe('a cache of a store with a single writer', () => {
  it('is always current, and need not wait to know', async () => {
    const cache = await ObjectCache.open(openMemoryStorage())
    assert.equal(cache.current(), undefined)
    cache.close()
  })
})
