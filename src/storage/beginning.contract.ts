import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  ChangeRecorder,
  create,
  type Fresh,
  plain,
  put,
  remove,
  replace,
  revision,
  unavailable,
} from './contract.fixture.js'

const START = revision(3_000_000_000_000)

/** For engines whose stores are durable. */
export function beginningRules(fresh: Fresh): void {
  it('a new store may begin at a later revision, also after a reopen', async (t) => {
    const { storage, reopen } = await fresh(t, { startAt: START })
    assert.equal(await storage.currentRevision(), START)
    const first = await put(storage, create('group/things/a'))
    assert.ok(first > START)
    const again = await reopen()
    assert.equal(await again.currentRevision(), first)
    assert.equal(plain(await again.get('group/things/a', first)), `group/things/a=group/things/a@${first}`)
    assert.deepEqual(await again.write([create('group/things/a')]), {
      outcome: 'exists',
      key: 'group/things/a',
      actual: first,
    })
    const second = await put(again, replace('group/things/a', first))
    assert.ok(second > first)
    await put(again, remove('group/things/a', second))
  })

  it('revisions before the beginning are compacted, in every collection', async (t) => {
    const { storage, reopen } = await fresh(t, { startAt: START })
    const first = await put(storage, create('group/things/a'))
    for (const open of [async () => storage, reopen]) {
      const store = await open()
      for (const before of [revision(1), revision(4711), revision(START - 1)]) {
        const compacted = unavailable('compacted', before, START)
        await assert.rejects(store.get('group/things/a', before), compacted)
        await assert.rejects(store.range('', { at: before }), compacted)
        for (const prefix of ['', 'group/things/', 'group/others/']) {
          await assert.rejects(
            store.follow(before, () => assert.fail(), prefix),
            compacted,
          )
        }
      }
      const recorder = new ChangeRecorder()
      await store.follow(START, recorder.listen)
      await recorder.reached(first)
      assert.deepEqual(recorder.plain, [`group/things/a=group/things/a@${first} was nothing`])
    }
  })

  it('a store with a later beginning compacts its history', async (t) => {
    const { storage, clock } = await fresh(t, { startAt: START })
    const first = await put(storage, create('group/things/a'))
    assert.equal(await storage.compact(1000), START)
    clock.advance(2000)
    const second = await put(storage, replace('group/things/a', first))
    assert.equal(await storage.compact(1000), first)
    await assert.rejects(storage.get('group/things/a', START), unavailable('compacted', START, first))
    assert.ok(second > first)
  })
}
