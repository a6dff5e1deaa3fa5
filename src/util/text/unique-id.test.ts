import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ID_LENGTH, uniqueId, uniqueNumber, writeUniqueId } from './unique-id.js'

describe('identifiers', () => {
  it('look like UUIDs, and are given once', () => {
    const ids = Array.from({ length: 70_000 }, () => uniqueId(uniqueNumber()))
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids)
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('are the same as text and in bytes, however large their number is and whichever stood there before', () => {
    const bytes = Buffer.alloc(ID_LENGTH)
    let there: number | undefined
    for (const number of [
      1,
      2,
      255,
      256,
      255,
      65_535,
      2 ** 31,
      2 ** 32 - 1,
      2 ** 32,
      2 ** 32 + 1,
      0x1234_5678_9abc,
      2 ** 48 - 1,
      0,
    ]) {
      writeUniqueId(bytes, 0, number, there)
      there = number
      assert.equal(bytes.toString(), uniqueId(number))
      assert.equal(Number.parseInt(uniqueId(number).slice(-12), 16), number)
    }
  })
})
