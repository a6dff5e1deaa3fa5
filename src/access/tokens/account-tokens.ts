import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { TokenRequest } from '#kinds/authentication/token-request.js'
import { badRequest, conflict, notFound } from '#meta/api-error.js'
import { type Identity, serviceAccountUsername, type User } from '#meta/user.js'
import type { ReviewRequest } from '#registry/review-handler.js'
import { formatTime } from '#schema/times.js'
import type { Clock } from '#util/clock.js'
import { type AccountClaims, accountUser, BINDABLE, CLAIM, readAccountClaims } from './account-claims.js'
import type { TokenIssuer } from './signed-tokens.js'
import type { TokenBindings } from './token-bindings.js'
import type { PublicTokenKey, TokenKeys } from './token-key.js'
import { hasUsableTimes, jose } from './token-times.js'

/** Who the tokens are from, and what they are for. */
export interface TokenNames {
  /** The first one is that of new tokens. */
  readonly issuers: readonly string[]
  /** The audiences of tokens whose request names none. */
  readonly audiences: readonly string[]
}

/** Issues and verifies service account tokens. */
export class AccountTokens implements TokenIssuer {
  readonly #names: TokenNames
  readonly #keys: () => Promise<TokenKeys>
  readonly #living: TokenBindings
  readonly #clock: Clock

  constructor(names: TokenNames, keys: () => Promise<TokenKeys>, living: TokenBindings, clock: Clock) {
    this.#clock = clock
    this.#names = names
    this.#keys = keys
    this.#living = living
  }

  /** Sets the token in the status of a request. The metadata of the request are those of its account. */
  async issue({ object }: ReviewRequest<TokenRequest>): Promise<void> {
    const { spec, metadata } = object
    const { name = '', namespace = '', uid = '' } = metadata
    const { expirationSeconds = 0 } = spec
    const audiences = spec.audiences?.length ? spec.audiences : this.#names.audiences
    const claims: AccountClaims = {
      namespace,
      ...this.#bound(object, namespace, name),
      serviceaccount: { name, uid },
    }
    const { privateKey, algorithm, jwk } = (await this.#keys()).signing
    const { SignJWT } = await jose()
    const now = Math.floor(this.#clock.now() / 1000)
    const end = now + expirationSeconds
    const token = await new SignJWT({ [CLAIM]: claims })
      .setProtectedHeader({ alg: algorithm, kid: jwk.kid })
      .setIssuer(this.#names.issuers[0] ?? '')
      .setSubject(serviceAccountUsername(namespace, name))
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

  /** The claims of the bound object. */
  #bound(request: TokenRequest, namespace: string, account: string): Partial<AccountClaims> {
    const reference = request.spec.boundObjectRef
    if (reference === undefined) return {}
    const { kind = '', apiVersion = '', name = '', uid } = reference
    const claim = apiVersion.includes('/') || !isBindable(kind) ? undefined : BINDABLE[kind]
    if (claim === undefined) {
      const type = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`
      throw badRequest(`cannot bind token to object of type ${type}, Kind=${kind}`)
    }
    const found = this.#living.find(claim, namespace, name)
    if (found === undefined) throw notFound({ ...CORE, kind, plural: `${claim}s` }, name)
    const spec = claim === 'pod' ? podSpec(found.json) : undefined
    if (spec !== undefined && (spec.serviceAccountName || 'default') !== account) {
      throw badRequest(
        `cannot bind token for serviceaccount ${JSON.stringify(account)} to pod running with different serviceaccount name.`,
      )
    }
    const actual = this.#living.uidOf(found)
    if (uid !== undefined && uid !== actual) {
      throw conflict(
        { ...CORE, kind, plural: kind },
        name,
        `the UID in the bound object reference (${uid}) does not match the UID in record. The object might have been deleted and then recreated`,
      )
    }
    return { ...this.#nodeOf(spec), [claim]: { name, uid: actual } }
  }

  /** The claims of the pod's node, if it is scheduled. */
  #nodeOf(spec: PodPlace | undefined): Partial<AccountClaims> {
    const name = spec?.nodeName
    if (!name) return {}
    const node = this.#living.find('node', '', name)
    return { node: { name, uid: node && this.#living.uidOf(node) } }
  }

  async verify(token: string): Promise<Identity | undefined> {
    const { all } = await this.#keys()
    const payload = await this.#verifyBySomeKey(token, all)
    if (payload === undefined || !hasUsableTimes(payload)) return undefined
    const claims = readAccountClaims(payload)
    return claims && new AccountIdentity(claims, payload, this.#living, this.#clock)
  }

  /** The named key, or any other one if none has the name. */
  async #verifyBySomeKey(token: string, all: readonly PublicTokenKey[]): Promise<JWTPayload | undefined> {
    const { jwtVerify, decodeProtectedHeader } = await jose()
    try {
      const { kid, alg } = decodeProtectedHeader(token)
      const named = all.filter(({ jwk }) => jwk.kid === kid)
      for (const { publicKey, algorithm } of named.length > 0 ? named : all) {
        if (algorithm !== alg) continue
        const options = {
          issuer: [...this.#names.issuers],
          algorithms: [algorithm],
          requiredClaims: ['exp', 'sub'],
          currentDate: new Date(this.#clock.now()),
        }
        const verified = await jwtVerify(token, publicKey, options).catch(() => undefined)
        if (verified !== undefined) return verified.payload
      }
    } catch {
      // The header cannot be read.
    }
    return undefined
  }
}

/** The field of a pod that tokens include. */
interface PodPlace {
  readonly serviceAccountName?: string
  readonly nodeName?: string
}

const podSpec = (pod: Buffer): PodPlace => (JSON.parse(pod.toString()) as { spec?: PodPlace }).spec ?? {}

const CORE = { group: '', version: 'v1' }

const isBindable = (kind: string): kind is keyof typeof BINDABLE => Object.hasOwn(BINDABLE, kind)

class AccountIdentity implements Identity {
  readonly user: User
  readonly audiences: readonly string[]
  readonly #claims: AccountClaims
  readonly #endsAt: number
  readonly #living: TokenBindings
  readonly #clock: Clock

  constructor(
    claims: AccountClaims,
    { aud = [], exp = 0, jti = '' }: JWTPayload,
    living: TokenBindings,
    clock: Clock,
  ) {
    this.#clock = clock
    this.user = accountUser(claims, jti)
    this.audiences = [aud].flat()
    this.#claims = claims
    this.#endsAt = exp * 1000
    this.#living = living
  }

  isValid(): boolean {
    const now = this.#clock.now()
    return now < this.#endsAt && this.#living.hasAll(this.#claims, now)
  }
}
