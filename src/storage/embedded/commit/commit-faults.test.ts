import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { ChangeRecorder, create, plain, plainRange, put, remove, replace } from '#storage/contract.fixture.js'
import {
  INITIAL_REVISION,
  type Storage,
  StorageUnavailable,
  StorageUnusable,
  type StoreHealth,
  WriteUncertain,
} from '#storage/contract.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import {
  cause,
  openFaultyStore,
  testFolder,
  testStore,
  writable,
} from '#storage/embedded/test-folder.fixture.js'
import { ManualClock } from '#util/clock.js'

const NO_SPACE = 'the store cannot write: no space left on device'

describe('a failed commit', () => {
  it('rejects its writes with the reason, and no reader ever sees them', async (t) => {
    const directory = await testFolder(t)
    const failures: unknown[] = []
    const storage = await testStore(
      t,
      { directory, onCommitFailed: (failure) => failures.push(failure) },
      openFaultyStore,
    )
    const recorder = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, recorder.listen)
    const first = await put(storage, create('a'), create('b'))

    await cause('fail', directory)
    await Promise.all([
      assert.rejects(storage.write([replace('a', first)]), unavailable(NO_SPACE)),
      assert.rejects(storage.write([remove('b', first), create('c')]), unavailable(NO_SPACE)),
    ])
    assert.deepEqual(failures, [{ writes: 2, reason: NO_SPACE }])

    assert.deepEqual(plainRange(await storage.range('')), [`a=a@${first}`, `b=b@${first}`])
    assert.equal(await storage.currentRevision(), first)
    const second = await put(storage, replace('a', first))
    assert.deepEqual(recorder.plain.slice(2), [`a=a+@${second} was a=a@${first}`])
    await storage.close()

    const again = await testStore(t, { directory })
    assert.deepEqual(plainRange(await again.range('')), [`a=a+@${second}`, `b=b@${first}`])
  })

  it('is reported by health until a probe succeeds', async (t) => {
    const directory = await testFolder(t)
    const storage = await testStore(t, { directory }, openFaultyStore)
    await cause('fail', directory)
    await assert.rejects(storage.write([create('a')]), StorageUnavailable)
    assert.deepEqual(storage.health(), { writable: false, reason: NO_SPACE } satisfies StoreHealth)
    await writable(storage)
    await put(storage, create('a'))
    assert.deepEqual(plainRange(await storage.range('')), ['a=a@3'])
  })

  it('lets waiting writes be decided by the state on disk', async (t) => {
    const directory = await testFolder(t)
    const storage = await testStore(t, { directory }, openFaultyStore)
    const first = await put(storage, create('a', 'first'))
    await cause('fail', directory)
    const failing = storage.write([replace('a', first, 'failing')])
    const waiting = storage.write([replace('a', first, 'waiting')])
    const rejected = storage.write([create('a')])
    await assert.rejects(failing, StorageUnavailable)
    assert.equal((await waiting).outcome, 'written')
    assert.equal((await rejected).outcome, 'exists')
    assert.equal((await storage.get('a'))?.value.toString(), 'waiting')
  })
})

describe('a commit thread that dies', () => {
  it('before the commit: the writes are rejected, later ones work', async (t) => {
    const directory = await testFolder(t)
    const storage = await testStore(t, { directory }, openFaultyStore)
    const first = await put(storage, create('a'))
    await cause('die before', directory)
    const reason = unavailable('the store cannot write: the commit thread ended')
    await Promise.all([
      assert.rejects(storage.write([replace('a', first, 'lost')]), reason),
      assert.rejects(storage.write([replace('a', first, 'waiting for the one before')]), reason),
      assert.rejects(storage.write([create('b')]), reason),
    ])
    assert.equal(plain(await storage.get('a')), `a=a@${first}`)
    await writable(storage)
    await put(storage, replace('a', first, 'works'))
  })

  it('after the commit: the writes are acknowledged and delivered', async (t) => {
    const directory = await testFolder(t)
    const storage = await testStore(t, { directory }, openFaultyStore)
    const recorder = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, recorder.listen)
    await cause('die after', directory)
    const [first, second] = await Promise.all([
      put(storage, create('a')),
      put(storage, create('b'), create('c')),
    ])
    const expected = [`a=a@${first}`, `b=b@${second}`, `c=c@${second}`]
    assert.deepEqual(plainRange(await storage.range('')), expected)
    assert.deepEqual(
      recorder.plain,
      expected.map((value) => `${value} was nothing`),
    )
    await storage.close()
    const again = await testStore(t, { directory })
    assert.deepEqual(plainRange(await again.range('')), expected)
  })

  it('at any time: acknowledged writes are stored, rejected ones are not', async (t) => {
    const directory = await testFolder(t)
    const storage = await testStore(t, { directory }, openFaultyStore)
    const acknowledged: string[] = []
    for (let round = 0; round < 12; round++) {
      await cause(round % 3 === 0 ? 'die before' : round % 3 === 1 ? 'die after' : 'fail', directory)
      const writes = Array.from({ length: 10 }, async (_, index) => {
        const key = `${round}-${index}`
        const outcome = await storage.write([create(key), create(`${key}-twin`)]).catch((error) => {
          assert.ok(error instanceof StorageUnavailable)
        })
        if (outcome?.outcome !== 'written') return
        const { revision } = outcome
        acknowledged.push(`${key}=${key}@${revision}`, `${key}-twin=${key}-twin@${revision}`)
      })
      await Promise.all(writes)
      await writable(storage)
      await put(storage, create(`after-${round}`))
    }
    const inMemory = plainRange(await storage.range(''))
    assert.deepEqual(
      inMemory.filter((value) => !value.startsWith('after')).toSorted(),
      acknowledged.toSorted(),
    )
    await storage.close()
    const again = await testStore(t, { directory })
    assert.deepEqual(plainRange(await again.range('')), inMemory)
  })

  it('during close: pending writes are still decided', async (t) => {
    const directory = await testFolder(t)
    const storage = await openFaultyStore({ directory })
    await cause('die after', directory)
    const write = storage.write([create('a')])
    await storage.close()
    assert.equal((await write).outcome, 'written')
  })
})

describe('a commit thread that dies and cannot be started again', () => {
  /** A store whose thread starts from a file that a test can remove. */
  const openFragile = async (t: TestContext) => {
    const directory = await testFolder(t)
    const entry = join(await testFolder(t), 'entry.mjs')
    const faulty = new URL('./faulty-commit-thread.fixture.js', import.meta.url)
    await writeFile(entry, `import ${JSON.stringify(faulty.href)}`)
    const internals = { threadEntry: pathToFileURL(entry), probeInterval: 5 }
    const storage = await openEmbeddedStorage({ directory }, internals)
    return { directory, storage, takeAway: () => rm(entry) }
  }
  const cannotOpen = async (storage: Storage) => {
    for (let look = 0; look < 1000; look++) {
      const health = storage.health()
      if (!health.writable && health.reason.startsWith('the store could not be opened again')) return
      await sleep(5)
    }
    assert.fail('the store did not notice')
  }

  it('lets the store be closed, and settles waiting writes', async (t) => {
    const { directory, storage, takeAway } = await openFragile(t)
    await takeAway()
    await cause('die after', directory)
    const write = storage.write([create('a')])
    const responded = assert.rejects(write, WriteUncertain)
    await cannotOpen(storage)
    await storage.close()
    await responded
    const again = await testStore(t, { directory })
    assert.deepEqual(plainRange(await again.range('')), ['a=a@2'])
  })

  it('causes no unhandled rejection when it was idle', async (t) => {
    const { directory, storage, takeAway } = await openFragile(t)
    await put(storage, create('a'))
    await takeAway()
    await cause('die idle', directory)
    await cannotOpen(storage)
    await storage.close()
    const again = await testStore(t, { directory })
    assert.deepEqual(plainRange(await again.range('')), ['a=a@2'])
  })
})

describe('a commit thread that cannot start', () => {
  it('makes the store unusable, and releases its folder', async (t) => {
    const directory = await testFolder(t)
    const internals = { threadEntry: new URL('./nowhere.js', import.meta.url), probeInterval: 1000 }
    await assert.rejects(openEmbeddedStorage({ directory }, internals), (error: Error) => {
      assert.ok(error instanceof StorageUnusable)
      assert.match(error.message, /cannot be opened: the commit thread failed: .*nowhere/)
      return true
    })
    await testStore(t, { directory })
  })
})

describe('an interrupted compaction', () => {
  for (const fault of ['die before', 'die after', 'fail'] as const) {
    it(`leaves the store intact, and can be repeated: ${fault}`, async (t) => {
      const directory = await testFolder(t)
      const clock = new ManualClock()
      const storage = await testStore(t, { directory, clock }, openFaultyStore)
      let at = await put(storage, create('a'), create('gone'))
      await put(storage, remove('gone', at))
      // More than one step, so that it can stop in between.
      for (let index = 0; index < 1200; index++) at = await put(storage, replace('a', at, `${index}`))
      clock.advance(1)
      await cause(fault, directory)
      await assert.rejects(storage.compact(0), StorageUnavailable)
      assert.deepEqual(plainRange(await storage.range('')), [`a=1199@${at}`])
      await storage.close()

      const again = await openEmbeddedStorage({ directory, clock })
      assert.equal(await again.compact(0), at)
      assert.deepEqual(plainRange(await again.range('')), [`a=1199@${at}`])
      assert.deepEqual(plainRange(await again.range('', { at })), [`a=1199@${at}`])
      await again.close()
    })
  }
})

function unavailable(message: string) {
  return (error: Error): true => {
    assert.ok(error instanceof StorageUnavailable)
    assert.equal(error.message, message)
    return true
  }
}
