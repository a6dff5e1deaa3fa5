import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ChangeRecorder, create, put, remove, replace, unavailable } from '#storage/contract.fixture.js'
import { INITIAL_REVISION, type Revision, type RevisionUnavailable } from '#storage/contract.js'
import { ManualClock } from '#util/clock.js'
import { Disk } from './disk.js'
import { openEmbeddedStorage } from './storage.js'
import { testFolder, testStore } from './test-folder.fixture.js'

const KIB = 1024

describe('compaction', () => {
  it('leaves one version of each existing key on disk', async (t) => {
    const directory = await testFolder(t)
    const clock = new ManualClock()
    const storage = await testStore(t, { directory, clock })
    const first = await put(storage, create('a'), create('b'), create('c'))
    const second = await put(storage, replace('a', first), remove('b', first))
    const third = await put(storage, remove('a', second), create('b'))
    const last = await put(storage, create('a'), remove('b', third))
    clock.advance(1)
    await storage.compact(0)
    await storage.close()
    const disk = new Disk(directory)
    assert.deepEqual(
      [...disk.versionsUnder('', undefined)],
      [
        { key: 'a', revision: last },
        { key: 'c', revision: first },
      ],
    )
    assert.equal(disk.lastLogEntry(), undefined)
    disk.close()
  })

  it('continues after the clock was wrong', async (t) => {
    const clock = new ManualClock()
    const storage = await testStore(t, { directory: await testFolder(t), clock })
    let at = await put(storage, create('a'))
    const write = async (times: number) => {
      for (let index = 0; index < times; index++) at = await put(storage, replace('a', at))
    }
    await write(5)
    clock.advance(1e9)
    await write(5)
    clock.advance(-1e9)
    await write(20)
    clock.advance(1)
    for (let round = 0; (await storage.compact(0)) < at; round++) assert.ok(round < 5)
  })
})

describe('a feed of long history', () => {
  it('ends when compaction overtakes it', async (t) => {
    const clock = new ManualClock()
    const storage = await testStore(t, { directory: await testFolder(t), clock })
    let at = await put(storage, { type: 'create', key: 'a', value: Buffer.alloc(512 * KIB) })
    for (let round = 0; round < 60; round++) {
      at = await put(storage, { type: 'replace', key: 'a', expected: at, value: Buffer.alloc(512 * KIB) })
    }
    clock.advance(1)
    const compacting = storage.compact(0)
    const recorder = new ChangeRecorder()
    const feed = await storage.follow(INITIAL_REVISION, recorder.listen)
    const reached = recorder.changes.at(-1)?.revision as Revision
    await assert.rejects(feed.ended, (error: RevisionUnavailable) =>
      unavailable('compacted', error.asked, at)(error),
    )
    assert.ok(reached < at)
    assert.equal(await compacting, at)
    const delivered = recorder.changes.length
    await put(storage, create('b'))
    assert.equal(recorder.changes.length, delivered)
  })

  it('ends when the store is closed', async (t) => {
    const storage = await openEmbeddedStorage({ directory: await testFolder(t) })
    for (let index = 0; index < 12; index++) {
      await put(storage, { type: 'create', key: `${index}`, value: Buffer.alloc(1024 * KIB) })
    }
    const recorder = new ChangeRecorder()
    const feed = await storage.follow(INITIAL_REVISION, recorder.listen)
    assert.ok(recorder.changes.length < 12)
    await storage.close()
    await feed.ended
  })
})
