import { ResponseRefused } from './member-errors.js'

/**
 * The largest object that is parsed: the request limit of Kubernetes. The other limits keep parsing below 0.1 s
 * for any content.
 */
export const MAX_OBJECT_BYTES = 3 * 1024 * 1024
/** Values per document at any depth. A ConfigMap with 10,000 keys has 20,000, including managed fields. */
const MAX_VALUES = 40_000
/** Twice the depth of the propagated kinds. Deeper values could overflow the stack elsewhere. */
const MAX_DEPTH = 100

/** Bytes that are kept of an oversized document: enough to identify its object. */
const BEGINNING_BYTES = 1024

/** The start of an oversized document. */
export class TruncatedText {
  readonly beginning: string

  constructor(beginning: Buffer) {
    this.beginning = beginning.toString('utf8', 0, BEGINNING_BYTES)
  }
}

/** One JSON document of a stream. */
export type ReceivedText = string | TruncatedText

/** Parses a document. Throws `ResponseRefused` if it exceeds a limit, `SyntaxError` if it is not JSON. */
export function parseReceived(text: ReceivedText): unknown {
  if (text instanceof TruncatedText)
    throw new ResponseRefused(`an object has more than ${MAX_OBJECT_BYTES} bytes`)
  expectParsable(text)
  return JSON.parse(text)
}

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d

/** Counts without parsing, which is much faster. */
function expectParsable(text: string): void {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === COMMA) values++
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) {
      values++
      if (++depth > MAX_DEPTH) throw new ResponseRefused(`a response nests deeper than ${MAX_DEPTH} levels`)
    } else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--
  }
  if (values > MAX_VALUES) throw new ResponseRefused(`a response has more than ${MAX_VALUES} values`)
}

/** The index of the closing quote of the string that opens at `start`, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE) return at
  }
  return text.length
}

/** Collects the bytes of documents; of oversized ones only the start. */
export class TextCollector {
  #chunks: Buffer[] = []
  #length = 0

  /** Returns whether all bytes are kept. */
  add(chunk: Buffer): boolean {
    this.#length += chunk.length
    const isKept = this.#length <= MAX_OBJECT_BYTES
    if ((isKept || this.#chunks.length === 0) && chunk.length > 0) this.#chunks.push(chunk)
    if (!isKept) this.#chunks.splice(1)
    return isKept
  }

  /** Returns and clears what was added. */
  take(): ReceivedText {
    const [first = Buffer.alloc(0)] = this.#chunks
    const isCut = this.#length > MAX_OBJECT_BYTES
    const bytes = this.#chunks.length > 1 && !isCut ? Buffer.concat(this.#chunks) : first
    const text = isCut ? new TruncatedText(bytes) : bytes.toString()
    this.#chunks = []
    this.#length = 0
    return text
  }
}
