import type { Duplex, Readable, Writable } from 'node:stream'
import type { Status } from '#meta/status.js'
import { SpdySession, type SpdyStream } from '#streaming/spdy/session.js'
import { type CommandOptions, type CommandStreams, resultText } from './command-streams.js'

/** The versions that a server takes, best first. */
export const SPDY_PROTOCOLS = [
  'v4.channel.k8s.io',
  'v3.channel.k8s.io',
  'v2.channel.k8s.io',
  'channel.k8s.io',
]
export const PROTOCOL_HEADER = 'X-Stream-Protocol-Version'

/** How long a client may take to open its streams. */
const STREAMS_MS = 30_000

/** The streams of a command over SPDY. */
export class SpdyStreams implements CommandStreams {
  readonly stdin: Readable | undefined
  readonly stdout: Writable | undefined
  readonly stderr: Writable | undefined
  readonly resize: Readable | undefined
  readonly closed: Promise<void>
  readonly #session: SpdySession
  readonly #error: SpdyStream
  readonly #hasStatus: boolean

  private constructor(session: SpdySession, streams: ReadonlyMap<string, SpdyStream>, protocol: string) {
    this.#session = session
    this.#error = streams.get('error') as SpdyStream
    this.#hasStatus = protocol.startsWith('v4')
    this.stdin = streams.get('stdin')
    this.stdout = streams.get('stdout')
    this.stderr = streams.get('stderr')
    this.resize = streams.get('resize')
    this.closed = session.closed
  }

  /** Waits for the streams of the client. Resolves with undefined if they do not come. */
  static async accept(
    socket: Duplex,
    protocol: string,
    options: CommandOptions,
  ): Promise<SpdyStreams | undefined> {
    const hasTerminal = options.tty && /^v[34]/.test(protocol)
    const wanted = new Set([
      'error',
      ...(options.stdin ? ['stdin'] : []),
      ...(options.stdout ? ['stdout'] : []),
      ...(options.stderr && !options.tty ? ['stderr'] : []),
      ...(hasTerminal ? ['resize'] : []),
    ])
    const streams = new Map<string, SpdyStream>()
    let onComplete: () => void = () => undefined
    const complete = new Promise<void>((resolve) => {
      onComplete = resolve
    })
    const session = new SpdySession(socket, {
      isClient: false,
      onStream: (stream) => {
        const type = stream.header('streamtype') ?? ''
        if (!wanted.has(type) || streams.has(type)) {
          stream.destroy()
          return
        }
        streams.set(type, stream)
        if (streams.size === wanted.size) onComplete()
      },
    })
    const timer = setTimeout(() => session.destroy(), STREAMS_MS)
    await Promise.race([complete, session.closed])
    clearTimeout(timer)
    return streams.size === wanted.size ? new SpdyStreams(session, streams, protocol) : undefined
  }

  async finish(result: Status): Promise<void> {
    for (const output of [this.stdout, this.stderr]) if (output !== undefined) await ended(output)
    const text = resultText(result, this.#hasStatus)
    if (text !== '') this.#error.write(text)
    await ended(this.#error)
    // Input that nobody reads must not hold up the end of the client.
    for (const input of [this.stdin, this.resize]) input?.resume()
    this.#session.close()
  }

  destroy(): void {
    this.#session.destroy()
  }
}

function ended(stream: Writable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableFinished) return resolve()
    stream.once('close', resolve)
    stream.end(resolve)
  })
}
