import { type ServerResponse, STATUS_CODES } from 'node:http'

/**
 * The head of nearly all answers in HTTP/1.1: a type, a length and nothing else that was asked for. Node puts every head
 * together header by header, and checks names and values each time, which costs more than everything that the server does for a
 * get. Here all but a few words is put together once. What node makes of its head when it sends the body, and how it
 * goes on with the connection, stays with node.
 */
export class PlainHeads {
  readonly #connectionLines: string
  /** By code and type. There are few of both: each is in the code of the server. */
  readonly #beginnings = new Map<number, Map<string, string>>()
  /** From the end of the length on, and the second that the date in it is of. */
  #end = ''
  #second = 0

  constructor(keepAliveTimeoutMs: number) {
    const seconds = Math.floor(keepAliveTimeoutMs / 1000)
    this.#connectionLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${seconds}\r\n\r\n`
  }

  /**
   * Gives the answer its head, unless it needs another one: then the answer is as it was, and this returns false. The type and the
   * identifier must consist of characters that a header may have.
   */
  give(
    response: ServerResponse,
    code: number,
    contentType: string,
    length: number,
    auditId: string | undefined,
  ): boolean {
    if (!isPlain(response)) return false
    response.statusCode = code
    const beginning = this.#beginning(code, contentType) + length
    headOf(response)._header =
      auditId === undefined
        ? beginning + this.#ending()
        : `${beginning}\r\nAudit-Id: ${auditId}${this.#ending()}`
    return true
  }

  #beginning(code: number, contentType: string): string {
    let ofCode = this.#beginnings.get(code)
    if (ofCode === undefined) {
      ofCode = new Map()
      this.#beginnings.set(code, ofCode)
    }
    let beginning = ofCode.get(contentType)
    if (beginning === undefined) {
      const status = `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? 'unknown'}`
      beginning = inOnePiece(`${status}\r\nContent-Type: ${contentType}\r\nContent-Length: `)
      ofCode.set(contentType, beginning)
    }
    return beginning
  }

  #ending(): string {
    const now = Date.now()
    const second = Math.floor(now / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#end = inOnePiece(`\r\nDate: ${new Date(now).toUTCString()}\r\n${this.#connectionLines}`)
    }
    return this.#end
  }
}

/** A text that was put together is copied piece by piece whenever it is sent; this one is copied at once. */
const inOnePiece = (text: string) => Buffer.from(text, 'latin1').toString('latin1')

/** Where node keeps the head until it is sent: the same member in every release, which many libraries read. */
interface WithHead {
  _header: string | null
}

const headOf = (response: ServerResponse) => response as unknown as WithHead

/**
 * Whether the head has nothing but what all have: no header was set before, the connection goes on, and the client did not wait
 * for leave to send its body, which node would close the connection for.
 */
function isPlain(response: ServerResponse): boolean {
  return (
    headOf(response)._header === null &&
    response.shouldKeepAlive &&
    response.req.headers.expect === undefined &&
    response.getHeaderNames().length === 0
  )
}
