import assert from 'node:assert/strict'
import { it } from 'node:test'
import {
  create,
  type Fresh,
  plain,
  plainRange,
  put,
  remove,
  replace,
  revision,
  revisionOf,
} from './contract.fixture.js'
import {
  INITIAL_REVISION,
  MAX_KEY_LENGTH,
  MAX_VALUE_LENGTH,
  type Operation,
  type Storage,
  WriteTooLarge,
} from './contract.js'

export function writeRules(fresh: Fresh, maxValueLength = MAX_VALUE_LENGTH): void {
  it('a new store is at the initial revision, and the first write is above it', async (t) => {
    const { storage } = await fresh(t)
    assert.equal(await storage.currentRevision(), INITIAL_REVISION)
    assert.ok((await put(storage, create('a'))) > INITIAL_REVISION)
  })

  it('every write gets a higher revision, which is then the current one', async (t) => {
    const { storage } = await fresh(t)
    const first = await put(storage, create('a'))
    const second = await put(storage, create('b'))
    const third = await put(storage, replace('a', first))
    const fourth = await put(storage, remove('b', second))
    assert.ok(first < second && second < third && third < fourth)
    assert.equal(await storage.currentRevision(), fourth)
  })

  it('a written value can be read with its revision', async (t) => {
    const { storage } = await fresh(t)
    const created = await put(storage, create('a', 'one'))
    assert.equal(plain(await storage.get('a')), `a=one@${created}`)
    const replaced = await put(storage, replace('a', created, 'two'))
    assert.equal(plain(await storage.get('a')), `a=two@${replaced}`)
    await put(storage, remove('a', replaced))
    assert.equal(await storage.get('a'), undefined)
    const again = await put(storage, create('a', 'three'))
    assert.equal(plain(await storage.get('a')), `a=three@${again}`)
  })

  it('a create of an existing key returns its revision', async (t) => {
    const { storage } = await fresh(t)
    const actual = await put(storage, create('a'))
    assert.deepEqual(await storage.write([create('a')]), { outcome: 'exists', key: 'a', actual })
  })

  it('a replace or delete of an absent key returns missing', async (t) => {
    const { storage } = await fresh(t)
    const missing = { outcome: 'missing', key: 'a' }
    assert.deepEqual(await storage.write([replace('a', revision(2))]), missing)
    assert.deepEqual(await storage.write([remove('a', revision(2))]), missing)
    const created = await put(storage, create('a'))
    await put(storage, remove('a', created))
    assert.deepEqual(await storage.write([replace('a', created)]), missing)
    assert.deepEqual(await storage.write([remove('a', created)]), missing)
  })

  it('a replace or delete with an outdated revision returns the actual one', async (t) => {
    const { storage } = await fresh(t)
    const first = await put(storage, create('a'))
    const actual = await put(storage, replace('a', first))
    const conflict = { outcome: 'conflict', key: 'a', actual }
    assert.deepEqual(await storage.write([replace('a', first)]), conflict)
    assert.deepEqual(await storage.write([remove('a', first)]), conflict)
    assert.deepEqual(await storage.write([replace('a', revision(actual + 1))]), conflict)
  })

  it('a write over several keys happens at one revision', async (t) => {
    const { storage } = await fresh(t)
    const first = await put(storage, create('a'), create('b'))
    const second = await put(storage, replace('a', first, 'A'), remove('b', first), create('c'))
    assert.deepEqual(plainRange(await storage.range('')), [`a=A@${second}`, `c=c@${second}`])
    assert.deepEqual(plainRange(await storage.range('', { at: first })), [`a=a@${first}`, `b=b@${first}`])
  })

  it('a write happens as a whole or not at all', async (t) => {
    const { storage } = await fresh(t)
    const before = await put(storage, create('a'), create('b'))
    const outcomes = [
      await storage.write([replace('a', before), create('c'), create('b')]),
      await storage.write([create('c'), remove('b', before), replace('x', before)]),
      await storage.write([create('c'), replace('a', before), remove('b', revision(before + 1))]),
    ]
    assert.deepEqual(outcomes, [
      { outcome: 'exists', key: 'b', actual: before },
      { outcome: 'missing', key: 'x' },
      { outcome: 'conflict', key: 'b', actual: before },
    ])
    assert.deepEqual(plainRange(await storage.range('')), [`a=a@${before}`, `b=b@${before}`])
    assert.equal(await storage.currentRevision(), before)
  })

  it('the first failed precondition decides', async (t) => {
    const { storage } = await fresh(t)
    const at = await put(storage, create('a'), create('b'))
    const wrong = revision(at + 1)
    assert.deepEqual(await storage.write([create('a'), replace('b', wrong), remove('c', at)]), {
      outcome: 'exists',
      key: 'a',
      actual: at,
    })
    assert.deepEqual(await storage.write([create('c'), replace('b', wrong), create('a')]), {
      outcome: 'conflict',
      key: 'b',
      actual: at,
    })
    assert.deepEqual(await storage.write([remove('c', at), create('a')]), { outcome: 'missing', key: 'c' })
  })

  it('one of several concurrent writers of a key wins, and the others get its revision', async (t) => {
    const { storage } = await fresh(t)
    let expected = await oneWinner(storage, (writer) => create('a', `${writer}`), 'exists')
    expected = await oneWinner(storage, (writer) => replace('a', expected, `${writer}`), 'conflict')
    await oneWinner(storage, () => remove('a', expected), 'missing')
  })

  it('writes of the same keys in different order do not deadlock', async (t) => {
    const { storage } = await fresh(t)
    const at = await put(storage, create('a'), create('b'), create('c'))
    const outcomes = await Promise.all([
      storage.write([replace('a', at), replace('b', at)]),
      storage.write([replace('b', at), replace('a', at)]),
      storage.write([replace('c', at), replace('a', at)]),
      storage.write([create('d'), replace('c', at)]),
    ])
    const kinds = outcomes.map(({ outcome }) => outcome)
    // Only a store without other writers decides in call order.
    if (storage.isOnlyWriter) assert.deepEqual(kinds, ['written', 'conflict', 'conflict', 'written'])
    else assert.ok(kinds.includes('written'))
  })

  it('values come back byte by byte, however small or large', async (t) => {
    const { storage } = await fresh(t)
    const all = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    const largest = Buffer.alloc(maxValueLength, 'large ')
    const part = Buffer.from('not this, but this, and not this').subarray(10, 18)
    const longest = 'k'.repeat(MAX_KEY_LENGTH)
    await put(storage, value('all', all), value('empty', Buffer.alloc(0)), value('part', part))
    await put(storage, value(longest, largest))
    assert.deepEqual((await storage.get('all'))?.value, all)
    assert.deepEqual((await storage.get('empty'))?.value, Buffer.alloc(0))
    assert.equal((await storage.get('part'))?.value.toString(), 'but this')
    assert.ok((await storage.get(longest))?.value.equals(largest))
  })

  it('a value that was read does not change', async (t) => {
    const { storage, clock } = await fresh(t)
    const first = await put(storage, create('a', 'first'))
    const got = await storage.get('a')
    const { values } = await storage.range('')
    await put(storage, replace('a', first, 'other'))
    for (let index = 0; index < 100; index++) await put(storage, create(`b${index}`, 'xxxxx'))
    clock.advance(1)
    await storage.compact(0)
    await storage.range('')
    assert.equal(plain(got), `a=first@${first}`)
    assert.equal(plain(values[0]), `a=first@${first}`)
  })

  it('a write with invalid arguments is a TypeError, and changes nothing', async (t) => {
    const { storage } = await fresh(t)
    const wrong: Operation[][] = [
      [],
      [create('a'), create('a')],
      [create('a'), remove('a', revision(2))],
      [create('')],
      [create('a\n')],
      [create('\u00e4')],
      [create('a\0b')],
      [create('k'.repeat(MAX_KEY_LENGTH + 1))],
      [replace('a', revision(0))],
      [remove('a', revision(1.5))],
    ]
    for (const operations of wrong) await assert.rejects(storage.write(operations), TypeError)
    assert.equal(await storage.currentRevision(), INITIAL_REVISION)
  })

  it('a value that is too large is rejected, and changes nothing', async (t) => {
    const { storage } = await fresh(t)
    const write = storage.write([create('b'), value('a', Buffer.alloc(MAX_VALUE_LENGTH + 1))])
    await assert.rejects(write, WriteTooLarge)
    assert.equal(await storage.currentRevision(), INITIAL_REVISION)
  })
}

function value(key: string, bytes: Buffer): Operation {
  return { type: 'create', key, value: bytes }
}

/** Ten concurrent writers. Returns the revision of the winner. */
async function oneWinner(storage: Storage, attempt: (writer: number) => Operation, rejection: string) {
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, writer) => storage.write([attempt(writer)])),
  )
  const winners = outcomes.filter(({ outcome }) => outcome === 'written')
  const [winner] = winners
  if (winner === undefined) assert.fail('no write won')
  const at = revisionOf(winner)
  assert.equal(winners.length, 1)
  for (const outcome of outcomes) {
    if (outcome === winner) continue
    assert.equal(outcome.outcome, rejection)
    if ('actual' in outcome) assert.equal(outcome.actual, at)
  }
  return at
}
