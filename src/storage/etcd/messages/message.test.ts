import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bool, bytes, id, int64, message, nested, repeated, text } from './message.js'

const Inner = message({ name: text(1), number: int64(2) })
const Outer = message({
  flag: bool(1),
  count: int64(2),
  title: text(3),
  data: bytes(4),
  inner: nested(5, Inner),
  many: repeated(nested(6, Inner)),
  words: repeated(text(17)),
})

describe('messages of etcd', () => {
  it('survive encoding and decoding', () => {
    const value = {
      flag: true,
      count: 2 ** 52 + 1,
      title: 'größe',
      data: Buffer.from([0, 255, 1]),
      inner: { name: 'one', number: -1 },
      many: [
        { name: '', number: 300 },
        { name: 'x'.repeat(300), number: 0 },
      ],
      words: ['a', 'b'],
    }
    assert.deepEqual(Outer.decode(Outer.encode(value)), value)
  })

  it('have defaults for absent fields', () => {
    assert.deepEqual(Outer.decode(Buffer.alloc(0)), {
      flag: false,
      count: 0,
      title: '',
      data: Buffer.alloc(0),
      inner: undefined,
      many: [],
      words: [],
    })
  })

  it('are encoded as by other programs', () => {
    const encoded = Outer.encode({ count: 150, title: 'testing', inner: { number: 1 } })
    assert.equal(encoded.toString('hex'), '1096011a0774657374696e672a021001')
  })

  it('may have unknown fields', () => {
    const Newer = message({ count: int64(2), more: text(30), inner: nested(31, Inner) })
    const sent = Newer.encode({ count: 7, more: 'news', inner: { name: 'x' } })
    // And numbers of fixed width, which we never send.
    const fixed = Buffer.from([0xf9, 0x01, 1, 2, 3, 4, 5, 6, 7, 8, 0xfd, 0x01, 1, 2, 3, 4])
    assert.equal(Outer.decode(Buffer.concat([fixed, sent])).count, 7)
  })

  it('keep every bit of an identifier', () => {
    const Sent = message({ id: int64(1) })
    const Read = message({ id: id(1) })
    assert.equal(Read.decode(Sent.encode({ id: -1 })).id, 2n ** 64n - 1n)
  })

  it('are rejected when truncated', () => {
    const whole = Outer.encode({ title: 'testing' })
    for (let end = 1; end < whole.length; end++) {
      assert.throws(() => Outer.decode(whole.subarray(0, end)), /cannot be read/)
    }
    assert.throws(() => Outer.decode(Buffer.alloc(12, 0xff)), /more than 64 bits/)
  })
})
