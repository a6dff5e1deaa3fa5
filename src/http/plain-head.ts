import { type ServerResponse, STATUS_CODES } from 'node:http'

/**
 * The head of nearly all answers in HTTP/1.1: a type, a length and nothing else that was asked for. Node puts every head
 * together header by header, and checks names and values each time, which costs more than everything that the server does for a
 * get. Here all but a few words is put together once. What node makes of its head when it sends the body, and how it
 * goes on with the connection, stays with node.
 */
export class PlainHeads {
  readonly #end: string
  readonly #beginnings = new Map<number, string>()

  constructor(keepAliveTimeoutMs: number) {
    this.#end = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keepAliveTimeoutMs / 1000)}\r\n\r\n`
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
    const audited = auditId === undefined ? '' : `Audit-Id: ${auditId}\r\n`
    headOf(response)._header =
      `${this.#beginning(code)}${contentType}\r\nContent-Length: ${length}\r\n${audited}${dateLine()}${this.#end}`
    return true
  }

  #beginning(code: number): string {
    let beginning = this.#beginnings.get(code)
    if (beginning === undefined) {
      beginning = `HTTP/1.1 ${code} ${STATUS_CODES[code] ?? 'unknown'}\r\nContent-Type: `
      this.#beginnings.set(code, beginning)
    }
    return beginning
  }
}

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

let dateSecond = 0
let date = ''

function dateLine(): string {
  const now = Date.now()
  const second = Math.floor(now / 1000)
  if (second !== dateSecond) {
    dateSecond = second
    date = `Date: ${new Date(now).toUTCString()}\r\n`
  }
  return date
}
