import { STATUS_CODES, validateHeaderValue } from 'node:http'
import { ID_LENGTH, NO_ID, writeUniqueId } from '#util/unique-id.js'

const LINE_END = '\r\n'
/** The length of a date in a head. */
const DATE_LENGTH = 'Sun, 06 Nov 1994 08:49:37 GMT'.length
const ZERO = 0x30

export type HeaderValue = string | number | readonly string[]

/** Writes the heads of answers. */
export class ResponseHeads {
  readonly #keepAlive: string
  /** By code, type, number of digits of the length, and whether the request is named. There are few of each. */
  readonly #wholes = new Map<number, Map<string, HeadTemplate[]>>()
  #date = ''
  readonly #dateBytes = Buffer.alloc(DATE_LENGTH)
  /** The second that the date is of. */
  #second = 0

  constructor(keepAliveTimeoutMs: number) {
    const seconds = Math.floor(keepAliveTimeoutMs / 1000)
    this.#keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n`
  }

  /**
   * For a whole body on a connection that goes on. The type must consist of characters that a header may have. `auditNumber`
   * stands for the name of the request. The bytes are to be copied at once: the next head takes their place.
   */
  ofWhole(code: number, contentType: string, length: number, auditNumber = NO_ID): Uint8Array {
    this.#tick()
    const digits = digitsOf(length)
    const heads = this.#wholesOf(code, contentType)
    const index = auditNumber === NO_ID ? 2 * digits : 2 * digits + 1
    const head = heads[index] ?? this.#newWhole(code, contentType, digits, auditNumber !== NO_ID)
    heads[index] = head
    head.write(length, auditNumber, this.#second, this.#dateBytes)
    return head.bytes
  }

  /** Throws when a value has characters that a header may not have. */
  of(code: number, headers: Iterable<readonly [string, HeaderValue]>, isLast: boolean): string {
    this.#tick()
    let head = statusLine(code)
    for (const [name, values] of headers) {
      for (const value of Array.isArray(values) ? values : [values]) {
        validateHeaderValue(name, value)
        head += `${name}: ${value}${LINE_END}`
      }
    }
    return `${head}${this.#date}${isLast ? 'Connection: close\r\n' : this.#keepAlive}${LINE_END}`
  }

  #wholesOf(code: number, contentType: string): HeadTemplate[] {
    let ofCode = this.#wholes.get(code)
    if (ofCode === undefined) {
      ofCode = new Map()
      this.#wholes.set(code, ofCode)
    }
    let heads = ofCode.get(contentType)
    if (heads === undefined) {
      heads = []
      ofCode.set(contentType, heads)
    }
    return heads
  }

  #newWhole(code: number, contentType: string, digits: number, isNamed: boolean): HeadTemplate {
    const upToLength = `${statusLine(code)}Content-Type: ${contentType}\r\nContent-Length: `
    const upToName = `${upToLength}${'0'.repeat(digits)}${LINE_END}${isNamed ? 'Audit-Id: ' : ''}`
    const upToDate = `${upToName}${isNamed ? ' '.repeat(ID_LENGTH) + LINE_END : ''}Date: `
    const text = `${upToDate}${' '.repeat(DATE_LENGTH)}${LINE_END}${this.#keepAlive}${LINE_END}`
    return new HeadTemplate(Buffer.from(text, 'latin1'), {
      lengthEnd: upToLength.length + digits,
      nameAt: upToName.length,
      dateAt: upToDate.length,
    })
  }

  #tick(): void {
    const now = Date.now()
    const second = Math.floor(now / 1000)
    if (second === this.#second) return
    this.#second = second
    const date = new Date(now).toUTCString()
    this.#date = `Date: ${date}${LINE_END}`
    this.#dateBytes.write(date, 'latin1')
  }
}

/** Where in a head stands what is not the same in all heads of its form. */
interface HeadPlaces {
  readonly lengthEnd: number
  readonly nameAt: number
  readonly dateAt: number
}

/** The last head of one form. Of the next one only that is written which differs, and that is little. */
class HeadTemplate {
  readonly bytes: Uint8Array
  readonly #places: HeadPlaces
  #length = 0
  #auditNumber = NO_ID
  #second = 0

  constructor(bytes: Uint8Array, places: HeadPlaces) {
    this.bytes = bytes
    this.#places = places
  }

  write(length: number, auditNumber: number, second: number, date: Uint8Array): void {
    const { bytes } = this
    const { lengthEnd, nameAt, dateAt } = this.#places
    if (length !== this.#length) writeNumber(bytes, lengthEnd, length)
    if (auditNumber !== NO_ID) writeUniqueId(bytes, nameAt, auditNumber, this.#auditNumber)
    if (second !== this.#second) bytes.set(date, dateAt)
    this.#length = length
    this.#auditNumber = auditNumber
    this.#second = second
  }
}

function digitsOf(number: number): number {
  let digits = 1
  for (let rest = number; rest >= 10; rest /= 10) digits++
  return digits
}

/** Writes a number so that it ends there. */
function writeNumber(bytes: Uint8Array, end: number, number: number): void {
  let at = end
  let rest = number
  do {
    at--
    bytes[at] = ZERO + (rest % 10)
    rest = Math.floor(rest / 10)
  } while (rest > 0)
}

const statusLine = (code: number) => `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? 'unknown'}${LINE_END}`
