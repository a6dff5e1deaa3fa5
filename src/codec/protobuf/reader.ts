import { isUtf8 } from 'node:buffer'
import { WIRE_TYPE } from '../../util/protobuf/wire-type.js'
import { OversizedBody, UnreadableBody } from '../codec.js'

/**
 * A message that cannot be read. The problem is reported with its place: the byte of the body and, as it was passed on
 * from the innermost message, the path to the member.
 */
export class MalformedMessage extends UnreadableBody {
  readonly #offset: number
  readonly #problem: string
  #path = ''

  constructor(offset: number, problem: string) {
    super('')
    this.#offset = offset
    this.#problem = problem
    this.#describe()
  }

  /** Called on the way out, from the innermost member to the root. */
  within(segment: string | number): this {
    const step = typeof segment === 'number' ? `[${segment}]` : segment
    this.#path = this.#path === '' || this.#path.startsWith('[') ? step + this.#path : `${step}.${this.#path}`
    this.#describe()
    return this
  }

  #describe(): void {
    const place = this.#path === '' ? '' : `${this.#path}: `
    this.message = `the body is not protobuf that can be read: byte ${this.#offset}: ${place}${this.#problem}`
  }
}

/** What is in an unknown field is passed over; groups, which are obsolete, no deeper than this. */
const MAX_GROUP_DEPTH = 100

/**
 * A field of two bytes may become an object of several hundred. Fields are counted, known or not, and elements of lists
 * and maps once more, so that a body may be made of as much as one of JSON.
 */
const MAX_PARTS = 100_000

const REPLACEMENT = '\ufffd'

/** Reads the parts of messages from a body, each within the bounds of the message that it belongs to. */
export class Reader {
  readonly #bytes: Buffer
  /** The halves of the last number read, as 32 bits without a sign. */
  #low = 0
  #high = 0
  #parts = 0
  at: number
  /** The end of the message that is being read. */
  end: number

  constructor(bytes: Buffer, at = 0, end = bytes.length) {
    this.#bytes = bytes
    this.at = at
    this.end = end
  }

  get isAtEnd(): boolean {
    return this.at >= this.end
  }

  fault(problem: string, at = this.at): MalformedMessage {
    return new MalformedMessage(at, problem)
  }

  /** The number of a field and, in the last three bits, its wire type. */
  tag(): number {
    this.countPart()
    const start = this.at
    this.#varint()
    const tag = this.#low
    if (this.#high !== 0 || tag < 8) throw this.fault('the number of a field is out of range', start)
    return tag
  }

  boolean(): boolean {
    this.#varint()
    return (this.#low | this.#high) !== 0
  }

  int32(): number {
    const start = this.at
    this.#varint()
    const value = this.#low | 0
    if (this.#high !== (value < 0 ? 0xffffffff : 0)) {
      throw this.fault('expected a whole number of 32 bits', start)
    }
    return value
  }

  /** Numbers that are not exact in JSON are rejected: a number must not change on its way. */
  int64(): number {
    const start = this.at
    this.#varint()
    const value = (this.#high | 0) * 2 ** 32 + this.#low
    if (!Number.isSafeInteger(value)) {
      throw this.fault('expected a whole number between -(2^53-1) and 2^53-1', start)
    }
    return value
  }

  /** Reads a length and returns the end of the bytes that follow, which lie within the message. */
  chunk(): number {
    const start = this.at
    this.#varint()
    const left = this.end - this.at
    if (this.#high !== 0 || this.#low > left) {
      const length = this.#high * 2 ** 32 + this.#low
      throw this.fault(`something of ${length} bytes begins ${left} bytes before the end`, start)
    }
    return this.at + this.#low
  }

  text(): string {
    const end = this.chunk()
    const start = this.at
    if (start === end) return ''
    this.at = end
    const text = this.#bytes.toString('utf8', start, end)
    // Decoding puts the sign where it finds a fault. It may have been there before, but hardly ever is.
    if (text.includes(REPLACEMENT) && !isUtf8(this.#bytes.subarray(start, end))) {
      throw this.fault('the text is not UTF-8', start)
    }
    return text
  }

  /** Passes over the value of a field. */
  skip(tag: number): void {
    this.#skip(tag, 0)
  }

  /** Counts a field, or an element of a list or map, before it is read. */
  countPart(): void {
    if (++this.#parts > MAX_PARTS) {
      throw new OversizedBody(`it has more than ${MAX_PARTS} fields and elements`)
    }
  }

  #skip(tag: number, depth: number): void {
    switch (tag & 7) {
      case WIRE_TYPE.varint:
        this.#varint()
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
    for (let tag = this.tag(); tag !== end; tag = this.tag()) this.#skip(tag, depth)
  }

  #varint(): void {
    if (this.at < this.end) {
      const byte = this.#bytes[this.at] as number
      if (byte < 0x80) {
        this.at++
        this.#low = byte
        this.#high = 0
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
      const byte = this.#bytes[this.at++] as number
      const bits = byte & 0x7f
      if (shift < 28) low |= bits << shift
      else if (shift === 28) {
        low |= bits << 28
        high = bits >>> 4
      } else high |= bits << (shift - 32)
      if (byte < 0x80) {
        if (shift === 63 && bits > 1) break
        this.#low = low >>> 0
        this.#high = high >>> 0
        return
      }
    }
    throw this.fault('a number has more than 64 bits', start)
  }
}
