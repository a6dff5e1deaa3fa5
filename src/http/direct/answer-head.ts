import { STATUS_CODES, validateHeaderValue } from 'node:http'

const LINE_END = '\r\n'

export type HeaderValue = string | number | readonly string[]

/** Writes the heads of answers. Nearly all have a type and a length, and are put together but for the length in advance. */
export class AnswerHeads {
  readonly #keepAlive: string
  /** By code and type. There are few of both: each is in the code of the server. */
  readonly #beginnings = new Map<number, Map<string, string>>()
  #date = ''
  /** From the end of the length on, and the second that the date in it is of. */
  #end = ''
  #second = 0

  constructor(keepAliveTimeoutMs: number) {
    const seconds = Math.floor(keepAliveTimeoutMs / 1000)
    this.#keepAlive = `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n`
  }

  /** For a whole body on a connection that goes on. The type and the identifier must consist of characters that a header may have. */
  ofWhole(code: number, contentType: string, length: number, auditId: string | undefined): string {
    this.#tick()
    const beginning = this.#beginning(code, contentType) + length
    return auditId === undefined ? beginning + this.#end : `${beginning}\r\nAudit-Id: ${auditId}${this.#end}`
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

  #beginning(code: number, contentType: string): string {
    let ofCode = this.#beginnings.get(code)
    if (ofCode === undefined) {
      ofCode = new Map()
      this.#beginnings.set(code, ofCode)
    }
    let beginning = ofCode.get(contentType)
    if (beginning === undefined) {
      beginning = inOnePiece(`${statusLine(code)}Content-Type: ${contentType}\r\nContent-Length: `)
      ofCode.set(contentType, beginning)
    }
    return beginning
  }

  #tick(): void {
    const now = Date.now()
    const second = Math.floor(now / 1000)
    if (second === this.#second) return
    this.#second = second
    this.#date = `Date: ${new Date(now).toUTCString()}${LINE_END}`
    this.#end = inOnePiece(`${LINE_END}${this.#date}${this.#keepAlive}${LINE_END}`)
  }
}

const statusLine = (code: number) => `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? 'unknown'}${LINE_END}`

/** A text that was put together is copied piece by piece whenever it is sent; this one is copied at once. */
const inOnePiece = (text: string) => Buffer.from(text, 'latin1').toString('latin1')
