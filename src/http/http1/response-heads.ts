import { STATUS_CODES, validateHeaderValue } from 'node:http'

const LINE_END = '\r\n'

export type HeaderValue = string | number | readonly string[]

/** Encodes response heads. */
export class ResponseHeads {
  readonly #keepAlive: string
  #date = ''
  /** The second of the cached date. */
  #second = 0

  constructor(keepAliveTimeoutMs: number) {
    const seconds = Math.floor(keepAliveTimeoutMs / 1000)
    this.#keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n`
  }

  /**
   * The head of a response with a whole body and keep-alive. The caller guarantees that media type and audit ID are
   * valid header values. `lines` are further headers.
   */
  ofWhole(
    code: number,
    contentType: string,
    length: number,
    auditId: string | undefined,
    lines = '',
  ): string {
    this.#tick()
    const audit = auditId === undefined ? '' : `Audit-Id: ${auditId}${LINE_END}`
    return `${statusLine(code)}Content-Type: ${contentType}\r\nContent-Length: ${length}\r\n${audit}${lines}${this.#date}${this.#keepAlive}${LINE_END}`
  }

  /** Throws for invalid header values. */
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

  #tick(): void {
    const now = Date.now()
    const second = Math.floor(now / 1000)
    if (second === this.#second) return
    this.#second = second
    this.#date = `Date: ${new Date(now).toUTCString()}${LINE_END}`
  }
}

const statusLine = (code: number) => `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? 'unknown'}${LINE_END}`
