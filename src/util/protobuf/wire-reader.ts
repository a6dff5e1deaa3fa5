/** How the bytes of a field are laid out; the last three bits of its tag. */
export const WIRE_TYPE = {
  varint: 0,
  fixed64: 1,
  /** A length and as many bytes: text, messages, map entries, packed lists. */
  bytes: 2,
  groupStart: 3,
  groupEnd: 4,
  fixed32: 5,
} as const
export type WireType = (typeof WIRE_TYPE)[keyof typeof WIRE_TYPE]

/** What stands before the value of a field. */
export function tagOf(number: number, wireType: WireType): number {
  return (number << 3) | wireType
}

/** How many bytes a length or tag takes. */
export function varintSize(value: number): number {
  return Math.ceil((32 - Math.clz32(value | 1)) / 7)
}

/** An unknown field may be a group, which today's programs no longer write; groups nest no deeper than this. */
const MAX_GROUP_DEPTH = 100

/**
 * Reads the parts of protobuf messages, each within the bounds of the message that it belongs to. What is wrong with the
 * bytes is thrown as the error that `fault` makes.
 */
export abstract class WireReader {
  protected readonly bytes: Buffer
  /** The halves of the last number read, as 32 bits without a sign. */
  protected low = 0
  protected high = 0
  at: number
  /** The end of the message that is being read. */
  end: number

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.bytes = bytes
    this.at = at
    this.end = end
  }

  get isAtEnd(): boolean {
    return this.at >= this.end
  }

  abstract fault(reason: string, at?: number): Error

  /** The number of a field and, in the last three bits, its wire type. */
  tag(): number {
    const start = this.at
    this.varint()
    const tag = this.low
    if (this.high !== 0 || tag < 8) throw this.fault('the number of a field is out of range', start)
    return tag
  }

  boolean(): boolean {
    this.varint()
    return (this.low | this.high) !== 0
  }

  /** A number of 64 bits with a fraction. */
  double(): number {
    const start = this.at
    this.#skipBytes(8)
    return this.bytes.readDoubleLE(start)
  }

  /** Reads a length and returns the end of the bytes that follow, which lie within the message. */
  chunk(): number {
    const start = this.at
    this.varint()
    const left = this.end - this.at
    if (this.high !== 0 || this.low > left) {
      const length = this.high * 2 ** 32 + this.low
      throw this.fault(`something of ${length} bytes begins ${left} bytes before the end`, start)
    }
    return this.at + this.low
  }

  /** Passes over the value of a field. */
  skip(tag: number, depth = 0): void {
    switch (tag & 7) {
      case WIRE_TYPE.varint:
        this.varint()
        return
      case WIRE_TYPE.fixed64:
        this.#skipBytes(8)
        return
      case WIRE_TYPE.bytes:
        this.at = this.chunk()
        return
      case WIRE_TYPE.groupStart:
        this.#skipGroup(tag, depth + 1)
        return
      case WIRE_TYPE.fixed32:
        this.#skipBytes(4)
        return
      case WIRE_TYPE.groupEnd:
        throw this.fault('a group ends that has not begun')
      default:
        throw this.fault(`there is no wire type ${tag & 7}`)
    }
  }

  #skipBytes(count: number): void {
    if (this.end - this.at < count) throw this.fault('a number is cut short')
    this.at += count
  }

  #skipGroup(start: number, depth: number): void {
    if (depth > MAX_GROUP_DEPTH) throw this.fault(`groups nest more than ${MAX_GROUP_DEPTH} levels deep`)
    const end = start - WIRE_TYPE.groupStart + WIRE_TYPE.groupEnd
    for (let tag = this.tag(); tag !== end; tag = this.tag()) this.skip(tag, depth)
  }

  /** Reads a number into the two halves. */
  protected varint(): void {
    if (this.at < this.end) {
      const byte = this.bytes[this.at] as number
      if (byte < 0x80) {
        this.at++
        this.low = byte
        this.high = 0
        return
      }
    }
    this.#longVarint()
  }

  /** Seven bits a byte, the lowest first; the fifth byte lies across the border between the halves. */
  #longVarint(): void {
    const start = this.at
    let low = 0
    let high = 0
    for (let shift = 0; shift < 70; shift += 7) {
      if (this.at >= this.end) throw this.fault('a number is cut short', start)
      const byte = this.bytes[this.at++] as number
      const bits = byte & 0x7f
      if (shift < 28) low |= bits << shift
      else if (shift === 28) {
        low |= bits << 28
        high = bits >>> 4
      } else high |= bits << (shift - 32)
      if (byte < 0x80) {
        if (shift === 63 && bits > 1) break
        this.low = low >>> 0
        this.high = high >>> 0
        return
      }
    }
    throw this.fault('a number has more than 64 bits', start)
  }
}
