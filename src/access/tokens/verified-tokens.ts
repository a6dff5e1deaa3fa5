import { createHmac, randomBytes } from 'node:crypto'
import type { Identity } from '#meta/user.js'

/** How many tokens are remembered: a signature takes a hundred times as long to verify as a lookup. */
const MAX_TOKENS = 10_000

/** The identities of tokens whose signatures were verified, by digests of the tokens under a key of this process. */
export class VerifiedTokens {
  readonly #identities = new Map<string, Identity>()
  readonly #key = randomBytes(32)

  digest(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64')
  }

  /** Undefined when the token was not verified, or does not hold any more. */
  get(digest: string): Identity | undefined {
    const known = this.#identities.get(digest)
    if (known === undefined || known.isValid()) return known
    this.#identities.delete(digest)
    return undefined
  }

  /** The oldest one is forgotten when there are too many. */
  add(digest: string, identity: Identity): void {
    this.#identities.set(digest, identity)
    if (this.#identities.size <= MAX_TOKENS) return
    const [oldest] = this.#identities.keys()
    if (oldest !== undefined) this.#identities.delete(oldest)
  }
}
