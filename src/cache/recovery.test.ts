import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { silentLogger } from '#observe/logger.js'
import { EVERY_FIELD } from '#selector/field-selector.js'
import { EVERYTHING } from '#selector/label-selector.js'
import { ObjectCache } from './object-cache.js'
import { SharedStorage } from './shared-storage.fixture.js'
import { Watcher } from './watch/watcher.js'

const SELECTION = {
  namespace: undefined,
  labels: EVERYTHING,
  fields: EVERY_FIELD,
  includeUninitialized: true,
}

/** A cache that has missed a creation, a change and a deletion. */
async function missedSomething(logger = silentLogger) {
  const storage = new SharedStorage()
  const changed = await storage.put('g/things/changed')
  const gone = await storage.put('g/things/gone')
  await storage.put('g/things/same')
  await storage.put('~/records/a')
  const cache = await ObjectCache.open(storage, logger)
  const before = cache.revision
  storage.hold()
  await storage.put('g/things/changed', changed)
  await storage.write([{ type: 'delete', key: 'g/things/gone', expected: gone }])
  await storage.put('g/others/new')
  const last = await storage.put('~/records/b')
  return { storage, cache, before, last }
}

describe('a cache whose feed has missed changes', () => {
  it('reads the state of the store again, and follows it from there', async () => {
    const { storage, cache, last } = await missedSomething()
    storage.loseFeed()
    await cache.reached(last)
    assert.equal(cache.get('g/things/gone'), undefined)
    assert.ok(cache.get('g/others/new'))
    assert.equal(cache.get('g/things/changed')?.revision, (await storage.get('g/things/changed'))?.revision)
    assert.equal(cache.size, 3)
    assert.ok(cache.record('~/records/a') && cache.record('~/records/b'))
    const next = await storage.put('g/things/next')
    await cache.reached(next)
    assert.ok(cache.get('g/things/next'))
    cache.close()
  })

  it('notifies its listeners of the differences only', async () => {
    const { storage, cache, last } = await missedSomething()
    const heard: string[] = []
    cache.onEvents((_, events) => {
      for (const { object, previous } of events)
        heard.push(`${previous?.name ?? '-'} → ${object?.name ?? '-'}`)
    })
    storage.loseFeed()
    await cache.reached(last)
    assert.deepEqual(heard.toSorted(), ['- → new', 'changed → changed', 'gone → -'])
    cache.close()
  })

  it('notifies followers of records of all current and all deleted records', async () => {
    const { storage, cache } = await missedSomething()
    const record = await storage.get('~/records/a')
    const last = await storage.put('~/unrelated/c')
    await storage.write([{ type: 'delete', key: '~/records/a', expected: record?.revision ?? last }])
    const followed: string[] = []
    const release = cache.onRecordsUnder('~/records/', (key) =>
      followed.push(`${key} ${cache.record(key) === undefined ? 'is gone' : 'is there'}`),
    )
    storage.loseFeed()
    await cache.reached(last)
    assert.deepEqual(followed, ['~/records/a is gone', '~/records/b is there'])
    assert.deepEqual([...cache.recordKeys('~/records/')], ['~/records/b'])
    await cache.reached(await storage.put('~/records/d'))
    assert.deepEqual(followed.slice(2), ['~/records/d is there'])
    release()
    await cache.reached(await storage.put('~/records/e'))
    assert.equal(followed.length, 3)
    cache.close()
  })

  it('ends its watches, which cannot go on from memory', async () => {
    const { storage, cache, before, last } = await missedSomething()
    const collection = cache.collection('g/things/')
    const sink = { send: () => assert.fail('nothing is sent'), drained: () => undefined }
    const encoder = {
      frame: () => Buffer.alloc(0),
      get following() {
        return encoder
      },
    }
    const watcher = new Watcher(SELECTION, before, encoder, sink)
    cache.watchers.add(watcher)
    collection.attach(watcher)
    assert.ok(collection.recentEvents(before))
    storage.loseFeed()
    await cache.reached(last)
    assert.equal(watcher.isOpen, false)
    assert.equal(collection.recentEvents(before), undefined)
    cache.close()
  })

  it('logs why it reads everything again, each failure, and its success', async () => {
    const logged: string[] = []
    const log = (fields: { err?: unknown }, message: string) => {
      const { err } = fields
      logged.push(err instanceof Error ? `${message}: ${err.message}` : message)
    }
    const { storage, cache } = await missedSomething({ ...silentLogger, warn: log, info: log })
    const { range } = storage
    let failures = 0
    storage.range = (prefix, options) => {
      if (++failures <= 2) return Promise.reject(new Error('no quorum'))
      return range.call(storage, prefix, options)
    }
    storage.loseFeed()
    // Waiting for the next attempt keeps no process alive.
    for (let look = 0; look < 1000 && !logged.includes('the store was read again'); look++) await pause(5)
    assert.deepEqual(logged, [
      'changes of the store were missed; all of it is read again: revision 1 has been compacted, the oldest still kept is 2',
      // Twice, and logged once.
      'the store could not be read again; the next attempt follows: no quorum',
      'the store was read again',
    ])
    cache.close()
  })

  it('does not come to life again once it is closed', async () => {
    const { storage, cache, before } = await missedSomething()
    cache.close()
    storage.loseFeed()
    await pause(1)
    assert.equal(cache.revision, before)
  })
})
