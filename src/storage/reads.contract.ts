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
  unavailable,
} from './contract.fixture.js'
import type { RangeOptions, Revision, Storage } from './contract.js'

export function readRules(fresh: Fresh): void {
  it('a key can be read as it was at any revision', async (t) => {
    const { storage } = await fresh(t)
    const other = await put(storage, create('0'))
    const created = await put(storage, create('a', 'one'))
    const between = await put(storage, create('b'))
    const replaced = await put(storage, replace('a', created, 'two'))
    const deleted = await put(storage, remove('a', replaced))
    const again = await put(storage, create('a', 'three'))
    const seen = []
    for (const at of [other, created, between, replaced, deleted, again])
      seen.push(plain(await storage.get('a', at)))
    assert.deepEqual(seen, [
      undefined,
      `a=one@${created}`,
      `a=one@${created}`,
      `a=two@${replaced}`,
      undefined,
      `a=three@${again}`,
    ])
  })

  it('a value has its own length, whatever was read before it', async (t) => {
    const { storage } = await fresh(t)
    const lengths = [40_000, 0, 1, 100, 127, 128, 3_000, 90_000, 2]
    const values = lengths.map((length) => 'ab'.repeat(length).slice(0, length))
    for (const [index, value] of values.entries()) await put(storage, create(`key-${index}`, value))
    for (const [index, value] of values.entries()) {
      assert.equal((await storage.get(`key-${index}`))?.value.toString(), value)
    }
    const read = (await storage.range('key-')).values.map(({ value }) => value.toString())
    assert.deepEqual(read, values)
  })

  it('ranges come in the order of bytes', async (t) => {
    const { storage } = await fresh(t)
    const keys = ['b', 'a/', 'a', 'a0', 'A', '~', ' ', 'a/b', 'a.b', 'aa', 'a/b/c', 'a-']
    for (const key of keys) await put(storage, create(key))
    const { values } = await storage.range('')
    const inOrder = keys.toSorted((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))
    assert.deepEqual(
      values.map(({ key }) => key),
      inOrder,
    )
  })

  it('a range holds the keys that begin with its prefix', async (t) => {
    const { storage } = await fresh(t)
    for (const key of ['a', 'a/', 'a/b', 'a/c/d', 'a0', 'b', 'b/a/']) await put(storage, create(key))
    assert.deepEqual(await keys(storage, 'a/'), ['a/', 'a/b', 'a/c/d'])
    assert.deepEqual(await keys(storage, 'a'), ['a', 'a/', 'a/b', 'a/c/d', 'a0'])
    assert.deepEqual(await keys(storage, 'a/b/'), [])
    assert.deepEqual(await keys(storage, 'c'), [])
    assert.equal((await keys(storage, '')).length, 7)
  })

  it('a range continues after a key, whether it exists or not', async (t) => {
    const { storage } = await fresh(t)
    for (const key of ['a', 'b/1', 'b/2', 'b/3', 'c']) await put(storage, create(key))
    assert.deepEqual(await keys(storage, 'b/', { after: 'b/1' }), ['b/2', 'b/3'])
    assert.deepEqual(await keys(storage, 'b/', { after: 'b/11' }), ['b/2', 'b/3'])
    assert.deepEqual(await keys(storage, 'b/', { after: 'b/' }), ['b/1', 'b/2', 'b/3'])
    assert.deepEqual(await keys(storage, 'b/', { after: 'a' }), ['b/1', 'b/2', 'b/3'])
    assert.deepEqual(await keys(storage, 'b/', { after: 'b/3' }), [])
    assert.deepEqual(await keys(storage, 'b/', { after: 'c' }), [])
    assert.deepEqual(await keys(storage, '', { after: 'b/3' }), ['c'])
  })

  it('a limit cuts a range, and `more` says whether something is left', async (t) => {
    const { storage } = await fresh(t)
    const last = await putAll(storage, ['a', 'b', 'c', 'd'])
    const gone = await put(storage, remove('d', last))
    assert.deepEqual(await keysAndMore(storage, { limit: 2 }), [['a', 'b'], true])
    assert.deepEqual(await keysAndMore(storage, { limit: 3 }), [['a', 'b', 'c'], false])
    assert.deepEqual(await keysAndMore(storage, { limit: 3, at: last }), [['a', 'b', 'c'], true])
    assert.deepEqual(await keysAndMore(storage, { limit: 1, after: 'b', at: last }), [['c'], true])
    assert.deepEqual(await keysAndMore(storage, { limit: 4, at: last }), [['a', 'b', 'c', 'd'], false])
    assert.deepEqual(await keysAndMore(storage, { limit: 9, at: gone }), [['a', 'b', 'c'], false])
  })

  it('a range returns the revision that it was read at', async (t) => {
    const { storage } = await fresh(t)
    const first = await put(storage, create('a'))
    const second = await put(storage, create('b'))
    assert.equal((await storage.range('')).revision, second)
    assert.equal((await storage.range('nothing')).revision, second)
    assert.equal((await storage.range('', { at: first })).revision, first)
  })

  it('a range at a past revision returns the state of then', async (t) => {
    const { storage } = await fresh(t)
    const first = await put(storage, create('a'), create('b'), create('c'))
    const second = await put(storage, replace('a', first, 'new'), remove('b', first), create('d'))
    const third = await put(storage, create('b', 'back'), remove('c', first))
    const now = [`a=new@${second}`, `b=back@${third}`, `d=d@${second}`]
    assert.deepEqual(plainRange(await storage.range('', { at: first })), [
      `a=a@${first}`,
      `b=b@${first}`,
      `c=c@${first}`,
    ])
    assert.deepEqual(plainRange(await storage.range('', { at: second })), [
      `a=new@${second}`,
      `c=c@${first}`,
      `d=d@${second}`,
    ])
    assert.deepEqual(plainRange(await storage.range('', { at: third })), now)
    assert.deepEqual(plainRange(await storage.range('')), now)
  })

  it('a range at a past revision skips other versions of a key', async (t) => {
    const { storage } = await fresh(t)
    await put(storage, create('a'))
    const revisions = [await put(storage, create('b', '0'))]
    for (let index = 1; index <= 40; index++) {
      revisions.push(await put(storage, replace('b', revisions.at(-1) as Revision, `${index}`)))
    }
    await put(storage, create('c'))
    for (const index of [0, 1, 7, 8, 20, 39, 40]) {
      const { values } = await storage.range('', { at: revisions[index] })
      assert.deepEqual(
        values.map(({ value }) => value.toString()),
        ['a', `${index}`],
      )
    }
  })

  it('pages at one revision are one snapshot, whatever is written between them', async (t) => {
    const { storage } = await fresh(t)
    const names = Array.from({ length: 30 }, (_, index) => `k${String(index).padStart(2, '0')}`)
    const at = await putAll(storage, names)
    const expected = plainRange(await storage.range(''))
    const seen: string[] = []
    for (let after = ''; ; ) {
      const page = await storage.range('', { at, after, limit: 4 })
      seen.push(...plainRange(page))
      after = page.values.at(-1)?.key ?? after
      if (!page.more) break
      for (const key of names.slice(seen.length - 2, seen.length + 2)) await change(storage, key)
      await put(storage, create(`${after}x`))
    }
    assert.deepEqual(seen, expected)
  })

  it('a range over many keys is one snapshot during writes', async (t) => {
    const { storage } = await fresh(t)
    const names = Array.from({ length: 3000 }, (_, index) => `k${String(index).padStart(4, '0')}`)
    const at = await put(storage, ...names.map((name) => create(name)))
    const reading = storage.range('')
    const writing = Promise.all([
      put(storage, ...names.slice(0, 1500).map((name) => remove(name, at))),
      put(storage, ...names.slice(1500).map((name) => replace(name, at))),
      put(storage, create('k1500x')),
    ])
    const range = await reading
    await writing
    if (storage.isOnlyWriter) {
      assert.equal(range.revision, at)
      assert.deepEqual(
        plainRange(range),
        names.map((name) => `${name}=${name}@${at}`),
      )
    }
    assert.deepEqual(plainRange(range), plainRange(await storage.range('', { at: range.revision })))
  })

  it('a future revision cannot be read', async (t) => {
    const { storage } = await fresh(t)
    const current = await put(storage, create('a'))
    const future = revision(current + 1)
    await assert.rejects(storage.get('a', future), unavailable('future', future, current))
    await assert.rejects(storage.range('', { at: future }), unavailable('future', future, current))
  })

  it('a read with invalid arguments is a TypeError', async (t) => {
    const { storage } = await fresh(t)
    await assert.rejects(storage.get(''), TypeError)
    await assert.rejects(storage.get('\u00e4'), TypeError)
    await assert.rejects(storage.get('a', revision(0)), TypeError)
    await assert.rejects(storage.get('a', revision(1.5)), TypeError)
    await assert.rejects(storage.range('\n'), TypeError)
    await assert.rejects(storage.range('', { limit: 0 }), TypeError)
    await assert.rejects(storage.range('', { limit: 1.5 }), TypeError)
    await assert.rejects(storage.range('', { at: revision(-1) }), TypeError)
  })
}

async function keys(storage: Storage, prefix: string, options?: RangeOptions): Promise<string[]> {
  return (await storage.range(prefix, options)).values.map(({ key }) => key)
}

async function keysAndMore(storage: Storage, options: RangeOptions): Promise<[string[], boolean]> {
  const { values, more } = await storage.range('', options)
  return [values.map(({ key }) => key), more]
}

async function putAll(storage: Storage, names: readonly string[]): Promise<Revision> {
  let last = revision(0)
  for (const name of names) last = await put(storage, create(name))
  return last
}

/** Deletes the key if it exists, else creates it. */
async function change(storage: Storage, key: string): Promise<void> {
  const stored = await storage.get(key)
  await put(storage, stored === undefined ? create(key, 'again') : remove(key, stored.revision))
}
