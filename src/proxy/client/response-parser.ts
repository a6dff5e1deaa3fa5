const NO_BYTES = Buffer.alloc(0)
const LINE_END = Buffer.from('\r\n')
const EMPTY_LINE = Buffer.from('\r\n\r\n')

/** Of a head, of the trailers, and of the line before a chunk. */
const MAX_HEAD_BYTES = 16 * 1024

const START = 'HTTP/1.'
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d{2})(?: [\t\x20-\x7e\x80-\xff]*)?$/
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const LENGTH = /^[0-9]{1,15}$/
const CHUNK_SIZE = /^([0-9a-f]{1,12})[\t ]*(?:;[\t\x20-\x7e\x80-\xff]*)?$/i
const BARE_LINE_FEED = /(?:^|[^\r])\n/

/** The response of the other server is not HTTP/1.1, or cannot be passed on. */
export class InvalidResponse extends Error {
  override readonly name = 'InvalidResponse'
}

export interface ResponseHead {
  readonly statusCode: number
  /** Alternating names and values, as received. */
  readonly rawHeaders: readonly string[]
}

/** Receives the parts of a response. */
export interface ResponseParts {
  onHead(head: ResponseHead): void
  onBody(bytes: Buffer): void
  /** The response is complete. */
  onEnd(): void
}

type Step = 'head' | 'body' | 'chunk-size' | 'chunk-end' | 'trailers' | 'over'

/**
 * Parses the responses of one connection, and rejects all that servers and proxies could read in different ways.
 * Informational responses and trailers are dropped.
 */
export class ResponseParser {
  readonly #parts: ResponseParts
  #step: Step = 'over'
  /** The start of a head or a line, and what follows a switch of protocols. */
  #unread: Buffer = NO_BYTES
  /** Of the body or the chunk; infinite for a body that ends with the connection. */
  #remaining = 0
  #trailerBytes = 0
  #isHead = false
  #isChunked = false
  #isLast = false
  #keepAliveMs = Number.POSITIVE_INFINITY

  constructor(parts: ResponseParts) {
    this.#parts = parts
  }

  /** A request was sent. */
  begin(method: string): void {
    this.#step = 'head'
    this.#isHead = method === 'HEAD'
  }

  /** Whether the connection may take a further request. */
  get isReusable(): boolean {
    return this.#step === 'over' && !this.#isLast && this.#unread.length === 0
  }

  /** How long the server keeps an idle connection, as far as it said so. */
  get keepAliveMs(): number {
    return this.#keepAliveMs
  }

  /** What follows the response. */
  get rest(): Buffer {
    return this.#unread
  }

  /** Throws `InvalidResponse`. */
  push(bytes: Buffer): void {
    this.#unread = this.#unread.length === 0 ? bytes : Buffer.concat([this.#unread, bytes])
    while (this.#unread.length > 0 && this.#advance());
  }

  /** The connection has ended. Throws `InvalidResponse` for an incomplete response. */
  end(): void {
    if (this.#step === 'over') return
    if (this.#step !== 'body' || this.#remaining !== Number.POSITIVE_INFINITY) {
      throw new InvalidResponse('the connection ended before the response')
    }
    this.#isLast = true
    this.#end()
  }

  /** Returns false if it needs more bytes. */
  #advance(): boolean {
    switch (this.#step) {
      case 'head':
        return this.#readHead()
      case 'body':
        return this.#readBody()
      case 'chunk-size':
        return this.#readChunkSize()
      case 'chunk-end':
        return this.#readChunkEnd()
      case 'trailers':
        return this.#readTrailer()
      case 'over':
        return false
    }
  }

  #readHead(): boolean {
    const bytes = this.#unread
    const end = bytes.indexOf(EMPTY_LINE)
    if (end > MAX_HEAD_BYTES || (end < 0 && bytes.length > MAX_HEAD_BYTES))
      throw new InvalidResponse('its headers are too long')
    const text = bytes.toString('latin1', 0, end < 0 ? bytes.length : end)
    if (end < 0) {
      // Without this check, one that ends lines in another way would never end its head.
      if (!text.startsWith(START.slice(0, text.length)) || BARE_LINE_FEED.test(text)) throw notHttp()
      return false
    }
    this.#unread = bytes.subarray(end + EMPTY_LINE.length)
    const [statusLine = '', ...lines] = text.split('\r\n')
    const [, minor, code] = STATUS_LINE.exec(statusLine) ?? []
    if (code === undefined) throw notHttp()
    const statusCode = Number(code)
    if (statusCode >= 100 && statusCode < 200 && statusCode !== 101) return true
    this.#isLast = minor === '0'
    const rawHeaders = this.#readFields(lines)
    this.#parts.onHead({ statusCode, rawHeaders })
    const hasBody = !this.#isHead && statusCode !== 101 && statusCode !== 204 && statusCode !== 304
    if (!hasBody || this.#remaining === 0) this.#end()
    else this.#step = this.#isChunked ? 'chunk-size' : 'body'
    return true
  }

  /** Returns alternating names and values. */
  #readFields(lines: readonly string[]): readonly string[] {
    const rawHeaders: string[] = []
    let length: number | undefined
    this.#isChunked = false
    for (const line of lines) {
      const colon = line.indexOf(':')
      const name = line.slice(0, Math.max(colon, 0))
      const value = trimmed(line, colon + 1)
      if (!NAME.test(name) || !VALUE.test(value)) throw notHttp()
      rawHeaders.push(name, value)
      switch (name.toLowerCase()) {
        case 'content-length':
          if (length !== undefined || !LENGTH.test(value))
            throw new InvalidResponse('its length is not clear')
          length = Number(value)
          break
        case 'transfer-encoding':
          if (this.#isChunked || value.toLowerCase() !== 'chunked') {
            throw new InvalidResponse('it has an unknown transfer encoding')
          }
          this.#isChunked = true
          break
        case 'connection':
          if (/(?:^|,)[\t ]*close[\t ]*(?:,|$)/i.test(value)) this.#isLast = true
          break
        case 'keep-alive':
          this.#keepAliveMs =
            Number(/(?:^|[\t ,])timeout=(\d{1,9})/i.exec(value)?.[1] ?? Number.POSITIVE_INFINITY) * 1000
          break
      }
    }
    if (this.#isChunked && length !== undefined) throw new InvalidResponse('its length is not clear')
    this.#remaining = length ?? Number.POSITIVE_INFINITY
    return rawHeaders
  }

  #readBody(): boolean {
    const bytes = this.#unread
    const isWhole = bytes.length <= this.#remaining
    const part = isWhole ? bytes : bytes.subarray(0, this.#remaining)
    this.#unread = isWhole ? NO_BYTES : bytes.subarray(this.#remaining)
    this.#remaining -= part.length
    this.#parts.onBody(part)
    if (this.#remaining > 0) return true
    if (this.#isChunked) this.#step = 'chunk-end'
    else this.#end()
    return true
  }

  #readChunkSize(): boolean {
    const line = this.#readLine()
    if (line === undefined) return false
    const size = CHUNK_SIZE.exec(line)?.[1]
    if (size === undefined) throw new InvalidResponse('a chunk has no size')
    this.#remaining = Number.parseInt(size, 16)
    this.#trailerBytes = 0
    this.#step = this.#remaining === 0 ? 'trailers' : 'body'
    return true
  }

  #readChunkEnd(): boolean {
    const bytes = this.#unread
    if (bytes.length < LINE_END.length) return false
    if (!bytes.subarray(0, LINE_END.length).equals(LINE_END))
      throw new InvalidResponse('a chunk is longer than its size')
    this.#unread = bytes.subarray(LINE_END.length)
    this.#step = 'chunk-size'
    return true
  }

  #readTrailer(): boolean {
    const line = this.#readLine()
    if (line === undefined) return false
    this.#trailerBytes += line.length
    if (this.#trailerBytes > MAX_HEAD_BYTES) throw new InvalidResponse('its trailers are too long')
    if (line === '') this.#end()
    return true
  }

  #readLine(): string | undefined {
    const bytes = this.#unread
    const end = bytes.indexOf(LINE_END)
    if (end > MAX_HEAD_BYTES || (end < 0 && bytes.length > MAX_HEAD_BYTES))
      throw new InvalidResponse('a line is too long')
    if (end < 0) return undefined
    this.#unread = bytes.subarray(end + LINE_END.length)
    return bytes.toString('latin1', 0, end)
  }

  #end(): void {
    this.#step = 'over'
    // An empty part of a buffer would keep all of it in memory.
    if (this.#unread.length === 0) this.#unread = NO_BYTES
    this.#parts.onEnd()
  }
}

const notHttp = () => new InvalidResponse('it is not HTTP/1.1')

/** Without the spaces and tabs around a value. */
function trimmed(line: string, from: number): string {
  let start = from
  let end = line.length
  while (start < end && isBlank(line.charCodeAt(start))) start++
  while (end > start && isBlank(line.charCodeAt(end - 1))) end--
  return line.slice(start, end)
}

const isBlank = (code: number) => code === 32 || code === 9
