import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ID_BEGINNING, ID_LENGTH, uniqueId, uniqueNumber, writeUniqueNumber } from './unique-id.js'

describe('identifiers', () => {
  it('look like UUIDs, and are given once', () => {
    const ids = Array.from({ length: 70_000 }, () => uniqueId(uniqueNumber()))
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids)
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('are the same as text and in bytes, however large their number is', () => {
    for (const number of [
      1,
      255,
      256,
      65_535,
      2 ** 31,
      2 ** 32 - 1,
      2 ** 32,
      0x1234_5678_9abc,
      2 ** 48 - 1,
    ]) {
      const bytes = Buffer.from(ID_BEGINNING.padEnd(ID_LENGTH))
      writeUniqueNumber(bytes, ID_BEGINNING.length, number)
      assert.equal(bytes.toString(), uniqueId(number))
      assert.equal(Number.parseInt(bytes.subarray(ID_BEGINNING.length).toString(), 16), number)
    }
  })
})
