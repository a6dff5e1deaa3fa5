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
  unavailable,
} from './contract.fixture.js'
import { INITIAL_REVISION, type Revision, type Storage } from './contract.js'

export function compactionRules(fresh: Fresh): void {
  it('compaction keeps the state at the given age readable', async (t) => {
    const { storage, clock } = await fresh(t)
    const first = await put(storage, create('a', 'one'), create('b'))
    clock.advance(1000)
    const second = await put(storage, replace('a', first, 'two'))
    clock.advance(1000)
    const third = await put(storage, replace('a', second, 'three'))

    assert.equal(await storage.compact(3000), INITIAL_REVISION)
    assert.equal(plain(await storage.get('a', first)), `a=one@${first}`)

    // Exactly that old is not older.
    assert.equal(await storage.compact(1000), first)
    assert.equal(plain(await storage.get('a', first)), `a=one@${first}`)

    assert.equal(await storage.compact(999), second)
    assert.equal(plain(await storage.get('a', second)), `a=two@${second}`)
    assert.equal(plain(await storage.get('a', third)), `a=three@${third}`)
    assert.deepEqual(plainRange(await storage.range('', { at: second })), [`a=two@${second}`, `b=b@${first}`])
  })

  it('compaction keeps a revision that is in use', async (t) => {
    const { storage, clock } = await fresh(t)
    const first = await put(storage, create('a', 'one'))
    const second = await put(storage, replace('a', first, 'two'))
    const third = await put(storage, replace('a', second, 'three'))
    clock.advance(1000)
    assert.equal(await storage.compact(0, second), second)
    assert.equal(plain(await storage.get('a', second)), `a=two@${second}`)
    assert.equal(await storage.compact(0, second), second)
    const recorder = new ChangeRecorder()
    await storage.follow(second, recorder.listen)
    await recorder.reached(third)
    assert.deepEqual(recorder.plain, [`a=three@${third} was a=two@${second}`])
    assert.equal(await storage.compact(0), third)
  })

  it('the time of a write is known as long as its history', async (t) => {
    const { storage, clock } = await fresh(t)
    const begun = clock.now()
    const first = await put(storage, create('a'))
    clock.advance(1000)
    const second = await put(storage, create('b'))
    assert.equal(await storage.timeOf(first), begun)
    assert.equal(await storage.timeOf(second), begun + 1000)
    assert.equal(await storage.timeOf((second + 1000) as Revision), begun + 1000)
    clock.advance(1000)
    const third = await put(storage, create('c'))
    assert.equal(await storage.compact(500), second)
    assert.equal(await storage.timeOf(first), undefined)
    assert.equal(await storage.timeOf(third), begun + 2000)
  })

  it('older revisions are rejected with the oldest one available', async (t) => {
    const { storage, clock } = await fresh(t)
    const first = await put(storage, create('a'))
    const second = await put(storage, create('b'))
    clock.advance(1)
    assert.equal(await storage.compact(0), second)
    const compacted = unavailable('compacted', first, second)
    await assert.rejects(storage.get('a', first), compacted)
    await assert.rejects(storage.range('', { at: first }), compacted)
    await assert.rejects(
      storage.follow(first, () => assert.fail()),
      compacted,
    )
  })

  it('the current state stays, however old it is', async (t) => {
    const { storage, clock } = await fresh(t)
    const first = await put(storage, create('a'), create('b'))
    const second = await put(storage, replace('b', first))
    clock.advance(1e9)
    assert.equal(await storage.compact(0), second)
    assert.equal(await storage.compact(0), second)
    assert.equal(await storage.currentRevision(), second)
    const now = [`a=a@${first}`, `b=b+@${second}`]
    assert.deepEqual(plainRange(await storage.range('')), now)
    assert.deepEqual(plainRange(await storage.range('', { at: second })), now)
    assert.equal(plain(await storage.get('a')), `a=a@${first}`)
    assert.ok((await put(storage, replace('a', first))) > second)
  })

  it('a deleted key is gone after compaction, and can be created again', async (t) => {
    const { storage, clock } = await fresh(t)
    const created = await put(storage, create('a'), create('b'))
    const deleted = await put(storage, remove('a', created))
    clock.advance(1)
    await storage.compact(0)
    assert.equal(await storage.get('a'), undefined)
    assert.equal(await storage.get('a', deleted), undefined)
    assert.deepEqual(plainRange(await storage.range('', { at: deleted })), [`b=b@${created}`])
    const again = await put(storage, create('a', 'again'))
    assert.equal(await storage.get('a', deleted), undefined)
    assert.equal(plain(await storage.get('a')), `a=again@${again}`)
  })

  it('feeds after the compacted revision deliver all changes with previous values', async (t) => {
    const { storage, clock } = await fresh(t)
    const first = await put(storage, create('a'), create('b'))
    const second = await put(storage, create('c'))
    clock.advance(10)
    const third = await put(storage, replace('a', first), remove('b', first))
    assert.equal(await storage.compact(5), second)
    const recorder = new ChangeRecorder()
    await storage.follow(second, recorder.listen)
    await recorder.reached(third)
    assert.deepEqual(recorder.plain, [`a=a+@${third} was a=a@${first}`, `b=gone@${third} was b=b@${first}`])
  })

  it('compaction does not affect a synced feed', async (t) => {
    const { storage, clock } = await fresh(t)
    const recorder = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, recorder.listen)
    const first = await put(storage, create('a'))
    await recorder.reached(first)
    clock.advance(1)
    await storage.compact(0)
    const second = await put(storage, replace('a', first))
    await recorder.reached(second)
    assert.deepEqual(recorder.plain, [`a=a@${first} was nothing`, `a=a+@${second} was a=a@${first}`])
  })

  it('compaction runs concurrently with writes and reads', async (t) => {
    const { storage, clock } = await fresh(t)
    const final = Promise.all(['a', 'b', 'c', 'd'].map((name) => rewrite(storage, name, 200)))
    const recorder = new ChangeRecorder()
    await storage.follow(INITIAL_REVISION, recorder.listen)
    let oldest = INITIAL_REVISION
    for (let round = 0; round < 10; round++) {
      clock.advance(1)
      const now = await storage.compact(0)
      assert.ok(now >= oldest)
      oldest = now
      const { values } = await storage.range('')
      for (const { key, value } of values) assert.match(value.toString(), new RegExp(`^${key}`))
    }
    const revisions = await final
    const last = Math.max(...revisions) as Revision
    clock.advance(1)
    assert.equal(await storage.compact(0), last)
    const expected = ['a', 'b', 'c', 'd'].map((name, index) => `${name}=${name} 199@${revisions[index]}`)
    assert.deepEqual(plainRange(await storage.range('', { at: last })), expected)
    await recorder.reached(last)
    assert.equal(recorder.changes.length, 4 * 201)
  })

  it('compaction does not disturb a running range', async (t) => {
    const { storage, clock } = await fresh(t)
    const names = Array.from({ length: 3000 }, (_, index) => `k${String(index).padStart(4, '0')}`)
    const at = await put(storage, ...names.map((name) => create(name)))
    const reading = storage.isOnlyWriter ? storage.range('') : storage.range('', { at })
    const rewritten = await put(storage, ...names.map((name) => replace(name, at)))
    const pastReading = storage.range('', { at })
    clock.advance(1)
    assert.equal(await storage.compact(0), rewritten)
    const expected = names.map((name) => `${name}=${name}@${at}`)
    assert.deepEqual(plainRange(await reading), expected)
    assert.deepEqual(plainRange(await pastReading), expected)
    assert.equal((await storage.range('')).values.length, names.length)
  })

  it('an invalid age is a TypeError', async (t) => {
    const { storage } = await fresh(t)
    await assert.rejects(storage.compact(-1), TypeError)
    await assert.rejects(storage.compact(Number.NaN), TypeError)
  })
}

async function rewrite(storage: Storage, name: string, times: number): Promise<Revision> {
  let at = await put(storage, create(name))
  for (let round = 0; round < times; round++) at = await put(storage, replace(name, at, `${name} ${round}`))
  return at
}
