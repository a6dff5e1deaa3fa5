import { setTimeout as pause } from 'node:timers/promises'
import { hadNoEffect, isRetryable } from './etcd-errors.js'
import type { Call, CallListener } from './grpc/call.js'
import { Connection, type TlsFiles } from './grpc/connection.js'
import { GrpcError, notSent } from './grpc/grpc-error.js'

/** After so long without a response, another member is used. */
const ATTEMPT_MS = 1500
const PAUSE_MS = 50

export interface CallOptions {
  readonly timeoutMs: number
  /** Whether the call is idempotent. */
  readonly repeatable: boolean
}

/**
 * The members of the cluster. One is used as long as it responds, then the next. Each process starts with a different
 * one, to spread servers over members.
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
   * Retries until there is a response, a permanent error, or the timeout. Calls that are not idempotent are sent
   * again only when they certainly had no effect.
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
        if (!(error instanceof GrpcError) || !isRetryable(error)) throw error
        if (connection !== undefined) this.#leave(connection)
        const again = repeatable || hadNoEffect(error)
        if (!again || this.#closed || end - performance.now() < PAUSE_MS) throw error
        await pause(PAUSE_MS)
      }
    }
  }

  /** Opens a stream with any member that responds. */
  async stream(path: string, listener: CallListener, timeoutMs: number): Promise<MemberStream> {
    const connection = this.#ready ?? (await this.#seek(performance.now() + timeoutMs))
    const call = connection.open(path, listener)
    return { call, switchMember: () => this.#leave(connection) }
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

  /** Concurrent calls wait for the same connection. */
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
  /** The stream is faulty: open the next one with another member. */
  switchMember(): void
}
