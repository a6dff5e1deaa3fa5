import { createHash } from 'node:crypto'
import { AUTHENTICATED, type TokenAuthenticator } from '#access/identity/authenticator.js'
import { objectIn, type SendReview } from '#access/review-webhook.js'
import { tooManyRequests } from '#meta/api-error.js'
import type { Identity } from '#meta/user.js'
import type { Logger } from '#observe/logger.js'
import type { Clock } from '#util/clock.js'

export interface WebhookTokensOptions {
  readonly send: SendReview
  readonly version: string
  readonly audiences: readonly string[]
  /** How long a decision holds, in milliseconds. */
  readonly ttlMs: number
  readonly clock: Clock
  readonly logger: Logger
}

interface Decision {
  /** Undefined if the webhook does not know the token. */
  readonly identity: Identity | undefined
  readonly endsAt: number
}

/** Maximum remembered decisions, and reviews in progress: clients can invent tokens. */
const MAX_DECISIONS = 4096
const MAX_ASKED = 256

/** Authenticates tokens by a `TokenReview` of another server. */
export class WebhookTokens implements TokenAuthenticator {
  readonly #options: WebhookTokensOptions
  /** By the digest of the token, the oldest first. Tokens themselves are not kept. */
  readonly #decisions = new Map<string, Decision>()
  /** Reviews in progress: concurrent requests with one token wait for one review. */
  readonly #asked = new Map<string, Promise<Identity | undefined>>()

  constructor(options: WebhookTokensOptions) {
    this.#options = options
  }

  /** Throws `tooManyRequests`. */
  identify(token: string): Identity | undefined | Promise<Identity | undefined> {
    const key = createHash('sha256').update(token).digest('base64')
    const known = this.#decisions.get(key)
    if (known !== undefined && this.#options.clock.now() < known.endsAt) return known.identity
    const asked = this.#asked.get(key)
    if (asked !== undefined) return asked
    if (this.#asked.size >= MAX_ASKED) throw tooManyRequests('too many tokens are being reviewed')
    const review = this.#ask(token, key)
    this.#asked.set(key, review)
    return review
  }

  /** A webhook that fails knows no token: the request is unauthorized, and the next one asks again. */
  async #ask(token: string, key: string): Promise<Identity | undefined> {
    const { send, version, audiences, ttlMs, clock, logger } = this.#options
    try {
      const apiVersion = `authentication.k8s.io/${version}`
      const response = await send({ apiVersion, kind: 'TokenReview', spec: { token, audiences } })
      const identity = identityOf(response, audiences)
      if (ttlMs > 0) this.#remember(key, { identity, endsAt: clock.now() + ttlMs })
      return identity
    } catch (error) {
      logger.warn({ error: String(error) }, 'the webhook that authenticates tokens failed')
      return undefined
    } finally {
      this.#asked.delete(key)
    }
  }

  #remember(key: string, decision: Decision): void {
    this.#decisions.delete(key)
    this.#decisions.set(key, decision)
    if (this.#decisions.size <= MAX_DECISIONS) return
    const [oldest = ''] = this.#decisions.keys()
    this.#decisions.delete(oldest)
  }
}

/** Undefined if the token is unknown. Throws for a response that is no review. */
function identityOf(response: unknown, audiences: readonly string[]): Identity | undefined {
  const { status } = objectIn(response, 'the response')
  const { authenticated, user, audiences: given, error } = objectIn(status, 'status')
  if (authenticated !== true) {
    if (typeof error === 'string' && error !== '') throw new Error(error)
    return undefined
  }
  const { username, uid, groups = [], extra = {} } = objectIn(user, 'status.user')
  if (typeof username !== 'string' || username === '') throw new Error('status.user.username is missing')
  const held = stringsIn(groups ?? [], 'status.user.groups')
  const known = stringsIn(given ?? [], 'status.audiences')
  // Without audiences, the webhook knows none but this server.
  const common = known.length === 0 ? audiences : known.filter((audience) => audiences.includes(audience))
  if (common.length === 0) return undefined
  return {
    user: {
      name: username,
      uid: typeof uid === 'string' && uid !== '' ? uid : undefined,
      groups: held.includes(AUTHENTICATED) ? held : [...held, AUTHENTICATED],
      extra: Object.fromEntries(
        Object.entries(objectIn(extra ?? {}, 'status.user.extra')).map(([name, values]) => [
          name,
          stringsIn(values, `status.user.extra[${name}]`),
        ]),
      ),
    },
    isValid: () => true,
    audiences: common,
  }
}

function stringsIn(value: unknown, place: string): readonly string[] {
  if (Array.isArray(value) && value.every((text) => typeof text === 'string')) return value
  throw new Error(`${place} is not a list of strings`)
}
