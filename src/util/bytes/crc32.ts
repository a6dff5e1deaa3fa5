import { crc32 as nativeCrc32 } from 'node:zlib'

/** Up to here a loop is quicker than a call into native code. */
const SHORT = 96

/** What a byte does to a checksum, and behind it what it does when one, two or three further bytes have followed. */
const TABLE = makeTable()

/**
 * The CRC-32 (as in zlib) of the bytes from `start` to `end`. With `before`, the checksum of what came before them, it
 * is that of both together.
 */
export function crc32(bytes: Buffer, start = 0, end = bytes.length, before = 0): number {
  if (end - start > SHORT) {
    const isWhole = start === 0 && end === bytes.length
    return nativeCrc32(isWhole ? bytes : bytes.subarray(start, end), before)
  }
  let state = ~before
  let at = start
  for (; at + 4 <= end; at += 4) {
    state ^=
      (bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)
    state =
      (TABLE[768 + (state & 255)] as number) ^
      (TABLE[512 + ((state >>> 8) & 255)] as number) ^
      (TABLE[256 + ((state >>> 16) & 255)] as number) ^
      (TABLE[state >>> 24] as number)
  }
  for (; at < end; at++) state = (TABLE[(state ^ (bytes[at] as number)) & 255] as number) ^ (state >>> 8)
  return ~state >>> 0
}

function makeTable(): Int32Array {
  const table = new Int32Array(4 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let state = byte
    for (let bit = 0; bit < 8; bit++) state = state & 1 ? (state >>> 1) ^ 0xedb88320 : state >>> 1
    table[byte] = state
  }
  for (let at = 256; at < table.length; at++) {
    const before = table[at - 256] as number
    table[at] = (table[before & 255] as number) ^ (before >>> 8)
  }
  return table
}
