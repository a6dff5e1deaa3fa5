import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, remove, replace, revision } from '#storage/contract.fixture.js'
import { MAX_KEY_LENGTH, type Operation, type Revision } from '#storage/contract.js'
import { CHECKSUM_BYTES } from '#storage/embedded/format/checksum.js'
import {
  keySpan,
  readLogEntry,
  readRevision,
  revisionBytes,
  revisionOfVersion,
  versionKey,
} from '#storage/embedded/format/layout.js'
import { Mutations, packedSize, unpackMutations } from './mutations.js'

describe('mutations', () => {
  it('survive packing and unpacking', () => {
    const mutations = new Mutations(1)
    mutations.putMeta('name', Buffer.from('value'))
    mutations.removeMeta('other')
    mutations.removeVersion('a/b', revision(7))
    mutations.removeLog(revision(8))
    assert.deepEqual(unpack(mutations), [
      { database: 'meta', key: Buffer.from('name'), value: Buffer.from('value') },
      { database: 'meta', key: Buffer.from('other'), value: undefined },
      { database: 'versions', key: versionKey('a/b', 7), value: undefined },
      { database: 'log', key: revisionBytes(8), value: undefined },
    ])
  })

  it('of a write are a version and a head per key, and one log entry', () => {
    const operations = [create('a', 'one'), replace('b', revision(3), 'two'), remove('c', revision(4))]
    const previous = new Map<string, Revision>([
      ['b', revision(3)],
      ['c', revision(4)],
    ])
    const mutations = new Mutations(1)
    mutations.addWrite(operations, revision(5), 1234.5, (key) => previous.get(key))
    const unpacked = unpack(mutations)
    assert.deepEqual(unpacked.slice(0, 6), [
      { database: 'versions', key: versionKey('a', 5), value: Buffer.from('\x01one') },
      { database: 'heads', key: Buffer.from('a'), value: revisionBytes(5) },
      { database: 'versions', key: versionKey('b', 5), value: Buffer.from('\x01two') },
      { database: 'heads', key: Buffer.from('b'), value: revisionBytes(5) },
      { database: 'versions', key: versionKey('c', 5), value: Buffer.from('\x00') },
      { database: 'heads', key: Buffer.from('c'), value: undefined },
    ])
    const log = unpacked[6]
    assert.ok(log?.database === 'log' && log.value !== undefined)
    assert.deepEqual(readLogEntry(log.key, log.value), {
      revision: 5,
      time: 1234.5,
      changes: [
        { key: 'a', deleted: false, previous: undefined },
        { key: 'b', deleted: false, previous: 3 },
        { key: 'c', deleted: true, previous: 4 },
      ],
    })
  })

  it('take no more bytes than `packedSize`', () => {
    const long = 'k'.repeat(MAX_KEY_LENGTH)
    const writes: Operation[][] = [
      [create('a', '')],
      [create(long), remove('b', revision(2))],
      [replace(long, revision(2)), create('c', 'x'.repeat(5000))],
    ]
    for (const operations of writes) {
      const mutations = new Mutations(1)
      mutations.addWrite(operations, revision(2 ** 40), 1e12, () => undefined)
      const said = operations.reduce((size, operation) => size + packedSize(operation), 0)
      assert.ok(mutations.length <= said, `${mutations.length} <= ${said}`)
    }
  })
})

describe('the layout', () => {
  it('orders revisions as numbers', () => {
    const revisions = [1, 2, 255, 256, 65_536, 2 ** 32 - 1, 2 ** 32, 2 ** 40 + 1, Number.MAX_SAFE_INTEGER]
    for (const value of revisions) assert.equal(readRevision(revisionBytes(value)), value)
    const keys = revisions.map(revisionBytes)
    assert.deepEqual(keys.toSorted(Buffer.compare), keys)
  })

  it('keeps the versions of a key together, in key order', () => {
    const inOrder = [
      versionKey('a', 2),
      versionKey('a', 300),
      versionKey('a ', 1),
      versionKey('a/', 5),
      versionKey('b', 3),
    ]
    assert.deepEqual(inOrder.toSorted(Buffer.compare), inOrder)
    assert.equal(revisionOfVersion(versionKey('a', 300)), 300)
  })

  it('spans the keys of a prefix after a key, and their versions', () => {
    const cases: [prefix: string, after: string, inside: string[], outside: string[]][] = [
      ['', '', [' ', 'a', '~~'], []],
      ['a', '', ['a', 'a ', 'a~'], ['A', 'b']],
      ['a', 'a', ['a ', 'aa'], ['a', 'b']],
      ['a/', 'a/b', ['a/b ', 'a/c'], ['a/b', 'a/', 'a0']],
      ['b', 'a', ['b', 'ba'], ['a', 'c']],
      ['a', 'b', [], ['a', 'b', 'c']],
    ]
    for (const [prefix, after, inside, outside] of cases) {
      const { start, end } = keySpan(prefix, after)
      const spans = (key: Buffer) => Buffer.compare(start, key) <= 0 && Buffer.compare(key, end) < 0
      for (const key of inside)
        assert.ok(spans(Buffer.from(key)) && spans(versionKey(key, 2 ** 50)), `${key} in ${prefix}`)
      for (const key of outside)
        assert.ok(!spans(Buffer.from(key)) && !spans(versionKey(key, 2)), `${key} out of ${prefix}`)
    }
  })
})

/** Without the room for checksums. */
function unpack(mutations: Mutations) {
  const { buffer, length } = mutations.take()
  return unpackMutations(buffer, length).map(({ value, ...mutation }) => ({
    ...mutation,
    value: value?.subarray(0, value.length - CHECKSUM_BYTES),
  }))
}
