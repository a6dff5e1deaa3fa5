import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { crc32 as nativeCrc32 } from 'node:zlib'
import { crc32 } from './crc32.js'

const BYTES = createHash('shake256', { outputLength: 600 }).update('bytes').digest()

describe('the checksum', () => {
  it('is that of zlib, for bytes of any length', () => {
    for (let end = 0; end <= BYTES.length; end++) {
      assert.equal(crc32(BYTES, 0, end), nativeCrc32(BYTES.subarray(0, end)), `${end} bytes`)
    }
  })

  it('of a part is that of the part alone', () => {
    for (const [start, end] of [
      [0, 0],
      [3, 50],
      [17, 400],
      [599, 600],
    ] as const) {
      assert.equal(crc32(BYTES, start, end), nativeCrc32(BYTES.subarray(start, end)))
    }
  })

  it('of two parts, one after the other, is that of both together', () => {
    for (const middle of [0, 1, 5, 95, 97, 300, 600]) {
      assert.equal(crc32(BYTES, middle, BYTES.length, crc32(BYTES, 0, middle)), nativeCrc32(BYTES))
    }
  })
})
