import type { JWTPayload } from 'jose'
import type { TokenIssuer } from '#access/tokens/signed-tokens.js'
import { hasUsableTimes, jose } from '#access/tokens/token-times.js'
import type { Identity, User } from '#meta/user.js'
import type { Clock } from '#util/clock.js'
import { claimedUser } from './claimed-user.js'
import type { Issuer } from './issuer.js'
import type { IssuerEndpoints, IssuerKeys } from './issuer-keys.js'
import type { PublishedKey } from './published-key.js'

/** Tolerance for `nbf` and `iat`, in seconds. `exp` has none. */
const CLOCK_TOLERANCE_S = 5 * 60

interface Signed {
  readonly payload: JWTPayload
  readonly key: PublishedKey
}

/** Authenticates the tokens of one OpenID issuer. */
export class OpenIdTokens implements TokenIssuer {
  readonly issuer: Issuer
  readonly #keys: IssuerKeys
  readonly #clock: Clock
  #isTrusted = true

  constructor(issuer: Issuer, keys: IssuerKeys, clock: Clock) {
    this.#clock = clock
    this.issuer = issuer
    this.#keys = keys
  }

  async verify(token: string): Promise<Identity | undefined> {
    const signed = await this.#verifyBySomeKey(token)
    if (signed === undefined || !hasUsableTimes(signed.payload)) return undefined
    const user = claimedUser(this.issuer, signed.payload)
    return user && new OpenIdIdentity(user, signed, this)
  }

  /** Where users sign in; undefined while that is not known. */
  get endpoints(): IssuerEndpoints | undefined {
    return this.#keys.endpoints
  }

  /** Whether the key is still published. */
  trusts(key: PublishedKey): boolean {
    return this.#isTrusted && this.#keys.all.has(key)
  }

  now(): number {
    return this.#clock.now()
  }

  close(): void {
    this.#isTrusted = false
    this.#keys.close()
  }

  async #verifyBySomeKey(token: string): Promise<Signed | undefined> {
    const { errors } = await jose()
    try {
      const tried = this.#keys.all
      const signed = await this.#verifyBy(tried, token)
      if (signed !== undefined) return signed
      // The issuer may have a new key.
      await this.#keys.refresh()
      return this.#keys.all === tried ? undefined : await this.#verifyBy(this.#keys.all, token)
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }

  /**
   * Undefined if none of the keys signed the token. Rejects with a `JOSEError` for errors that do not depend on the
   * key.
   */
  async #verifyBy(keys: Iterable<PublishedKey>, token: string): Promise<Signed | undefined> {
    const { errors, jwtVerify } = await jose()
    const { alg, kid } = await headerOf(token)
    const { url, audiences, algorithms } = this.issuer
    if (!algorithms.includes(alg))
      throw new errors.JOSEAlgNotAllowed('the signature is not of an allowed kind')
    for (const key of keys) {
      const isMeant = (kid === undefined || key.kid === kid) && (key.alg === undefined || key.alg === alg)
      if (!isMeant) continue
      try {
        const { payload } = await jwtVerify(token, key.publicKey, {
          algorithms: [alg],
          issuer: url,
          audience: [...audiences],
          requiredClaims: ['exp'],
          clockTolerance: CLOCK_TOLERANCE_S,
          currentDate: new Date(this.#clock.now()),
        })
        return { payload, key }
      } catch (error) {
        const isSigned =
          error instanceof errors.JOSEError && !(error instanceof errors.JWSSignatureVerificationFailed)
        // Otherwise the key did not make this signature, or does not support the algorithm.
        if (isSigned) throw error
      }
    }
    return undefined
  }
}

/** Rejects with a `JOSEError`. */
async function headerOf(token: string): Promise<{ readonly alg: string; readonly kid: string | undefined }> {
  const { decodeProtectedHeader, errors } = await jose()
  try {
    const { alg = '', kid } = decodeProtectedHeader(token)
    return { alg, kid }
  } catch (error) {
    throw new errors.JWSInvalid('the header cannot be read', { cause: error })
  }
}

class OpenIdIdentity implements Identity {
  readonly user: User
  readonly #endsAt: number
  readonly #key: PublishedKey
  readonly #tokens: OpenIdTokens

  constructor(user: User, { payload, key }: Signed, tokens: OpenIdTokens) {
    this.user = user
    this.#endsAt = (payload.exp ?? 0) * 1000
    this.#key = key
    this.#tokens = tokens
  }

  /** A token ends when it expires, when its key is withdrawn, or when its issuer is no longer trusted. */
  isValid(): boolean {
    return this.#tokens.now() < this.#endsAt && this.#tokens.trusts(this.#key)
  }
}
