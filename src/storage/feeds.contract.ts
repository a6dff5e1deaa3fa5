import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  ChangeRecorder,
  create,
  type Fresh,
  plain,
  plainChange,
  put,
  remove,
  replace,
  revision,
  unavailable,
} from './contract.fixture.js'
import { type Change, type Feed, INITIAL_REVISION, type Revision } from './contract.js'

export function feedRules(fresh: Fresh): void {
  it('a feed replays the history, then delivers new changes, with previous values', async (t) => {
    const { storage } = await fresh(t)
    const created = await put(storage, create('a', 'one'))
    const replaced = await put(storage, replace('a', created, 'two'))
    const recorder = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, recorder.listen)
    const deleted = await put(storage, remove('a', replaced))
    const again = await put(storage, create('a', 'three'))
    await recorder.reached(again)
    assert.deepEqual(recorder.plain, [
      `a=one@${created} was nothing`,
      `a=two@${replaced} was a=one@${created}`,
      `a=gone@${deleted} was a=two@${replaced}`,
      `a=three@${again} was nothing`,
    ])
  })

  it('a feed starts after the requested revision', async (t) => {
    const { storage } = await fresh(t)
    const first = await put(storage, create('a'))
    const second = await put(storage, create('b'))
    const third = await put(storage, create('c'))
    const [past, live] = [new ChangeRecorder(), new ChangeRecorder()]
    await storage.follow(first, past.listen)
    await storage.follow(third, live.listen)
    const fourth = await put(storage, create('d'))
    await Promise.all([past.reached(fourth), live.reached(fourth)])
    assert.deepEqual(
      past.changes.map(({ revision: at }) => at),
      [second, third, fourth],
    )
    assert.deepEqual(
      live.changes.map(({ revision: at }) => at),
      [fourth],
    )
  })

  it('all changes of a write come in one call, past or live', async (t) => {
    const { storage } = await fresh(t)
    const first = await put(storage, create('a'), create('b'), create('c'))
    const recorder = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, recorder.listen)
    await recorder.reached(first)
    const second = await put(storage, replace('c', first), remove('b', first), create('d'))
    await recorder.reached(second)
    assert.deepEqual(recorder.calls, [3, 3])
    const keys = recorder.changes.map(({ key, revision: at }) => `${key}@${at}`)
    const expected = [`a@${first}`, `b@${first}`, `c@${first}`, `c@${second}`, `b@${second}`, `d@${second}`]
    assert.deepEqual(keys.toSorted(), expected.toSorted())
  })

  it('a rejected write is not delivered', async (t) => {
    const { storage } = await fresh(t)
    const first = await put(storage, create('a'))
    const recorder = new ChangeRecorder()
    await storage.follow(first, recorder.listen)
    await storage.write([create('b'), create('a')])
    const second = await put(storage, create('c'))
    await recorder.reached(second)
    assert.deepEqual(recorder.plain, [`c=c@${second} was nothing`])
  })

  it('a listener that receives a change can read it', async (t) => {
    const { storage } = await fresh(t)
    const reads: Promise<void>[] = []
    const recorder = new ChangeRecorder()
    const listen = (changes: readonly Change[], upTo: Revision) => {
      recorder.listen(changes, upTo)
      for (const { key, revision: at } of changes) {
        reads.push(storage.get(key).then((stored) => assert.equal(plain(stored), `${key}=${key}@${at}`)))
      }
    }
    await storage.follow(INITIAL_REVISION, listen)
    await Promise.all(Array.from({ length: 20 }, (_, index) => put(storage, create(`k${index}`))))
    await recorder.reached(await storage.currentRevision())
    await Promise.all(reads)
    assert.equal(reads.length, 20)
  })

  it('feeds that start during writes miss nothing and deliver nothing twice', async (t) => {
    const { storage } = await fresh(t)
    const early = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, early.listen)
    const late: { readonly after: Revision; readonly recorder: ChangeRecorder }[] = []
    const writer = async (name: string) => {
      let at = await put(storage, create(name), create(`${name}-twin`))
      for (let round = 0; round < 40; round++) {
        at = await put(storage, replace(name, at, `${round}`), replace(`${name}-twin`, at, `${round}`))
        if (round % 8 !== 0) continue
        const recorder = new ChangeRecorder()
        const after = round % 16 === 0 ? INITIAL_REVISION : at
        await storage.follow(after, recorder.listen)
        late.push({ after, recorder })
      }
    }
    await Promise.all(['a', 'b', 'c', 'd'].map(writer))
    const last = await storage.currentRevision()
    await Promise.all(
      [early, ...late.map(({ recorder }) => recorder)].map((recorder) => recorder.reached(last)),
    )
    assert.equal(early.changes.length, 4 * 41 * 2)
    for (const { after, recorder } of late) {
      const expected = early.changes.filter(({ revision: at }) => at > after)
      assert.deepEqual(recorder.plain, expected.map(plainChange))
    }
  })

  it('a closed feed delivers nothing more, and ends', async (t) => {
    const { storage } = await fresh(t)
    const recorder = new ChangeRecorder()
    const feed = await storage.follow(INITIAL_REVISION, recorder.listen)
    const first = await put(storage, create('a'))
    await recorder.reached(first)
    feed.close()
    feed.close()
    await feed.ended
    await put(storage, create('b'))
    assert.deepEqual(recorder.plain, [`a=a@${first} was nothing`])
  })

  it('a listener may close its feed, write, and follow', async (t) => {
    const { storage } = await fresh(t)
    const [inner, outer] = [new ChangeRecorder(), new ChangeRecorder()]
    const done: Promise<unknown>[] = []
    let feed: Feed | undefined
    const listen = (changes: readonly Change[], upTo: Revision) => {
      outer.listen(changes, upTo)
      feed?.close()
      done.push(put(storage, create('b')))
      done.push(storage.follow(INITIAL_REVISION, inner.listen))
    }
    feed = await storage.follow(INITIAL_REVISION, listen)
    const witness = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, witness.listen)
    const first = await put(storage, create('a'))
    await outer.reached(first)
    await Promise.all(done)
    const second = await storage.currentRevision()
    await Promise.all([inner.reached(second), witness.reached(second)])
    const both = [`a=a@${first} was nothing`, `b=b@${second} was nothing`]
    assert.deepEqual(inner.plain, both)
    assert.deepEqual(witness.plain, both)
    assert.deepEqual(outer.plain, both.slice(0, 1))
  })

  it('a feed cannot start in the future or at an invalid revision', async (t) => {
    const { storage } = await fresh(t)
    const current = await put(storage, create('a'))
    const future = revision(current + 1)
    await assert.rejects(
      storage.follow(future, () => assert.fail()),
      unavailable('future', future, current),
    )
    await assert.rejects(
      storage.follow(revision(0), () => assert.fail()),
      TypeError,
    )
  })
}

/** For engines that are the only writer of their store. */
export function onlyWriterRules(fresh: Fresh): void {
  it('a change is delivered before its write is acknowledged', async (t) => {
    const { storage } = await fresh(t)
    let delivered = INITIAL_REVISION
    await storage.follow(INITIAL_REVISION, (_changes, upTo) => {
      delivered = upTo
    })
    const writer = async (name: string) => {
      let at = await put(storage, create(name))
      for (let round = 0; round < 20; round++) {
        assert.ok(delivered >= at)
        at = await put(storage, replace(name, at))
      }
    }
    await Promise.all(['a', 'b', 'c', 'd'].map(writer))
  })
}
