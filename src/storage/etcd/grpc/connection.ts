import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2'
import { Call, type CallListener } from './call.js'
import { GRPC, GrpcError, notSent } from './grpc-error.js'

/** Keys and certificates, in PEM. */
export interface TlsFiles {
  readonly ca?: Buffer | undefined
  readonly cert?: Buffer | undefined
  readonly key?: Buffer | undefined
}

/** The timeout of connecting. */
const CONNECT_TIMEOUT_MS = 2000

const PING_TIMEOUT_MS = 2000
const PING_INTERVAL_MS = 6000

/** Large values come in one message; the initial HTTP/2 window would stall them every 64 KiB. */
const WINDOW = 8 * 1024 * 1024

/** A gRPC peer, over an HTTP/2 connection that is opened on demand and reopened when lost. */
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

  /** Resolves when calls can be made. Rejects with a `GrpcError` when the peer is unreachable. */
  ready(): Promise<void> {
    if (this.isReady) return Promise.resolve()
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  /** One request, one response. */
  unary(path: string, request: Buffer, timeoutMs: number): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      let response: Buffer | undefined
      let settled = false
      const settle = (error: GrpcError | undefined) => {
        if (settled) return
        settled = true
        clearTimeout(timer)
        if (error !== undefined) reject(error)
        else if (response === undefined) reject(new GrpcError(GRPC.internal, 'a response without a message'))
        else resolve(response)
      }
      const message = (bytes: Buffer) => {
        response = bytes
      }
      const call = this.open(path, { message, end: settle }, timeoutMs)
      const timer = setTimeout(() => {
        settle(new GrpcError(GRPC.deadlineExceeded, `${this.address} did not answer within ${timeoutMs} ms`))
        call.cancel()
      }, timeoutMs)
      call.send(request)
      call.finish()
    })
  }

  /** Opens a bidirectional stream. */
  open(path: string, listener: CallListener, timeoutMs?: number): Call {
    return new Call(this.#request(path, timeoutMs), this.address, listener)
  }

  /** Drops the connection if its peer is gone: a vanished peer closes nothing. */
  verify(): void {
    const session = this.#session
    if (session === undefined || !this.isReady || this.#isVerifying) return
    this.#isVerifying = true
    const timer = setTimeout(() => {
      if (this.#session === session) this.drop()
    }, PING_TIMEOUT_MS)
    // etcd penalizes more frequent pings.
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

  /** Drops the connection with all its calls; the next call opens a new one. */
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
      // Without a leader nothing is committed: the member should fail the call instead of stalling it.
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
      // Open streams may continue; new ones need another connection.
      session.once('goaway', (code) => {
        if (this.#session === session) this.#session = undefined
        if (code !== constants.NGHTTP2_NO_ERROR) fail(`the connection was ended with code ${code}`)
        else session.close()
      })
    })
  }
}

function reasonOf(error: unknown): string {
  // Connecting to several addresses of a name fails with one error for each.
  if (error instanceof AggregateError) return error.errors.map((inner: Error) => inner.message).join('; ')
  return error instanceof Error ? error.message : String(error)
}
