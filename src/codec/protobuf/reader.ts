import { isUtf8 } from 'node:buffer'
import { MAX_DEPTH, OversizedBody, UnreadableBody } from '#codec/codec.js'
import { WireReader } from '#util/protobuf/wire-reader.js'

/**
 * A message that cannot be read. The reason names its place: the byte of the body and, as it was passed on
 * from the innermost message, the path to the field.
 */
export class MalformedMessage extends UnreadableBody {
  readonly #offset: number
  readonly #reason: string
  #path = ''

  constructor(offset: number, reason: string) {
    super('')
    this.#offset = offset
    this.#reason = reason
    this.#describe()
  }

  /** Called on the way out, from the innermost field to the root. */
  within(segment: string | number): this {
    const step = typeof segment === 'number' ? `[${segment}]` : segment
    this.#path = this.#path === '' || this.#path.startsWith('[') ? step + this.#path : `${step}.${this.#path}`
    this.#describe()
    return this
  }

  #describe(): void {
    const place = this.#path === '' ? '' : `${this.#path}: `
    this.message = `the body is not protobuf that can be read: byte ${this.#offset}: ${place}${this.#reason}`
  }
}

/**
 * A field of two bytes may become an object of several hundred. Fields are counted, known or not, and elements of lists
 * and maps once more, so that a body may be made of as much as one of JSON.
 */
const MAX_PARTS = 100_000

const REPLACEMENT = '\ufffd'

/** Reads the parts of messages from a body. */
export class Reader extends WireReader {
  #parts = 0
  #depth = 0

  override fault(reason: string, at = this.at): MalformedMessage {
    return new MalformedMessage(at, reason)
  }

  override tag(): number {
    this.countPart()
    return super.tag()
  }

  /** Sees nothing but the message that begins here, until it is left. Returns the end of the one around it. */
  enter(): number {
    if (++this.#depth > MAX_DEPTH) throw this.fault(`messages nest more than ${MAX_DEPTH} levels deep`)
    const outerEnd = this.end
    this.end = this.chunk()
    return outerEnd
  }

  leave(outerEnd: number): void {
    this.end = outerEnd
    this.#depth--
  }

  int32(): number {
    const start = this.at
    this.varint()
    const value = this.low | 0
    if (this.high !== (value < 0 ? 0xffffffff : 0)) {
      throw this.fault('expected a whole number of 32 bits', start)
    }
    return value
  }

  /** Numbers that are not exact in JSON are rejected: a number must not change on its way. */
  int64(): number {
    const start = this.at
    this.varint()
    const value = (this.high | 0) * 2 ** 32 + this.low
    if (!Number.isSafeInteger(value)) {
      throw this.fault('expected a whole number between -(2^53-1) and 2^53-1', start)
    }
    return value
  }

  text(): string {
    const end = this.chunk()
    const start = this.at
    if (start === end) return ''
    this.at = end
    const text = this.bytes.toString('utf8', start, end)
    // Decoding puts the sign where it finds a fault. It may have been there before, but hardly ever is.
    if (text.includes(REPLACEMENT) && !isUtf8(this.bytes.subarray(start, end))) {
      throw this.fault('the text is not UTF-8', start)
    }
    return text
  }

  /** Bytes as in JSON, in base64. */
  base64(): string {
    const end = this.chunk()
    const start = this.at
    this.at = end
    return this.bytes.toString('base64', start, end)
  }

  /** Counts a field, or an element of a list or map, before it is read. */
  countPart(): void {
    if (++this.#parts > MAX_PARTS) {
      throw new OversizedBody(`it has more than ${MAX_PARTS} fields and elements`)
    }
  }
}
