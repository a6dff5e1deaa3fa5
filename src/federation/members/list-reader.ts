import { parseReceived, type ReceivedText, TextCollector } from './received-json.js'

export interface ListMetadata {
  readonly resourceVersion?: unknown
  readonly continue?: unknown
}

/** For a key or the metadata: a continue token has a few hundred bytes. */
const MAX_SMALL_BYTES = 64 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const WHITESPACE: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20])

/**
 * Extracts the items of a list from its bytes as they arrive, so that a list is never held or parsed as a
 * whole. The rest is validated only as far as needed to find the items.
 */
export class ListReader {
  readonly #element = new TextCollector()
  /** Open objects and arrays. The list is at depth 1, its items at depth 2. */
  #depth = 0
  #isInString = false
  #isEscaped = false
  /** The last key of the list, and whether its value comes next. */
  #key = ''
  #isValue = false
  /** What may come next between items; undefined outside of `items`. */
  #next: 'object' | 'comma' | undefined
  #hasItems = false
  /** The bytes of a key or of the metadata. */
  #small: number[] = []
  #metadata: ListMetadata | undefined;

  /** The items that end in this chunk. Throws `SyntaxError` if the bytes are not a list. */
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

  /** The metadata, after the last chunk. Throws `SyntaxError` if the list is incomplete. */
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

  /** The index after the current item, or the end of the chunk. */
  #endOfElement(chunk: Buffer, start: number): number {
    // Most bytes belong to items: local variables are faster.
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

  /** Handles a byte outside of items. */
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

  /** Adds a byte to the key or the metadata. */
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

const noList = () => new SyntaxError('the member did not respond with a list')
