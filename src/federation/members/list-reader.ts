import { parseReceived, type ReceivedText, TextCollector } from './received-json.js'

/** What a list says about itself. */
export interface ListMetadata {
  readonly resourceVersion?: unknown
  readonly continue?: unknown
}

/** Of a key, or of the metadata: the continue token of a list is a few hundred bytes. */
const MAX_SMALL_BYTES = 64 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
/** Tab, line feed, carriage return, space. */
const WHITESPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20])

/**
 * Finds the objects of a list in its bytes, one by one as they come, so that a list is never in memory or parsed as a whole. What is
 * around the objects is checked as far as is needed to find them.
 */
export class ListReader {
  readonly #element = new TextCollector()
  /** How many objects and arrays are open. The list is the first, its items are the second. */
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** The key of the list that was read last, and whether its value comes next. */
  #key = ''
  #isValue = false
  /** What may come next among the items; undefined outside of them. */
  #next: 'object' | 'comma' | undefined
  #hasItems = false
  /** Collects a key, or the metadata. */
  #small: number[] = []
  #metadata: ListMetadata | undefined;

  /** The objects that end in this chunk. Throws `SyntaxError` where the bytes are no list. */
  *push(chunk: Buffer): Generator<ReceivedText> {
    for (let at = 0; at < chunk.length; ) {
      const isFirst = this.#opensElement(chunk[at] as number)
      if (isFirst || (this.#next !== undefined && this.#depth > 2)) {
        const end = this.#endOfElement(chunk, isFirst ? at + 1 : at)
        this.#element.add(chunk.subarray(at, end))
        at = end
        if (this.#depth === 2) yield this.#element.take()
      } else this.#around(chunk[at++] as number)
    }
  }

  /** What the list says about itself, once all of it was pushed. Throws `SyntaxError` where it is cut off, or was none. */
  end(): ListMetadata {
    if (this.#depth > 0 || !this.#hasItems || this.#metadata === undefined) throw noList()
    return this.#metadata
  }

  #opensElement(byte: number): boolean {
    if (this.#next !== 'object' || this.#depth !== 2 || byte !== OPEN_BRACE) return false
    this.#next = 'comma'
    this.#depth = 3
    return true
  }

  /** The index behind the object that is being read, or the end of the chunk. */
  #endOfElement(chunk: Buffer, start: number): number {
    // Most bytes are of objects: the state is kept in variables as long as that is so.
    let depth = this.#depth
    let isInString = this.#isInString
    let isEscaped = this.#isEscaped
    let at = start
    for (; at < chunk.length; at++) {
      const byte = chunk[at]
      if (isInString) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInString = false
      } else if (byte === QUOTE) isInString = true
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) depth++
      else if ((byte === CLOSE_BRACE || byte === CLOSE_BRACKET) && --depth === 2) {
        at++
        break
      }
    }
    this.#depth = depth
    this.#isInString = isInString
    this.#isEscaped = isEscaped
    return at
  }

  /** Takes a byte that is of no object of the list. */
  #around(byte: number): void {
    if (this.#isInString) {
      this.#inString(byte)
      return
    }
    if (this.#depth > 1 && this.#next === undefined) this.#keep(byte)
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(byte)
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#close()
    else if (byte === QUOTE) {
      if (this.#depth === 0 || this.#next !== undefined) throw noList()
      this.#isInString = true
    } else if (byte === COMMA) this.#comma()
    else if (byte === COLON && this.#depth === 1) {
      this.#isValue = true
      this.#hasItems ||= this.#key === 'items'
    } else if ((this.#depth === 0 || this.#next !== undefined) && !WHITESPACE.has(byte)) throw noList()
  }

  #inString(byte: number): void {
    const isKey = this.#depth === 1 && !this.#isValue
    if (isKey || this.#depth > 1) this.#keep(byte)
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) {
      this.#isInString = false
      if (isKey) this.#key = this.#takeSmall().slice(0, -1)
    }
  }

  #open(byte: number): void {
    if (this.#next !== undefined) throw noList()
    this.#depth++
    if (this.#depth === 1 ? this.#hasItems || byte !== OPEN_BRACE : !this.#isValue) throw noList()
    if (this.#depth !== 2) return
    if (this.#key === 'items' && byte === OPEN_BRACKET) this.#next = 'object'
    else if (this.#key === 'metadata') this.#small = [byte]
  }

  #close(): void {
    this.#depth--
    if (this.#depth < 0) throw noList()
    if (this.#depth !== 1) return
    const text = this.#takeSmall()
    if (this.#next === undefined && this.#key === 'metadata')
      this.#metadata = parseReceived(text) as ListMetadata
    this.#next = undefined
  }

  #comma(): void {
    if (this.#depth === 1) this.#isValue = false
    if (this.#next === undefined) return
    if (this.#next !== 'comma') throw noList()
    this.#next = 'object'
  }

  /** Keeps a byte of a key or of the metadata. */
  #keep(byte: number): void {
    if (this.#depth > 1 && this.#key !== 'metadata') return
    if (this.#small.length >= MAX_SMALL_BYTES) throw noList()
    this.#small.push(byte)
  }

  #takeSmall(): string {
    const text = Buffer.from(this.#small).toString()
    this.#small = []
    return text
  }
}

const noList = () => new SyntaxError('a member answers with something else than a list')
