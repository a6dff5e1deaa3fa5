import { drained } from '#http/connection/channel.js'
import { RequestAborted } from '#http/request/body.js'
import type { RequestContext } from '#http/request/request-context.js'
import { beginResponse } from '#http/response/respond.js'
import { badRequest, serviceUnavailable, tooManyRequests } from '#meta/api-error.js'
import { storageApiError } from '#registry/storage-errors.js'
import { exportStore } from '#transfer/export-store.js'
import { TransferError } from '#transfer/progress.js'
import { type ChangeSource, sendChanges } from './change-response.js'
import { rateLimited } from './rate-limit.js'

/** Each backup keeps history from being compacted. */
const MAX_BACKUPS = 2
/** In bytes per second. A slower backup of a store that is written to might never end. */
export const MIN_RATE = 10_000

const TYPE = 'application/octet-stream'

/** Backups that are being sent. */
export class BackupResponses {
  readonly #dependencies: Omit<ChangeSource, 'signal'>
  readonly #closing = new AbortController()
  #running = 0

  constructor(dependencies: Omit<ChangeSource, 'signal'>) {
    this.#dependencies = dependencies
  }

  /** Aborts all responses. Their clients can tell that they are incomplete. */
  close(): void {
    this.#closing.abort(serviceUnavailable('the server is shutting down'))
  }

  /** Sends a snapshot of the store. Nothing is written to disk, and a few MiB are in memory. */
  async respond(context: RequestContext): Promise<void> {
    const rate = rateIn(context.query.get('rate'))
    if (context.isHead) {
      beginResponse(context, 200, { 'Content-Type': TYPE }).end()
      return
    }
    if (this.#running === MAX_BACKUPS) throw tooManyRequests(`${MAX_BACKUPS} backups are already running`)
    this.#running++
    try {
      await this.#send(context, rate)
    } finally {
      this.#running--
    }
  }

  /** Sends the changes since a revision, which was that of a snapshot. */
  changes(context: RequestContext): Promise<void> {
    const { signal } = this.#closing
    return sendChanges(context, { ...this.#dependencies, signal })
  }

  async #send(context: RequestContext, rate: number | undefined): Promise<void> {
    const { storage, held, version } = this.#dependencies
    const at = await storage.currentRevision()
    const release = held.hold(at)
    const { signal } = this.#closing
    let body: ReturnType<typeof beginResponse> | undefined
    const write = async (bytes: Buffer) => {
      signal.throwIfAborted()
      if (!context.isOpen) throw new RequestAborted()
      const name = `backup-${at}.binnacle`
      body ??= beginResponse(context, 200, {
        'Content-Type': TYPE,
        'Content-Disposition': `attachment; filename="${name}"`,
      })
      body.write(bytes)
      await drained(body)
    }
    const target = rate === undefined ? { write } : rateLimited({ write }, rate, signal)
    context.endStream = () => context.response.destroy()
    try {
      await exportStore(storage, target, {
        at,
        version,
        signal,
        onProgress: () => undefined,
      })
      body?.end()
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof TransferError ? serviceUnavailable(error.message) : storageApiError(error)
    } finally {
      held.linger(at)
      release()
    }
  }
}

/** Undefined for no limit. Throws `badRequest`. */
function rateIn(text: string | null): number | undefined {
  if (text === null) return undefined
  if (/^[1-9][0-9]{0,14}$/.test(text) && Number(text) >= MIN_RATE) return Number(text)
  throw badRequest(`rate: expected a number of bytes per second from ${MIN_RATE} on`)
}
