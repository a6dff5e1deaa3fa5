import { randomUUID } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { TokenRequest } from '#kinds/authentication/token-request.js'
import { badRequest, conflict, notFound } from '#meta/api-error.js'
import { type CredentialUse, type Identity, serviceAccountUsername, type User } from '#meta/user.js'
import type { ReviewRequest } from '#registry/review-handler.js'
import { formatTime } from '#schema/times.js'
import type { Clock } from '#util/clock.js'
import { type AccountClaims, accountUser, BINDABLE, CLAIM, readAccountClaims } from './account-claims.js'
import type { TokenIssuer } from './signed-tokens.js'
import type { TokenBindings } from './token-bindings.js'
import type { TokenKeys } from './token-key.js'
import type { TokenMetrics } from './token-metrics.js'
import { signToken, verifySignature } from './token-signature.js'
import { hasUsableTimes } from './token-times.js'

export interface AccountTokensOptions {
  /** The first one is that of new tokens. */
  readonly issuers: readonly string[]
  /** The audiences of tokens whose request names none. */
  readonly audiences: readonly string[]
  /** The longest lifetime in seconds; 0 for any. */
  readonly maxSeconds: number
  /** Whether tokens that pods get by default are accepted for a year. */
  readonly extendsLifetimes: boolean
  readonly metrics: TokenMetrics
}

/** The lifetime in seconds that the volumes of pods ask for by default. Odd, so that nobody else asks for it. */
const VOLUME_SECONDS = 3607
/** A year: clients in pods may not know yet that their token has to be renewed. */
const EXTENDED_SECONDS = 365 * 24 * 60 * 60
const ISSUED = 'authentication.kubernetes.io/issued-credential-id'

/** Issues and verifies service account tokens. */
export class AccountTokens implements TokenIssuer {
  readonly #options: AccountTokensOptions
  readonly #keys: () => Promise<TokenKeys>
  readonly #living: TokenBindings
  readonly #clock: Clock

  constructor(
    options: AccountTokensOptions,
    keys: () => Promise<TokenKeys>,
    living: TokenBindings,
    clock: Clock,
  ) {
    this.#clock = clock
    this.#options = options
    this.#keys = keys
    this.#living = living
  }

  /** Sets the token in the status of a request. The metadata of the request are those of its account. */
  async issue({ object, warnings, auditAnnotations }: ReviewRequest<TokenRequest>): Promise<void> {
    const { spec, metadata } = object
    const { name = '', namespace = '', uid = '' } = metadata
    const { issuers, audiences: ownAudiences } = this.#options
    const audiences = spec.audiences?.length ? spec.audiences : ownAudiences
    const bound = this.#bound(object, namespace, name)
    const seconds = this.#lifetime(spec.expirationSeconds ?? 0, warnings)
    const now = Math.floor(this.#clock.now() / 1000)
    const isExtended =
      this.#options.extendsLifetimes &&
      bound.pod !== undefined &&
      seconds === VOLUME_SECONDS &&
      audiences.every((audience) => ownAudiences.includes(audience))
    const claims: AccountClaims = {
      namespace,
      ...bound,
      serviceaccount: { name, uid },
      ...(isExtended && { warnafter: now + seconds }),
    }
    const jti = randomUUID()
    const token = await signToken((await this.#keys()).signing, {
      [CLAIM]: claims,
      iss: issuers[0] ?? '',
      sub: serviceAccountUsername(namespace, name),
      aud: [...audiences],
      iat: now,
      nbf: now,
      exp: now + (isExtended ? EXTENDED_SECONDS : seconds),
      jti,
    })
    metadata.creationTimestamp = formatTime(new Date(now * 1000))
    spec.audiences = [...audiences]
    spec.expirationSeconds = seconds
    // Kubelets renew the token by this time, also if it is extended.
    object.status = { token, expirationTimestamp: formatTime(new Date((now + seconds) * 1000)) }
    auditAnnotations?.annotate(ISSUED, `JTI=${jti}`)
  }

  #lifetime(requested: number, warnings: string[] | undefined): number {
    const { maxSeconds } = this.#options
    if (maxSeconds === 0 || requested <= maxSeconds) return requested
    warnings?.push(`requested expiration of ${requested} seconds shortened to ${maxSeconds} seconds`)
    return maxSeconds
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
    const expected = { issuers: this.#options.issuers, required: ['exp', 'sub'] }
    const payload = await verifySignature(token, all, expected, this.#clock)
    if (payload === undefined || !hasUsableTimes(payload)) return undefined
    const claims = readAccountClaims(payload)
    return claims && new AccountIdentity(claims, payload, this.#living, this.#clock, this.#options.metrics)
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
  readonly #metrics: TokenMetrics

  constructor(
    claims: AccountClaims,
    { aud = [], exp = 0, jti = '' }: JWTPayload,
    living: TokenBindings,
    clock: Clock,
    metrics: TokenMetrics,
  ) {
    this.#clock = clock
    this.#metrics = metrics
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

  onUse(use: CredentialUse): void {
    const { warnafter } = this.#claims
    if (typeof warnafter !== 'number' || warnafter === 0) return
    const late = this.#clock.now() / 1000 - warnafter
    if (late <= 0) {
      this.#metrics.valid.value++
      return
    }
    const text = `subject: ${this.user.name}, seconds after warning threshold: ${Math.floor(late)}`
    use.annotate('authentication.k8s.io/stale-token', text)
    this.#metrics.stale.value++
  }
}
