import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { TokenRequest } from '../../kinds/authentication/token-request.js'
import { ApiError, badRequest } from '../../meta/api-error.js'
import type { Identity, User } from '../../meta/user.js'
import type { Question } from '../../registry/evaluation.js'
import { formatTime } from '../../schema/times.js'
import { accountUserName } from '../identity/service-account.js'
import { type AccountClaims, accountUser, BINDABLE, CLAIM, readAccountClaims } from './account-claims.js'
import { jose } from './jose.js'
import type { LivingObjects } from './living-objects.js'
import type { TokenIssuer } from './signed-tokens.js'
import { ALGORITHM, type TokenKey } from './token-key.js'

/** Makes tokens of service accounts, and knows them again. */
export class AccountTokens implements TokenIssuer {
  readonly #issuer: string
  readonly #key: () => Promise<TokenKey>
  readonly #living: LivingObjects

  constructor(issuer: string, key: () => Promise<TokenKey>, living: LivingObjects) {
    this.#issuer = issuer
    this.#key = key
    this.#living = living
  }

  /** Fills in the token that a request asks for. The metadata of the request are those of its account. */
  async issue({ object }: Question<TokenRequest>): Promise<void> {
    const { spec, metadata } = object
    const { name = '', namespace = '', uid = '' } = metadata
    const { expirationSeconds = 0 } = spec
    const audiences = spec.audiences?.length ? spec.audiences : [this.#issuer]
    const claims: AccountClaims = {
      namespace,
      ...this.#bound(object, namespace, name),
      serviceaccount: { name, uid },
    }
    const { privateKey, jwk } = await this.#key()
    const { SignJWT } = await jose()
    const now = Math.floor(Date.now() / 1000)
    const end = now + expirationSeconds
    const token = await new SignJWT({ [CLAIM]: claims })
      .setProtectedHeader({ alg: ALGORITHM, kid: jwk.kid })
      .setIssuer(this.#issuer)
      .setSubject(accountUserName(namespace, name))
      .setAudience([...audiences])
      .setIssuedAt(now)
      .setNotBefore(now)
      .setExpirationTime(end)
      .setJti(randomUUID())
      .sign(privateKey)
    metadata.creationTimestamp = formatTime(new Date(now * 1000))
    spec.audiences = [...audiences]
    object.status = { token, expirationTimestamp: formatTime(new Date(end * 1000)) }
  }

  /** The object that a token is to end with, as it is now. */
  #bound({ spec }: TokenRequest, namespace: string, account: string): Partial<AccountClaims> {
    const reference = spec.boundObjectRef
    if (reference === undefined) return {}
    const { kind = '', apiVersion = '', name = '', uid } = reference
    const claim = BINDABLE.find((bindable) => bindable === kind.toLowerCase())
    if (claim === undefined || apiVersion !== 'v1') {
      throw badRequest(`cannot bind token to object of type ${apiVersion}, Kind=${kind}`)
    }
    const found = this.#living.find(claim, namespace, name)
    if (found === undefined) {
      throw new ApiError('notFound', `${claim}s ${JSON.stringify(name)} not found`, {
        name,
        kind: `${claim}s`,
      })
    }
    const actual = this.#living.uidOf(found)
    if (uid !== undefined && uid !== actual) {
      throw new ApiError(
        'conflict',
        `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`,
        { name, kind: `${claim}s` },
      )
    }
    if (claim === 'pod' && serviceAccountOf(found.json) !== account) {
      throw badRequest(
        `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`,
      )
    }
    return { [claim]: { name, uid: actual } }
  }

  async verify(token: string): Promise<Identity | undefined> {
    let payload: JWTPayload
    const { jwtVerify } = await jose()
    try {
      const { publicKey } = await this.#key()
      const options = { issuer: this.#issuer, algorithms: [ALGORITHM], requiredClaims: ['exp', 'sub'] }
      payload = (await jwtVerify(token, publicKey, options)).payload
    } catch {
      return undefined
    }
    const claims = readAccountClaims(payload)
    return claims && new AccountIdentity(claims, payload, this.#living)
  }
}

function serviceAccountOf(pod: Buffer): string {
  const { spec } = JSON.parse(pod.toString()) as { spec?: { serviceAccountName?: string } }
  return spec?.serviceAccountName || 'default'
}

class AccountIdentity implements Identity {
  readonly user: User
  readonly audiences: readonly string[]
  readonly #claims: AccountClaims
  readonly #endsAt: number
  readonly #living: LivingObjects

  constructor(claims: AccountClaims, { aud = [], exp = 0, jti = '' }: JWTPayload, living: LivingObjects) {
    this.user = accountUser(claims, jti)
    this.audiences = [aud].flat()
    this.#claims = claims
    this.#endsAt = exp * 1000
    this.#living = living
  }

  isValid(now: number): boolean {
    return now < this.#endsAt && this.#living.hasAll(this.#claims)
  }
}
