import { crc32 } from 'node:zlib'

/** The checksum follows the value, and covers key and value: a record under a wrong key is detected, too. */
export const CHECKSUM_BYTES = 4

/** Writes the checksum of a record into the last bytes of its value. */
export function writeChecksum(key: Buffer, value: Buffer): void {
  const end = value.length - CHECKSUM_BYTES
  value.writeUInt32BE(crc32(value.subarray(0, end), crc32(key)), end)
}

/** The value without its checksum; undefined when it does not match. */
export function checkedValue(key: Buffer, value: Buffer): Buffer | undefined {
  const end = value.length - CHECKSUM_BYTES
  if (end < 0) return undefined
  const own = value.subarray(0, end)
  return value.readUInt32BE(end) === crc32(own, crc32(key)) ? own : undefined
}

/** Whether the checksum of a record matches, whose key, value and checksum are from `start` to `end`. */
export function isIntact(bytes: Buffer, start: number, end: number): boolean {
  const valueEnd = end - CHECKSUM_BYTES
  return valueEnd >= start && bytes.readUInt32BE(valueEnd) === crc32(bytes.subarray(start, valueEnd))
}
