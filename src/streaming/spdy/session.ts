import { Duplex } from 'node:stream'
import { controlFrame, dataHead, FIN, FRAME, type Frame, FrameReader, idOf, RESET } from './frames.js'
import { HeaderDecoder, HeaderEncoder, type StreamHeaders } from './headers.js'

/** The largest data frame that is sent. */
const MAX_DATA = 32 * 1024
/** Streams that the other side may have open at a time. */
const MAX_STREAMS = 1000
/** How long the other side may take to close its end. */
const CLOSE_MS = 2_000
/** The smallest length of a control frame by its kind. */
const MIN_LENGTH: Readonly<Record<number, number>> = {
  [FRAME.synStream]: 10,
  [FRAME.synReply]: 4,
  [FRAME.rstStream]: 8,
  [FRAME.ping]: 4,
  [FRAME.headers]: 4,
}

type Done = (error?: Error | null) => void

/** One stream of a session. */
export class SpdyStream extends Duplex {
  readonly id: number
  /** The headers that the stream was opened with. */
  readonly headers: StreamHeaders
  readonly #session: SpdySession
  #onRead: (() => void) | undefined
  #isFinished = false
  #isReset = false
  #isCut = false

  constructor(session: SpdySession, id: number, headers: StreamHeaders) {
    super({ allowHalfOpen: true, decodeStrings: true })
    this.#session = session
    this.id = id
    this.headers = headers
    this.on('error', () => undefined)
  }

  /** Whether the connection was closed before the other side had ended the stream. */
  get isCut(): boolean {
    return this.#isCut
  }

  header(name: string): string | undefined {
    return this.headers.get(name)?.[0]
  }

  /** Data of the other side. Resolves when there is room for more. */
  receive(data: Buffer, isLast: boolean): Promise<void> | undefined {
    if (this.destroyed || this.#isFinished) return undefined
    const hasRoom = data.length === 0 || this.push(data)
    if (isLast) {
      this.#isFinished = true
      this.push(null)
    }
    if (hasRoom || isLast) return undefined
    return new Promise((resolve) => {
      this.#onRead = resolve
    })
  }

  /** The connection is closed. */
  onClosed(): void {
    this.#isCut = !this.#isFinished
    this.onReset()
  }

  /** The other side has reset the stream. What has arrived can still be read: servers reset streams that they have written. */
  onReset(): void {
    if (!this.#isFinished && !this.destroyed) this.push(null)
    this.#isFinished = true
    this.#isReset = true
    this.#session.forget(this.id, true)
    this.release()
  }

  /** Nothing more comes that had to wait. */
  release(): void {
    const onRead = this.#onRead
    this.#onRead = undefined
    onRead?.()
  }

  override _read(): void {
    this.release()
  }

  override _write(chunk: Buffer, _encoding: string, done: Done): void {
    if (this.#isReset) done()
    else this.#session.sendData(this.id, chunk, false, done)
  }

  override _final(done: Done): void {
    if (this.#isReset) done()
    else this.#session.sendData(this.id, Buffer.alloc(0), true, done)
  }

  override _destroy(error: Error | null, done: Done): void {
    const isComplete = this.#isFinished && this.writableFinished
    this.#session.forget(this.id, isComplete)
    this.release()
    done(error)
  }
}

export interface SessionOptions {
  /** Whether this side has sent the upgrade. Its streams have odd numbers. */
  readonly isClient: boolean
  /** A stream that the other side opens. Without it such streams are refused. */
  readonly onStream?: (stream: SpdyStream) => void
}

/**
 * A connection of SPDY/3.1, without flow control per stream, as clients and servers of Kubernetes have it: a stream that
 * is not read holds up the others.
 */
export class SpdySession {
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
  readonly #socket: Duplex
  readonly #isClient: boolean
  readonly #onStream: SessionOptions['onStream']
  readonly #encoder = new HeaderEncoder()
  readonly #decoder = new HeaderDecoder()
  readonly #streams = new Map<number, SpdyStream>()
  /** Streams of this side that are not confirmed yet. */
  readonly #replies = new Map<number, (isOpen: boolean) => void>()
  #nextId: number
  #lastId = 0
  /** The connection is closed, so that little is left to be held. */
  #isDraining = false
  /** Header blocks are compressed and sent in order. */
  #sending: Promise<unknown> = Promise.resolve()

  constructor(socket: Duplex, { isClient, onStream }: SessionOptions) {
    this.#socket = socket
    this.#isClient = isClient
    this.#nextId = isClient ? 1 : 2
    this.#onStream = onStream
    socket.on('error', () => undefined)
    socket.once('close', () => {
      this.#isDraining = true
      for (const stream of this.#streams.values()) stream.release()
    })
    // What has arrived is passed on, even after the socket has closed.
    this.closed = this.#receive()
      .catch(() => undefined)
      .then(() => {
        socket.destroy()
        this.#end()
      })
  }

  /** Opens a stream. Rejects if the other side does not confirm it. */
  async open(headers: Readonly<Record<string, string>>): Promise<SpdyStream> {
    const id = this.#nextId
    this.#nextId += 2
    const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]))
    const stream = new SpdyStream(this, id, named)
    this.#streams.set(id, stream)
    const reply = new Promise<boolean>((resolve) => this.#replies.set(id, resolve))
    await this.#sendHeaders(named, (block) => controlFrame(FRAME.synStream, 0, id, 0, Buffer.alloc(2), block))
    if (this.#socket.destroyed) throw new Error('the connection was closed')
    if (!(await reply))
      throw new Error(this.#isDraining ? 'the connection was closed' : 'the stream was refused')
    return stream
  }

  /** Called by a stream. */
  sendData(id: number, data: Buffer, isLast: boolean, done: Done): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) {
      done(isLast ? null : new Error('the connection was closed'))
      return
    }
    for (let start = 0; start < data.length; start += MAX_DATA) {
      const part = data.subarray(start, start + MAX_DATA)
      this.#socket.write(dataHead(id, part.length))
      if (start + MAX_DATA < data.length) this.#socket.write(part)
      else this.#socket.write(part, done)
    }
    if (isLast) this.#socket.write(dataHead(id, 0, FIN), done)
    else if (data.length === 0) done()
  }

  /** Called by a stream that is destroyed. */
  forget(id: number, isComplete: boolean): void {
    if (!this.#streams.delete(id) || isComplete || this.#socket.destroyed) return
    this.#socket.write(controlFrame(FRAME.rstStream, 0, id, RESET.cancel))
  }

  /** Sends what is written, and closes. */
  close(): void {
    if (this.#socket.destroyed || this.#socket.writableEnded) return
    void this.#sending.finally(() => {
      this.#socket.end(controlFrame(FRAME.goAway, 0, this.#lastId, 0), () => {
        const timer = setTimeout(() => this.#socket.destroy(), CLOSE_MS)
        this.#socket.once('close', () => clearTimeout(timer))
      })
    })
  }

  destroy(): void {
    this.#socket.destroy()
  }

  async #receive(): Promise<void> {
    const reader = new FrameReader()
    for await (const chunk of this.#socket) {
      for (const frame of reader.read(chunk as Buffer)) {
        if (frame.type === 'control') await this.#onControl(frame)
        else {
          const full = this.#streams.get(frame.id)?.receive(frame.data, frame.isLast)
          if (!this.#isDraining) await full
        }
      }
    }
  }

  async #onControl({ kind, flags, body }: Frame & { type: 'control' }): Promise<void> {
    if (body.length < (MIN_LENGTH[kind] ?? 0)) throw new Error('a frame is too short')
    switch (kind) {
      case FRAME.synStream:
        return this.#onOpened(idOf(body), await this.#decoder.decode(body.subarray(10)), flags)
      case FRAME.synReply:
        await this.#decoder.decode(body.subarray(4))
        return this.#onReply(idOf(body), flags)
      case FRAME.headers:
        await this.#decoder.decode(body.subarray(4))
        if (flags & FIN) await this.#streams.get(idOf(body))?.receive(Buffer.alloc(0), true)
        return
      case FRAME.rstStream:
        this.#replies.get(idOf(body))?.(false)
        this.#streams.get(idOf(body))?.onReset()
        return
      case FRAME.ping:
        // The other side numbers its own pings as its streams.
        if ((body.readUInt32BE(0) % 2 === 1) !== this.#isClient)
          this.#socket.write(controlFrame(kind, 0, body))
    }
  }

  async #onOpened(id: number, headers: StreamHeaders, flags: number): Promise<void> {
    if ((id % 2 === 1) === this.#isClient || id <= this.#lastId)
      throw new Error('a stream has a wrong number')
    this.#lastId = id
    if (this.#onStream === undefined || this.#streams.size >= MAX_STREAMS) {
      this.#socket.write(controlFrame(FRAME.rstStream, 0, id, RESET.refused))
      return
    }
    const stream = new SpdyStream(this, id, headers)
    this.#streams.set(id, stream)
    await this.#sendHeaders(new Map(), (block) => controlFrame(FRAME.synReply, 0, id, block))
    this.#onStream(stream)
    if (flags & FIN) await stream.receive(Buffer.alloc(0), true)
  }

  async #onReply(id: number, flags: number): Promise<void> {
    this.#replies.get(id)?.(true)
    this.#replies.delete(id)
    if (flags & FIN) await this.#streams.get(id)?.receive(Buffer.alloc(0), true)
  }

  #sendHeaders(headers: StreamHeaders, frame: (block: Buffer) => Buffer): Promise<void> {
    const sent = this.#sending.then(async () => {
      const block = await this.#encoder.encode(headers)
      if (!this.#socket.destroyed && !this.#socket.writableEnded) this.#socket.write(frame(block))
    })
    this.#sending = sent.catch(() => undefined)
    return sent
  }

  #end(): void {
    this.#encoder.close()
    this.#decoder.close()
    for (const settle of this.#replies.values()) settle(false)
    this.#replies.clear()
    for (const stream of [...this.#streams.values()]) stream.onClosed()
  }
}
