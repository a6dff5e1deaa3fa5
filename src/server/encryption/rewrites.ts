import type { RequestContext } from '#http/request/request-context.js'
import type { Route } from '#http/routes/route.js'
import { serviceUnavailable } from '#meta/api-error.js'
import { REWRITE_PATH } from '#server/backup/paths.js'
import type { Storage } from '#storage/contract.js'
import type { Encryption } from '#storage/encryption/encryption.js'
import type { RewriteResponses } from './rewrite-responses.js'

/** Serves rewrites of the store. The code is loaded with the first request. */
export class Rewrites {
  readonly route: Route
  readonly #engine: Storage
  readonly #encryption: Encryption | undefined
  #responses: Promise<RewriteResponses> | undefined
  #isClosed = false

  /** `engine` keeps the encrypted values. */
  constructor(engine: Storage, encryption: Encryption | undefined) {
    this.#engine = engine
    this.#encryption = encryption
    this.route = {
      path: REWRITE_PATH,
      negotiated: false,
      isLongRunning: true,
      verbs: { POST: 'create' },
      respond: async (context: RequestContext) => (await this.#open()).respond(context),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    ;(await this.#responses)?.close()
  }

  #open(): Promise<RewriteResponses> {
    if (this.#isClosed) throw serviceUnavailable('the server is shutting down')
    this.#responses ??= import('./rewrite-responses.js').then(
      ({ RewriteResponses }) => new RewriteResponses(this.#engine, this.#encryption),
    )
    return this.#responses
  }
}
