import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ChangeRecorder, create, type Fresh, put, replace, unavailable } from './contract.fixture.js'
import { INITIAL_REVISION } from './contract.js'

/** Rules on feeds of one collection. `reopens`: whether a store can be reopened. */
export function prefixFeedRules(fresh: Fresh, { reopens }: { reopens: boolean }): void {
  it('a feed with a prefix delivers changes of its keys only, and the progress of the store', async (t) => {
    const { storage } = await fresh(t)
    await put(storage, create('g/things/a'), create('g/thingsandmore/a'))
    const recorder = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, recorder.listen, 'g/things/')
    await put(storage, create('g/others/b'))
    await put(storage, create('g/things/c'))
    const last = await put(storage, create('g/others/d'))
    await recorder.reached(last)
    assert.deepEqual(
      recorder.changes.map(({ key }) => key),
      ['g/things/a', 'g/things/c'],
    )
  })

  it('a feed of a quiet collection continues from an old revision, whatever else is compacted', async (t) => {
    const { storage, clock, reopen } = await fresh(t)
    const quiet = await put(storage, create('g/quiet/a'))
    const busy = await put(storage, create('g/busy/a'))
    let last = busy
    for (let round = 0; round < 5; round++) last = await put(storage, replace('g/busy/a', last))
    clock.advance(10)
    assert.equal(await storage.compact(5), last)
    const current = reopens ? await reopen() : storage

    await assert.rejects(
      current.follow(quiet, () => undefined),
      unavailable('compacted', quiet, last),
    )
    await assert.rejects(
      current.follow(busy, () => undefined, 'g/busy/'),
      unavailable('compacted', busy, last),
    )
    const recorder = new ChangeRecorder()
    await current.follow(quiet, recorder.listen, 'g/quiet/')
    const changed = await put(current, replace('g/quiet/a', quiet))
    await recorder.reached(changed)
    assert.deepEqual(
      recorder.changes.map(({ key, revision }) => [key, revision]),
      [['g/quiet/a', changed]],
    )
    await assert.rejects(
      current.follow(INITIAL_REVISION, () => undefined, 'g/quiet/'),
      unavailable('compacted', INITIAL_REVISION, quiet),
    )
  })

  it('during a replay the next call waits for the promise of the one before', async (t) => {
    const { storage } = await fresh(t)
    let last = await put(storage, create('g/things/a', 'x'.repeat(3_000_000)))
    for (let round = 0; round < 4; round++)
      last = await put(storage, replace('g/things/a', last, 'y'.repeat(3_000_000)))
    let inside = 0
    const delivered: number[] = []
    const done = new Promise<void>((resolve) => {
      storage.follow(INITIAL_REVISION, async (_, upTo) => {
        inside++
        assert.equal(inside, 1, 'calls do not overlap')
        await new Promise((next) => setTimeout(next, 5))
        inside--
        delivered.push(upTo)
        if (upTo === last) resolve()
      })
    })
    await done
    assert.deepEqual(
      delivered,
      [...delivered].sort((a, b) => a - b),
    )
  })
}
