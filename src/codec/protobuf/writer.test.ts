import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { varintSize } from '#util/protobuf/wire-type.js'
import { Writer } from '#util/protobuf/writer.js'
import { Reader } from './reader.js'
import { bytes } from './ship.fixture.js'

const written = (write: (writer: Writer) => void): Buffer => {
  const writer = new Writer()
  write(writer)
  return writer.take()
}

describe('writing the parts of messages', () => {
  it('writes whole numbers in as many bytes as they need, negative ones in ten', () => {
    const cases: readonly (readonly [number, string])[] = [
      [0, '00'],
      [1, '01'],
      [127, '7f'],
      [128, '80 01'],
      [300, 'ac 02'],
      [0x7fffffff, 'ff ff ff ff 07'],
      [2 ** 32, '80 80 80 80 10'],
      [2 ** 53 - 1, 'ff ff ff ff ff ff ff 0f'],
      [-1, 'ff ff ff ff ff ff ff ff ff 01'],
      [-2, 'fe ff ff ff ff ff ff ff ff 01'],
      [-0x80000000, '80 80 80 80 f8 ff ff ff ff 01'],
    ]
    for (const [value, hex] of cases) {
      assert.deepEqual(
        written((writer) => writer.varint(value)),
        bytes(hex),
        String(value),
      )
    }
  })

  it('writes numbers that are read as what they were, at every power of two', () => {
    for (let power = 0; power <= 53; power++) {
      for (const value of [2 ** power - 1, 1 - 2 ** power, -(2 ** (power - 1)), 2 ** (power - 1)].map(
        Math.trunc,
      )) {
        assert.equal(new Reader(written((writer) => writer.varint(value))).int64(), value + 0)
      }
    }
  })

  it('knows how many bytes a number takes', () => {
    for (const value of [
      0,
      1,
      127,
      128,
      16_383,
      16_384,
      2 ** 21 - 1,
      2 ** 21,
      2 ** 28 - 1,
      2 ** 28,
      2 ** 31,
    ]) {
      assert.equal(varintSize(value), written((writer) => writer.varint(value)).length, String(value))
    }
  })

  it('writes text of any length and script', () => {
    for (const unit of ['a', 'é', '日', '😀', '\u0000']) {
      for (const count of [0, 1, 16, 24, 25, 47, 48, 49, 127, 128, 5000]) {
        const text = unit.repeat(count)
        assert.equal(new Reader(written((writer) => writer.text(text))).text(), text)
        const late = `${'x'.repeat(count)}${unit}`
        assert.equal(new Reader(written((writer) => writer.text(late))).text(), late)
      }
    }
  })

  it('puts each part before those already written, also when it has to grow', () => {
    const writer = new Writer()
    const part = Buffer.alloc(1000)
    for (let count = 0; count < 100; count++) writer.raw(part.fill(count))
    assert.equal(writer.size, 100_000)
    const taken = writer.take()
    assert.deepEqual([taken[0], taken[99_999]], [99, 0])
    assert.equal(writer.size, 0)
    writer.raw(Buffer.alloc(3 * 1024 * 1024, 1))
    writer.varint(7)
    assert.equal(writer.take()[0], 7)
  })

  it('hands out bytes that later messages do not touch', () => {
    const writer = new Writer()
    writer.text('first')
    const first = writer.take()
    writer.text('other')
    writer.take()
    assert.equal(first.toString('latin1', 1), 'first')
  })
})
