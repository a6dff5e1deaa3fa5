import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

/** A message, or the code of the close. */
export type Received = { readonly data: Buffer; readonly isText: boolean } | { readonly code: number }

/** A client of WebSockets that shows what a server sends, byte for byte. */
export class WebSocketClient {
  readonly protocol: string
  readonly #socket: Duplex
  #bytes = Buffer.alloc(0)

  private constructor(socket: Duplex, protocol: string) {
    this.#socket = socket
    this.protocol = protocol
  }

  /** Resolves with the status of a response that is no switch. */
  static open(
    url: string,
    protocols: readonly string[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<WebSocketClient | { readonly status: number; readonly body: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': randomBytes(16).toString('base64'),
          ...(protocols.length === 0 ? {} : { 'sec-websocket-protocol': protocols.join(', ') }),
          ...headers,
        },
      })
      sent.on('upgrade', (response, socket, head) => {
        socket.on('error', () => undefined)
        if (head.length > 0) socket.unshift(head)
        resolve(new WebSocketClient(socket, response.headers['sec-websocket-protocol'] ?? ''))
      })
      sent.on('response', async (response) => {
        let body = ''
        for await (const chunk of response) body += chunk
        resolve({ status: response.statusCode ?? 0, body })
      })
      sent.on('error', reject)
      sent.end()
    })
  }

  /** Opens a WebSocket that the server accepts. */
  static async connect(url: string, ...protocols: readonly string[]): Promise<WebSocketClient> {
    const opened = await WebSocketClient.open(url, protocols)
    if (opened instanceof WebSocketClient) return opened
    throw new Error(`no upgrade: ${opened.status} ${opened.body}`)
  }

  get socket(): Duplex {
    return this.#socket
  }

  /** Sends one frame; `isLast` is false for the parts of a message that others follow. */
  send(data: Buffer | string, { opcode = typeof data === 'string' ? 1 : 2, isLast = true } = {}): void {
    const bytes = Buffer.from(data)
    const mask = randomBytes(4)
    const length = bytes.length < 126 ? 0 : bytes.length < 65_536 ? 2 : 8
    const head = Buffer.alloc(2 + length)
    head[0] = (isLast ? 0x80 : 0) | opcode
    head[1] = 0x80 | (length === 0 ? bytes.length : length === 2 ? 126 : 127)
    if (length === 2) head.writeUInt16BE(bytes.length, 2)
    if (length === 8) head.writeBigUInt64BE(BigInt(bytes.length), 2)
    const masked = bytes.map((byte, index) => byte ^ (mask[index % 4] as number))
    this.#socket.write(Buffer.concat([head, mask, masked]))
  }

  /** The next message or close; undefined at the end of the connection. */
  async next(): Promise<Received | undefined> {
    const head = await this.#take(2)
    if (head === undefined) return undefined
    const [first = 0, second = 0] = head
    let length = second
    if (second === 126) length = (await this.#take(2))?.readUInt16BE() ?? 0
    if (second === 127) length = Number((await this.#take(8))?.readBigUInt64BE() ?? 0)
    const data = (await this.#take(length)) ?? Buffer.alloc(0)
    const opcode = first & 15
    if (opcode !== 8) return { data, isText: opcode === 1 }
    this.send(data, { opcode })
    this.#socket.resume().end()
    return { code: data.readUInt16BE() }
  }

  /** Everything that comes until the connection ends: text by channel. */
  async channels(): Promise<Readonly<Record<number, string>>> {
    const texts: Record<number, string> = {}
    for (let next = await this.next(); next !== undefined && 'data' in next; next = await this.next()) {
      const { data, isText } = next
      const channel = isText ? Number(data.subarray(0, 1)) : (data[0] ?? -1)
      const rest = data.subarray(1)
      const text = isText ? Buffer.from(rest.toString(), 'base64') : rest
      texts[channel] = (texts[channel] ?? '') + text.toString()
    }
    return texts
  }

  async #take(length: number): Promise<Buffer | undefined> {
    while (this.#bytes.length < length) {
      const chunk = this.#socket.read()
      if (chunk !== null) this.#bytes = Buffer.concat([this.#bytes, chunk])
      else if (this.#socket.readableEnded || this.#socket.destroyed) return undefined
      else {
        const found = new AbortController()
        const waits = ['readable', 'close'].map((event) => once(this.#socket, event, found))
        await Promise.race(waits)
        for (const wait of waits) wait.catch(() => undefined)
        found.abort()
      }
    }
    const taken = this.#bytes.subarray(0, length)
    this.#bytes = this.#bytes.subarray(length)
    return taken
  }
}
