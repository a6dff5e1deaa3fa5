import { createHmac, randomBytes } from 'node:crypto'
import type { Identity } from '#meta/user.js'

/** Maximum cached tokens: verifying a signature takes a hundred times as long as a lookup. */
const MAX_TOKENS = 10_000

/** Caches the identities of verified tokens, by HMAC of the token. */
export class VerifiedTokens {
  readonly #identities = new Map<string, Identity>()
  readonly #key = randomBytes(32)

  digest(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64')
  }

  /** Undefined if the token is not cached, or no longer valid. */
  get(digest: string): Identity | undefined {
    const known = this.#identities.get(digest)
    if (known === undefined || known.isValid()) return known
    this.#identities.delete(digest)
    return undefined
  }

  /** Evicts the oldest token if there are too many. */
  add(digest: string, identity: Identity): void {
    this.#identities.set(digest, identity)
    if (this.#identities.size <= MAX_TOKENS) return
    const [oldest] = this.#identities.keys()
    if (oldest !== undefined) this.#identities.delete(oldest)
  }
}
