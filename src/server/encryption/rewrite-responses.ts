import { drained } from '#http/connection/channel.js'
import { RequestAborted } from '#http/request/body.js'
import type { RequestContext } from '#http/request/request-context.js'
import { beginResponse } from '#http/response/respond.js'
import { badRequest, serviceUnavailable, tooManyRequests } from '#meta/api-error.js'
import { storageApiError } from '#registry/storage-errors.js'
import type { Storage } from '#storage/contract.js'
import type { Encryption } from '#storage/encryption/encryption.js'
import { type RewriteOptions, type RewriteProgress, rewriteStale } from '#storage/encryption/rewrite.js'

/** How often progress is sent. */
const PROGRESS_MS = 200
const MAX_RATE = 1_000_000

/** A line of the response. The last one has `done`. */
export interface RewriteLine extends RewriteProgress {
  readonly done: boolean
}

/** Rewrites that are running. */
export class RewriteResponses {
  readonly #engine: Storage
  readonly #encryption: Encryption | undefined
  readonly #closing = new AbortController()
  #isRunning = false

  constructor(engine: Storage, encryption: Encryption | undefined) {
    this.#engine = engine
    this.#encryption = encryption
  }

  /** Ends all responses. Their clients can tell that they are incomplete. */
  close(): void {
    this.#closing.abort(serviceUnavailable('the server is shutting down'))
  }

  /** Rewrites the store, and sends the progress as lines of JSON. Stops when the client is gone. */
  async respond(context: RequestContext): Promise<void> {
    if (this.#encryption === undefined) throw badRequest('the server has no --encryption-config')
    const options = {
      rate: rateIn(context.query.get('rate')),
      removesUndecryptable: removesIn(context.query.get('undecryptable')),
    }
    if (this.#isRunning) throw tooManyRequests('a rewrite is already running')
    this.#isRunning = true
    try {
      await this.#rewrite(context, this.#encryption, options)
    } finally {
      this.#isRunning = false
    }
  }

  async #rewrite(
    context: RequestContext,
    encryption: Encryption,
    options: Pick<RewriteOptions, 'rate' | 'removesUndecryptable'>,
  ): Promise<void> {
    const gone = new AbortController()
    const signal = AbortSignal.any([this.#closing.signal, gone.signal])
    context.response.on('close', () => gone.abort(new RequestAborted()))
    const body = beginResponse(context, 200, { 'Content-Type': 'application/jsonl' })
    context.endStream = () => context.response.destroy()
    const send = async (line: RewriteLine) => {
      body.write(`${JSON.stringify(line)}\n`)
      await drained(body)
    }
    let sentAt = 0
    const onProgress = async (progress: RewriteProgress) => {
      if (performance.now() - sentAt < PROGRESS_MS) return
      sentAt = performance.now()
      await send({ ...progress, done: false })
    }
    try {
      await send({
        ...(await rewriteStale(this.#engine, encryption, { ...options, signal, onProgress })),
        done: true,
      })
      body.end()
    } catch (error) {
      signal.throwIfAborted()
      throw storageApiError(error)
    }
  }
}

/** Undefined for no limit. Throws `badRequest`. */
function rateIn(text: string | null): number | undefined {
  if (text === null) return undefined
  if (/^[1-9][0-9]{0,6}$/.test(text) && Number(text) <= MAX_RATE) return Number(text)
  throw badRequest(`rate: expected a number of writes per second from 1 to ${MAX_RATE}`)
}

/** Throws `badRequest`. */
function removesIn(text: string | null): boolean {
  if (text === null || text === 'keep') return false
  if (text === 'remove') return true
  throw badRequest('undecryptable: expected keep or remove')
}
