import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  ChangeRecorder,
  create,
  type Fresh,
  plain,
  plainRange,
  put,
  remove,
  replace,
  revisionOf,
  unavailable,
} from './contract.fixture.js'
import { INITIAL_REVISION, StorageUnavailable } from './contract.js'

export function lifetimeRules(fresh: Fresh): void {
  it('a working store is healthy', async (t) => {
    const { storage } = await fresh(t)
    assert.deepEqual(storage.health(), { writable: true })
    await put(storage, create('a'))
    assert.deepEqual(storage.health(), { writable: true })
  })

  it('a closed store rejects everything', async (t) => {
    const { storage } = await fresh(t)
    const at = await put(storage, create('a'))
    await storage.close()
    await storage.close()
    await assert.rejects(storage.currentRevision(), StorageUnavailable)
    await assert.rejects(storage.get('a'), StorageUnavailable)
    await assert.rejects(storage.range(''), StorageUnavailable)
    await assert.rejects(storage.write([create('b')]), StorageUnavailable)
    await assert.rejects(
      storage.follow(at, () => assert.fail()),
      StorageUnavailable,
    )
    await assert.rejects(storage.compact(0), StorageUnavailable)
    assert.equal(storage.health().writable, false)
  })

  it('writes that are pending at close are settled', async (t) => {
    const { storage } = await fresh(t)
    const recorder = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, recorder.listen)
    const writes = Array.from({ length: 50 }, (_, index) => storage.write([create(`k${index % 40}`)]))
    await storage.close()
    const outcomes = await Promise.all(writes)
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'written').length, 40)
    assert.equal(recorder.changes.length, 40)
  })

  it('closing the store ends its feeds', async (t) => {
    const { storage } = await fresh(t)
    const live = await storage.follow(INITIAL_REVISION, () => undefined)
    await put(storage, create('a'))
    const past = await storage.follow(INITIAL_REVISION, () => undefined)
    await storage.close()
    await Promise.all([live.ended, past.ended])
  })
}

/** For engines whose stores are durable. */
export function durableRules(fresh: Fresh): void {
  it('a reopened store has its values and its history', async (t) => {
    const { storage, reopen } = await fresh(t)
    const first = await put(storage, create('a', 'one'), create('b'))
    const second = await put(storage, replace('a', first, 'two'), remove('b', first))
    const again = await reopen()
    assert.equal(await again.currentRevision(), second)
    assert.deepEqual(plainRange(await again.range('')), [`a=two@${second}`])
    assert.deepEqual(plainRange(await again.range('', { at: first })), [`a=one@${first}`, `b=b@${first}`])
    const recorder = new ChangeRecorder()
    await again.follow(first, recorder.listen)
    await recorder.reached(second)
    assert.deepEqual(recorder.plain, [
      `a=two@${second} was a=one@${first}`,
      `b=gone@${second} was b=b@${first}`,
    ])
    assert.deepEqual(await again.write([create('a')]), { outcome: 'exists', key: 'a', actual: second })
  })

  it('revisions keep rising after a reopen, even without any history', async (t) => {
    const { storage, clock, reopen } = await fresh(t)
    const first = await put(storage, create('a'))
    const second = await put(storage, remove('a', first))
    clock.advance(1)
    assert.equal(await storage.compact(0), second)
    const empty = await reopen()
    assert.equal(await empty.currentRevision(), second)
    assert.ok((await put(empty, create('a'))) > second)
  })

  it('compacted history stays compacted after a reopen', async (t) => {
    const { storage, clock, reopen } = await fresh(t)
    const first = await put(storage, create('a'))
    const second = await put(storage, replace('a', first))
    clock.advance(1)
    await storage.compact(0)
    const again = await reopen()
    await assert.rejects(again.get('a', first), unavailable('compacted', first, second))
    assert.equal(plain(await again.get('a', second)), `a=a+@${second}`)
    assert.equal(await again.compact(0), second)
  })

  it('the oldest revision is known after a reopen', async (t) => {
    const { storage, clock, reopen } = await fresh(t)
    const first = await put(storage, create('a'))
    clock.advance(1)
    assert.equal(await storage.compact(0), first)
    await put(storage, replace('a', first))
    const again = await reopen()
    assert.equal(await again.compact(1000), first)
  })

  it('a write acknowledged during close is stored', async (t) => {
    const { storage, reopen } = await fresh(t)
    const writes = Array.from({ length: 20 }, (_, index) => storage.write([create(`k${index}`)]))
    const again = await reopen()
    for (const [index, write] of writes.entries()) {
      assert.equal((await again.get(`k${index}`))?.revision, revisionOf(await write))
    }
  })
}
