import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

export const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const
export const FLAG = { none: 0, ack: 1, endStream: 1, endHeaders: 4 } as const

export const INITIAL_WINDOW_SIZE = 4
const HEAD_BYTES = 9
const PREFACE = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'

export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

/** Sends HTTP/2 frame by frame, also what no correct client would send. */
export class RawHttp2 {
  readonly socket: TLSSocket
  readonly frames: Frame[] = []
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
  #rest: Buffer = Buffer.alloc(0)

  private constructor(socket: TLSSocket) {
    this.socket = socket
    socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()))
    socket.on('data', (chunk: Buffer) => this.#receive(chunk))
  }

  /** Connects and sends settings as pairs of id and value. */
  static async open(port: number, settings: readonly (readonly [number, number])[] = []): Promise<RawHttp2> {
    const socket = connect({ port, host: '127.0.0.1', ALPNProtocols: ['h2'], rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const client = new RawHttp2(socket)
    const payload = Buffer.alloc(settings.length * 6)
    for (const [index, [id, value]] of settings.entries()) {
      payload.writeUInt16BE(id, index * 6)
      payload.writeUInt32BE(value, index * 6 + 2)
    }
    socket.write(PREFACE)
    client.send(frame(FRAME.settings, FLAG.none, 0, payload))
    return client
  }

  send(...frames: readonly Buffer[]): boolean {
    return this.socket.destroyed ? false : this.socket.write(Buffer.concat(frames))
  }

  /** Sends when there is room. Resolves with false if the server has closed the connection. */
  async sendAll(frames: Buffer): Promise<boolean> {
    if (this.socket.destroyed) return false
    if (!this.socket.write(frames))
      await Promise.race([once(this.socket, 'drain').catch(() => this.closed), this.closed])
    return !this.socket.destroyed
  }

  /** Resolves after `count` matching frames, or when the connection is closed. */
  async received(matches: (frame: Frame) => boolean, count = 1): Promise<Frame[]> {
    const found = () => this.frames.filter(matches)
    while (found().length < count && !this.socket.closed) {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return found()
  }

  #receive(chunk: Buffer): void {
    let rest = Buffer.concat([this.#rest, chunk])
    while (rest.length >= HEAD_BYTES) {
      const end = HEAD_BYTES + rest.readUIntBE(0, 3)
      if (rest.length < end) break
      this.frames.push({
        type: rest[3] as number,
        flags: rest[4] as number,
        stream: rest.readUInt32BE(5) & 0x7fff_ffff,
        payload: rest.subarray(HEAD_BYTES, end),
      })
      rest = rest.subarray(end)
    }
    this.#rest = rest
  }
}

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** The HEADERS frame of a request. Headers are not compressed. */
export function requestFrame(
  stream: number,
  path: string,
  { method = 'GET', headers = {}, flags = FLAG.endHeaders | FLAG.endStream }: RequestFrameOptions = {},
): Buffer {
  const all = { ':method': method, ':scheme': 'https', ':authority': 'localhost', ':path': path, ...headers }
  return frame(FRAME.headers, flags, stream, encodeHeaders(all))
}

interface RequestFrameOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly flags?: number
}

export function encodeHeaders(headers: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(headers).flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)])
  return Buffer.concat(parts)
}

/** A string literal of HPACK: the length in seven-bit groups, then the bytes. */
function text(value: string): Buffer {
  const bytes = Buffer.from(value)
  if (bytes.length < 127) return Buffer.concat([Buffer.of(bytes.length), bytes])
  const length = [127]
  let rest = bytes.length - 127
  for (; rest >= 128; rest = Math.floor(rest / 128)) length.push((rest % 128) | 128)
  return Buffer.concat([Buffer.from([...length, rest]), bytes])
}

export function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
