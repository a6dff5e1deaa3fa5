import { setTimeout as pause } from 'node:timers/promises'
import { hasDoneNothing, isPassing } from './etcd-errors.js'
import type { Call, CallListener } from './grpc/call.js'
import { Connection, type TlsFiles } from './grpc/connection.js'
import { GrpcError, notSent } from './grpc/grpc-error.js'

/** A member that does not answer a question within this is asked no more, and another one is. */
const ATTEMPT_MS = 1500
const PAUSE_MS = 50

export interface CallOptions {
  readonly timeoutMs: number
  /** Whether it does no harm to ask twice. */
  readonly repeatable: boolean
}

/**
 * The members of the cluster. One of them is used as long as it answers; when it does not, the next one is used.
 * Each process begins somewhere else, so that several servers spread over the members.
 */
export class Members {
  readonly #connections: readonly Connection[]
  #index: number
  #seeking: Promise<Connection> | undefined
  #closed = false

  constructor(endpoints: readonly string[], tls: TlsFiles) {
    this.#connections = endpoints.map((endpoint) => new Connection(endpoint, tls))
    this.#index = Math.floor(Math.random() * endpoints.length)
  }

  /**
   * Asks until there is an answer, an error that will stay, or no time left. What cannot be repeated is sent again only
   * when it is certain that nothing has come of it.
   */
  async unary(path: string, message: Buffer, { timeoutMs, repeatable }: CallOptions): Promise<Buffer> {
    const end = performance.now() + timeoutMs
    for (;;) {
      let connection = this.#ready
      try {
        connection ??= await this.#seek(end)
        const rest = end - performance.now()
        return await connection.unary(path, message, repeatable ? Math.min(rest, ATTEMPT_MS) : rest)
      } catch (error) {
        if (!(error instanceof GrpcError) || !isPassing(error)) throw error
        if (connection !== undefined) this.#leave(connection)
        const again = repeatable || hasDoneNothing(error)
        if (!again || this.#closed || end - performance.now() < PAUSE_MS) throw error
        await pause(PAUSE_MS)
      }
    }
  }

  /** Opens a stream with whichever member answers. */
  async stream(path: string, listener: CallListener, timeoutMs: number): Promise<MemberStream> {
    const connection = this.#ready ?? (await this.#seek(performance.now() + timeoutMs))
    const call = connection.open(path, listener)
    return { call, blame: () => this.#leave(connection) }
  }

  close(): void {
    this.#closed = true
    for (const connection of this.#connections) connection.close()
  }

  get #current(): Connection {
    return this.#connections[this.#index] as Connection
  }

  get #ready(): Connection | undefined {
    return this.#current.isReady ? this.#current : undefined
  }

  /** All calls that wait for a connection wait for the same one. */
  async #seek(end: number): Promise<Connection> {
    this.#seeking ??= this.#seekOnce(end).finally(() => {
      this.#seeking = undefined
    })
    return this.#seeking
  }

  async #seekOnce(end: number): Promise<Connection> {
    for (;;) {
      const connection = this.#current
      try {
        await connection.ready()
        return connection
      } catch (error) {
        this.#leave(connection)
        if (this.#closed) throw notSent(connection.address, 'the client is closed')
        if (end - performance.now() < PAUSE_MS) throw error
        await pause(PAUSE_MS)
      }
    }
  }

  #leave(connection: Connection): void {
    connection.verify()
    if (connection !== this.#current) return
    this.#index = (this.#index + 1) % this.#connections.length
  }
}

export interface MemberStream {
  readonly call: Call
  /** The stream does not work as it should: the next one is to be opened elsewhere. */
  blame(): void
}
