import { createHmac, randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Identity, User } from '#meta/user.js'
import type { TokenAuthenticator } from './authenticator.js'

/** Authenticates configured tokens. */
export class StaticTokens implements TokenAuthenticator {
  /** By HMAC with a key of this process, so that lookup time reveals nothing about tokens. */
  #identities: ReadonlyMap<string, KnownIdentity> = new Map()
  readonly #key = randomBytes(32)

  constructor(users: ReadonlyMap<string, User> = new Map()) {
    this.replace(users)
  }

  /** Replaces all tokens. The identity of an unchanged token stays the same object. */
  replace(users: ReadonlyMap<string, User>): void {
    const identities = new Map<string, KnownIdentity>()
    for (const [token, user] of users) {
      const digest = this.#digest(token)
      const before = this.#identities.get(digest)
      identities.set(
        digest,
        before && isDeepStrictEqual(before.user, user) ? before : new KnownIdentity(user),
      )
    }
    const before = this.#identities
    this.#identities = identities
    for (const [digest, identity] of before) {
      if (identities.get(digest) !== identity) identity.revoke()
    }
  }

  identify(token: string): Identity | undefined {
    return this.#identities.get(this.#digest(token))
  }

  #digest(token: string): string {
    return createHmac('sha256', this.#key).update(token).digest('base64')
  }
}

class KnownIdentity implements Identity {
  readonly user: User
  #isValid = true

  constructor(user: User) {
    this.user = user
  }

  isValid(): boolean {
    return this.#isValid
  }

  revoke(): void {
    this.#isValid = false
  }
}
