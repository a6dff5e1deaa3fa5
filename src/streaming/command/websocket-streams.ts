import { PassThrough, type Readable, Writable } from 'node:stream'
import type { Status } from '#meta/status.js'
import type { WebSocketConnection } from '#streaming/websocket/connection.js'
import { OPCODE, type Piece } from '#streaming/websocket/frame-reader.js'
import { type CommandOptions, type CommandStreams, resultText } from './command-streams.js'

/** The first byte of a message, or digit of a message in base64, is its channel. */
const CHANNEL = { stdin: 0, stdout: 1, stderr: 2, error: 3, resize: 4 } as const
/** In version 5: closes the channel that follows. */
const CLOSE_CHANNEL = 255

interface ChannelProtocol {
  readonly isBase64: boolean
  /** Whether the result is a Status. */
  readonly hasStatus: boolean
  readonly closesChannels: boolean
}

const protocol = (isBase64: boolean, hasStatus: boolean, closesChannels = false): ChannelProtocol => ({
  isBase64,
  hasStatus,
  closesChannels,
})

/** By the name of the subprotocol. A client that offers none gets the first. */
export const CHANNEL_PROTOCOLS: ReadonlyMap<string, ChannelProtocol> = new Map([
  ['', protocol(false, false)],
  ['channel.k8s.io', protocol(false, false)],
  ['base64.channel.k8s.io', protocol(true, false)],
  ['v4.channel.k8s.io', protocol(false, true)],
  ['v4.base64.channel.k8s.io', protocol(true, true)],
  ['v5.channel.k8s.io', protocol(false, true, true)],
])

/** The streams of a command over the channels of a WebSocket. */
export class WebSocketStreams implements CommandStreams {
  readonly stdin: Readable | undefined
  readonly stdout: Writable | undefined
  readonly stderr: Writable | undefined
  readonly resize: Readable | undefined
  readonly closed: Promise<void>
  readonly #connection: WebSocketConnection
  readonly #protocol: ChannelProtocol
  readonly #inputs: ReadonlyMap<number, PassThrough>
  /** The channel of the message that is being received. */
  #channel: number | undefined
  /** Digits of base64 that do not make up bytes yet. */
  #digits = ''

  constructor(connection: WebSocketConnection, protocol: ChannelProtocol, options: CommandOptions) {
    this.#connection = connection
    this.#protocol = protocol
    const inputs = new Map<number, PassThrough>()
    const input = (channel: number) => {
      const stream = new PassThrough()
      stream.on('error', () => undefined)
      inputs.set(channel, stream)
      return stream
    }
    this.#inputs = inputs
    this.stdin = options.stdin ? input(CHANNEL.stdin) : undefined
    this.resize = options.tty ? input(CHANNEL.resize) : undefined
    this.stdout = options.stdout ? this.#output(CHANNEL.stdout) : undefined
    // A terminal has one output.
    this.stderr = options.stderr && !options.tty ? this.#output(CHANNEL.stderr) : undefined
    this.closed = connection
      .receive((piece) => this.#receive(piece))
      .then(() => {
        for (const stream of inputs.values()) stream.end()
      })
    // Clients take the first message as the start of the command.
    const first = options.stdout ? CHANNEL.stdout : options.stderr ? CHANNEL.stderr : CHANNEL.error
    void this.#send(first, Buffer.alloc(0))
  }

  async finish(result: Status): Promise<void> {
    for (const output of [this.stdout, this.stderr]) {
      if (output !== undefined && !output.destroyed) {
        await new Promise<void>((resolve) => output.end(resolve))
      }
    }
    await this.#send(CHANNEL.error, Buffer.from(resultText(result, this.#protocol.hasStatus)))
    this.#connection.close()
    // Input that nobody reads must not hold up the close of the client.
    for (const input of this.#inputs.values()) input.resume()
  }

  destroy(): void {
    this.#connection.destroy()
  }

  async #receive({ data, isFirst, isLast }: Piece): Promise<void> {
    let bytes = data
    if (isFirst) this.#channel = undefined
    if (this.#channel === undefined) {
      const first = bytes[0]
      if (first === undefined) return
      this.#channel = this.#protocol.isBase64 ? first - 48 : first
      bytes = bytes.subarray(1)
      this.#digits = ''
    }
    if (this.#channel === CLOSE_CHANNEL && this.#protocol.closesChannels) {
      const closed = bytes[0]
      if (closed !== undefined) this.#inputs.get(closed)?.end()
      return
    }
    const input = this.#inputs.get(this.#channel)
    if (input === undefined || input.writableEnded || input.destroyed) return
    if (this.#protocol.isBase64) bytes = this.#decoded(bytes, isLast)
    if (bytes.length === 0 || input.write(bytes)) return
    await new Promise<void>((resolve) => {
      const go = () => {
        input.off('drain', go).off('close', go)
        resolve()
      }
      input.on('drain', go).on('close', go)
    })
  }

  #decoded(bytes: Buffer, isLast: boolean): Buffer {
    const digits = this.#digits + bytes.toString('latin1')
    const end = isLast ? digits.length : digits.length - (digits.length % 4)
    this.#digits = digits.slice(end)
    return Buffer.from(digits.slice(0, end), 'base64')
  }

  #output(channel: number): Writable {
    const output = new Writable({
      decodeStrings: true,
      write: (chunk: Buffer, _encoding, done) => {
        void this.#send(channel, chunk).then(() => done())
      },
    })
    output.on('error', () => undefined)
    return output
  }

  #send(channel: number, data: Buffer): Promise<void> {
    if (this.#protocol.isBase64) {
      return this.#connection.send(Buffer.from(channel + data.toString('base64')), OPCODE.text)
    }
    return this.#connection.send(Buffer.concat([Buffer.from([channel]), data]))
  }
}
