import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { PackedBytes } from './packed-bytes.js'

/** JSON that says much the same again and again, as a definition does. */
function fields(length: number): Buffer {
  let text = ''
  for (let index = 0; text.length < length; index++) {
    text += `"field${index}":{"type":"string","description":"What field${index} is."},`
  }
  return Buffer.from(text.slice(0, length))
}

/** So that the bytes have to be restored. */
const forgetLast = () => void PackedBytes.pack(fields(1000))

function packed(bytes: Buffer): PackedBytes {
  const result = PackedBytes.pack(bytes)
  assert.ok(result !== undefined)
  forgetLast()
  return result
}

describe('packed bytes', () => {
  for (const length of [1000, 65_535, 65_536, 65_537, 200_000]) {
    it(`are the same when they are restored: ${length}`, () => {
      const bytes = fields(length)
      const result = packed(bytes)
      assert.equal(result.length, length)
      assert.ok(result.restore().equals(bytes))
      assert.equal(result.restore(), result.restore())
      forgetLast()
      assert.ok(result.peek().equals(bytes))
      assert.ok(result.peek().equals(bytes))
    })
  }

  it('are looked at one after the other in the same memory', () => {
    const [first, second] = [fields(1000), fields(2000)]
    const [one, two] = [packed(first), packed(second)]
    assert.ok(two.peek().equals(second))
    assert.ok(one.peek().equals(first))
    assert.equal(one.peek().buffer, two.peek().buffer)
    assert.ok(two.restore().equals(second))
  })

  it('are copied from any offset to any place', () => {
    const bytes = fields(150_000)
    const result = packed(bytes)
    for (const from of [0, 1, 65_535, 65_536, 70_000, 149_999, 150_000]) {
      const target = Buffer.alloc(bytes.length + 7)
      assert.equal(result.copy(target, 7, from), bytes.length - from)
      assert.ok(target.subarray(7, 7 + bytes.length - from).equals(bytes.subarray(from)))
      assert.ok(result.subarray(from).equals(bytes.subarray(from)))
      forgetLast()
    }
  })

  it('are known by how they begin', () => {
    const bytes = fields(100_000)
    const result = packed(bytes)
    assert.equal(result.beginWith(bytes.subarray(0, 50)), true)
    assert.equal(result.beginWith(Buffer.from('"field1"')), false)
    result.restore()
    assert.equal(result.beginWith(bytes.subarray(0, 50)), true)
    assert.equal(result.beginWith(Buffer.from('"field1"')), false)
  })

  it('are as they were when nothing is gained', () => {
    assert.equal(PackedBytes.pack(randomBytes(100_000)), undefined)
    assert.equal(PackedBytes.pack(Buffer.concat([fields(60_000), randomBytes(100_000)])), undefined)
  })
})
