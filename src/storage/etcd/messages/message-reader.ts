import { WIRE_TYPE } from '../../../util/protobuf/wire-type.js'

const WHOLE = 2 ** 32

/** Reads the parts of a message from etcd, within its bounds. */
export class MessageReader {
  readonly #bytes: Buffer
  #at: number
  readonly #end: number

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = at
    this.#end = end
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end
  }

  /** A number of 64 bits with a sign. Revisions and counts stay far below 2^53. */
  int64(): number {
    const [low, high] = this.#halves()
    return (high | 0) * WHOLE + low
  }

  /** A number of 64 bits without a sign, of which every bit counts. */
  uint64(): bigint {
    const [low, high] = this.#halves()
    return (BigInt(high) << 32n) | BigInt(low)
  }

  /** The bytes of a field without a copy of them. */
  bytes(): Buffer {
    const [start, end] = this.#chunk()
    return this.#bytes.subarray(start, end)
  }

  text(): string {
    const [start, end] = this.#chunk()
    return this.#bytes.toString('utf8', start, end)
  }

  nested(): MessageReader {
    const [start, end] = this.#chunk()
    return new MessageReader(this.#bytes, start, end)
  }

  /** Passes over the value of a field that nobody asks for. */
  skip(tag: number): void {
    const wireType = tag & 7
    if (wireType === WIRE_TYPE.varint) this.#halves()
    else if (wireType === WIRE_TYPE.bytes) this.#chunk()
    else if (wireType === WIRE_TYPE.fixed64) this.#advance(8)
    else if (wireType === WIRE_TYPE.fixed32) this.#advance(4)
    else throw unreadable(`wire type ${wireType}`)
  }

  #chunk(): [start: number, end: number] {
    const length = this.int64()
    const start = this.#at
    this.#advance(length)
    return [start, this.#at]
  }

  #advance(length: number): void {
    if (length < 0 || this.#at + length > this.#end) throw unreadable('a field is cut short')
    this.#at += length
  }

  /** Seven bits a byte, the lowest first; the fifth byte lies across the border between the halves. */
  #halves(): [low: number, high: number] {
    let low = 0
    let high = 0
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.#at >= this.#end) throw unreadable('a number is cut short')
      const byte = this.#bytes[this.#at++] as number
      const bits = byte & 0x7f
      if (shift < 28) low |= bits << shift
      else if (shift === 28) {
        low |= bits << 28
        high = bits >>> 4
      } else high |= bits << (shift - 32)
      if (byte < 0x80) return [low >>> 0, high >>> 0]
    }
    throw unreadable('a number has more than 64 bits')
  }
}

function unreadable(why: string): Error {
  return new Error(`etcd sent a message that cannot be read: ${why}`)
}
