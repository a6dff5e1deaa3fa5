import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RandomChoices } from '#util/random-choices.js'
import { Lz4, Lz4Error } from './lz4.js'

const NO_DICTIONARY = Buffer.alloc(0)
const DICTIONARY = Buffer.from('{"metadata":{"name":"","namespace":"default","labels":{"app":"')

/** Compresses and decompresses. Returns the length of the block; undefined if there is none. */
function throughBlock(lz4: Lz4, data: Buffer): number | undefined {
  const block = lz4.compress(data)
  if (block === undefined) return undefined
  const kept = Buffer.from(block)
  assert.ok(lz4.decompress(kept, data.length).equals(data))
  return kept.length
}

describe('LZ4 blocks', () => {
  it('are restored as the format says', () => {
    const lz4 = new Lz4(DICTIONARY)
    const restore = (length: number, ...parts: (string | number)[]) => {
      const bytes = parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part)))
      return lz4.decompress(Buffer.concat(bytes), length).toString()
    }
    assert.equal(restore(5, 0x50, 'hello'), 'hello')
    assert.equal(restore(0, 0x00), '')
    // A reference that overlaps with what it makes repeats it.
    assert.equal(restore(15, 0x16, 'a', 1, 0, 0x40, 'tail'), `${'a'.repeat(11)}tail`)
    // Lengths that go on behind the first byte.
    assert.equal(restore(20, 0xf0, 5, 'x'.repeat(20)), 'x'.repeat(20))
    assert.equal(restore(291, 0x1f, 'a', 1, 0, 255, 12, 0x40, 'tail'), `${'a'.repeat(287)}tail`)
    // References into the dictionary, and from there on into the data.
    assert.equal(restore(9, 0x21, '"x', 9, 0, 0x20, '()'), '"x"app"()')
    assert.equal(restore(10, 0x22, '"x', 4, 0, 0x20, '()'), '"x:""x:"()')
  })

  it('are undone for data of every length, with a dictionary and without', () => {
    const text =
      '{"metadata":{"name":"web","namespace":"default","labels":{"app":"web","tier":"web"}}}'.repeat(8)
    for (const dictionary of [NO_DICTIONARY, DICTIONARY]) {
      const lz4 = new Lz4(dictionary)
      for (let length = 0; length <= text.length; length++)
        throughBlock(lz4, Buffer.from(text.slice(0, length)))
      assert.ok((throughBlock(lz4, Buffer.from(text)) ?? text.length) < text.length / 4)
    }
  })

  it('are smaller for data that the dictionary knows', () => {
    const data = Buffer.from('{"metadata":{"name":"a","namespace":"default","labels":{"app":"b"}}}')
    assert.equal(throughBlock(new Lz4(NO_DICTIONARY), data), undefined)
    assert.ok((throughBlock(new Lz4(DICTIONARY), data) ?? data.length) < data.length / 2)
  })

  it('are undone for data that is partly random', () => {
    const random = new RandomChoices(7)
    const lz4 = new Lz4(DICTIONARY)
    for (let round = 0; round < 300; round++) {
      const data = Buffer.alloc(random.below(3000))
      for (let at = 0; at < data.length; ) {
        const isKnown = random.below(5) < 3
        const length = Math.min(1 + random.below(60), data.length - at)
        for (const stop = at + length; at < stop; at++) {
          data[at] = isKnown ? (DICTIONARY[at % DICTIONARY.length] as number) : random.below(256)
        }
      }
      throughBlock(lz4, data)
    }
  })

  it('do not exist for data that cannot be compressed or is too large', () => {
    const random = new RandomChoices(11)
    const lz4 = new Lz4(DICTIONARY)
    const noise = Buffer.from(Array.from({ length: 5000 }, () => random.below(256)))
    assert.equal(lz4.compress(noise), undefined)
    assert.equal(lz4.compress(Buffer.alloc(lz4.capacity + 1)), undefined)
    assert.ok((throughBlock(lz4, Buffer.alloc(lz4.capacity)) ?? lz4.capacity) < 300)
  })

  it('that are damaged are rejected, or make other data of the same length', () => {
    const random = new RandomChoices(13)
    const lz4 = new Lz4(DICTIONARY)
    const data = Buffer.from('{"metadata":{"name":"web","labels":{"app":"web","tier":"front"}}}'.repeat(10))
    const block = Buffer.from(lz4.compress(data) as Buffer)
    let rejected = 0
    for (let round = 0; round < 2000; round++) {
      const damaged = Buffer.from(block.subarray(0, 1 + random.below(block.length)))
      damaged[random.below(damaged.length)] = random.below(256)
      try {
        assert.equal(lz4.decompress(damaged, data.length).length, data.length)
      } catch (error) {
        assert.ok(error instanceof Lz4Error)
        rejected++
      }
    }
    assert.ok(rejected > 1000)
    assert.ok(lz4.decompress(block, data.length).equals(data))
    assert.throws(() => lz4.decompress(block, data.length + 1), Lz4Error)
    assert.throws(() => lz4.decompress(block, lz4.capacity + 1), Lz4Error)
    assert.throws(() => lz4.decompress(Buffer.alloc(0), 0), Lz4Error)
  })
})
