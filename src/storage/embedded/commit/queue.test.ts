import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, put } from '#storage/contract.fixture.js'
import { StorageUnavailable } from '#storage/contract.js'
import { testFolder, testStore } from '#storage/embedded/test-folder.fixture.js'
import { microtasksDrained } from '#util/event-loop.js'

const KIB = 1024

describe('a queue of writes', () => {
  it('rejects writes beyond its capacity only', async (t) => {
    const storage = await testStore(t, {
      directory: await testFolder(t),
      queueLimits: { writes: 5, bytes: 10 * KIB },
    })
    const many = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => put(storage, create(`a${index}`))),
    )
    assert.equal(storage.pendingWrites, 0)
    const wide = await Promise.allSettled(
      Array.from({ length: 4 }, (_, index) => put(storage, create(`b${index}`, 'x'.repeat(4 * KIB)))),
    )
    const fates = [...many, ...wide].map(({ status }) => status)
    assert.deepEqual(fates, [
      ...Array(5).fill('fulfilled'),
      ...Array(3).fill('rejected'),
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ])
    for (const result of many.slice(5)) {
      assert.ok(result.status === 'rejected' && result.reason instanceof StorageUnavailable)
    }
    assert.equal((await storage.range('')).values.length, 7)
    assert.deepEqual(storage.health(), { writable: true })
  })

  it('settles a write that is on disk when the next one arrives, within the same event loop turn', async (t) => {
    const storage = await testStore(t, { directory: await testFolder(t) })
    let responded = false
    let turned = false
    const writes = [put(storage, create('first')).then(() => (responded = true))]
    setImmediate(() => (turned = true))
    for (let next = 0; !responded && next < 60; next++) {
      // The write goes to the commit thread, which has time to commit it without an event loop turn here.
      for (let drained = 0; drained < 20; drained++) await microtasksDrained()
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
      writes.push(put(storage, create(`next-${next}`)).then(() => true))
      for (let drained = 0; drained < 20; drained++) await microtasksDrained()
    }
    assert.deepEqual({ responded, turned }, { responded: true, turned: false })
    await Promise.all(writes)
  })

  it('commits writes of one event loop turn together', async (t) => {
    const commits: number[] = []
    const storage = await testStore(t, {
      directory: await testFolder(t),
      onCommit: ({ writes, seconds }) => {
        assert.ok(seconds > 0)
        commits.push(writes)
      },
    })
    await Promise.all(Array.from({ length: 30 }, (_, index) => put(storage, create(`${index}`))))
    await put(storage, create('alone'))
    assert.deepEqual(commits, [30, 1])
  })
})
