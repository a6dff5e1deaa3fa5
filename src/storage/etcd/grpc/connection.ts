import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { Call, type CallListener } from './call.js'
import { GRPC, GrpcError, notSent } from './grpc-error.js'

/** Keys and certificates, as PEM. */
export interface TlsFiles {
  readonly ca?: Buffer | undefined
  readonly cert?: Buffer | undefined
  readonly key?: Buffer | undefined
}

/** How long the other side may take to accept a connection. */
const CONNECT_TIMEOUT_MS = 2000

const PING_TIMEOUT_MS = 2000
const PING_INTERVAL_MS = 6000

/** Large values come in one piece; the window that HTTP/2 begins with would make them wait for each 64 KiB. */
const WINDOW = 8 * 1024 * 1024

/** One gRPC peer, over an HTTP/2 connection that is made when it is needed and again when it was lost. */
export class Connection {
  readonly address: string
  readonly #tls: TlsFiles
  #session: ClientHttp2Session | undefined
  #connecting: Promise<void> | undefined
  #closed = false
  #isVerifying = false

  constructor(address: string, tls: TlsFiles) {
    this.address = address
    this.#tls = tls
  }

  get isReady(): boolean {
    const session = this.#session
    return session !== undefined && !session.closed && !session.destroyed
  }

  /** Resolves when calls can be made. Rejects with a `GrpcError` when the peer cannot be reached. */
  ready(): Promise<void> {
    if (this.isReady) return Promise.resolve()
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  /** One question, one answer. */
  unary(path: string, question: Buffer, timeoutMs: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let answer: Buffer | undefined
      let settled = false
      const settle = (error: GrpcError | undefined) => {
        if (settled) return
        settled = true
        clearTimeout(timer)
        if (error !== undefined) reject(error)
        else if (answer === undefined) reject(new GrpcError(GRPC.internal, 'an answer without a message'))
        else resolve(answer)
      }
      const message = (bytes: Buffer) => {
        answer = bytes
      }
      const call = this.open(path, { message, end: settle }, timeoutMs)
      const timer = setTimeout(() => {
        settle(new GrpcError(GRPC.deadlineExceeded, `${this.address} did not answer within ${timeoutMs} ms`))
        call.cancel()
      }, timeoutMs)
      call.send(question)
      call.finish()
    })
  }

  /** Opens a call on which both sides may send as long as they like. */
  open(path: string, listener: CallListener, timeoutMs?: number): Call {
    return new Call(this.#request(path, timeoutMs), this.address, listener)
  }

  /** Gives the connection up if its peer is not there any more: a peer that has vanished closes nothing. */
  verify(): void {
    const session = this.#session
    if (session === undefined || !this.isReady || this.#isVerifying) return
    this.#isVerifying = true
    const timer = setTimeout(() => {
      if (this.#session === session) this.drop()
    }, PING_TIMEOUT_MS)
    // Etcd takes offence at pings that come more often.
    setTimeout(() => {
      this.#isVerifying = false
    }, PING_INTERVAL_MS).unref()
    session.ping((error) => {
      if (error === null) clearTimeout(timer)
    })
  }

  close(): void {
    this.#closed = true
    this.drop()
  }

  /** Gives the connection up with everything on it; the next call makes a new one. */
  drop(): void {
    this.#session?.destroy()
    this.#session = undefined
  }

  #request(path: string, timeoutMs: number | undefined): ClientHttp2Stream {
    if (this.#session === undefined || !this.isReady) throw notSent(this.address, 'there is no connection')
    const headers: Record<string, string> = {
      ':method': 'POST',
      ':path': path,
      'content-type': 'application/grpc',
      te: 'trailers',
      // Without a leader nothing is decided: the member is to say so instead of keeping us waiting.
      hasleader: 'true',
    }
    if (timeoutMs !== undefined) headers['grpc-timeout'] = `${Math.ceil(timeoutMs)}m`
    try {
      return this.#session.request(headers)
    } catch (error) {
      this.drop()
      throw notSent(this.address, (error as Error).message)
    }
  }

  #connect(): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#closed) throw notSent(this.address, 'the client is closed')
      const session = connect(this.address, { ...this.#tls, settings: { initialWindowSize: WINDOW } })
      const fail = (reason: string) => {
        clearTimeout(timer)
        session.destroy()
        if (this.#session === session) this.#session = undefined
        reject(notSent(this.address, reason))
      }
      const timer = setTimeout(() => fail('no connection in time'), CONNECT_TIMEOUT_MS)
      session.once('connect', () => {
        clearTimeout(timer)
        if (this.#closed) return fail('the client is closed')
        session.setLocalWindowSize(WINDOW)
        this.#session = session
        resolve()
      })
      session.on('error', (error) => fail(reasonOf(error)))
      session.once('close', () => fail('the connection was closed'))
      // Streams that are open may go on; new ones need another connection.
      session.once('goaway', (code) => {
        if (this.#session === session) this.#session = undefined
        if (code !== constants.NGHTTP2_NO_ERROR) fail(`the connection was ended with code ${code}`)
        else session.close()
      })
    })
  }
}

function reasonOf(error: unknown): string {
  // An attempt on several addresses of a name fails with one error for each of them.
  if (error instanceof AggregateError) return error.errors.map((inner: Error) => inner.message).join('; ')
  return error instanceof Error ? error.message : String(error)
}
