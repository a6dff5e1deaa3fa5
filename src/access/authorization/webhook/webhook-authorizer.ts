import { createHash } from 'node:crypto'
import type { Authorizer, Decision, HeldRules } from '#access/authorization/authorizer.js'
import { MAX_REVIEWS, objectIn, type SendReview } from '#access/review-webhook.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { SubjectAccessReviewSpec } from '#kinds/authorization/access-review.js'
import type { ReviewConditions } from '#kinds/authorization/review-conditions.js'
import type { Logger } from '#observe/logger.js'
import type { Clock } from '#util/clock.js'
import { reviewSpecOf } from './access-review.js'

export interface WebhookAuthorizerOptions {
  readonly name: string
  readonly send: SendReview
  readonly version: 'v1' | 'v1beta1'
  /** How long decisions hold, in milliseconds. */
  readonly authorizedTtlMs: number
  readonly unauthorizedTtlMs: number
  /** Whether a failure forbids the request even if a later authorizer would allow it. */
  readonly failsClosed: boolean
  /** Which requests it is asked about; undefined for all. */
  readonly conditions?: ReviewConditions | undefined
  readonly clock: Clock
  readonly logger: Logger
}

interface Remembered {
  readonly decision: Decision
  readonly endsAt: number
}

/** Maximum remembered decisions: clients can invent paths and names. */
const MAX_DECISIONS = 8192
/** No user can keep the webhook from deciding about others. */
const MAX_REVIEWS_OF_USER = 256
/** Decisions about longer attributes are not remembered. */
const MAX_LENGTH = 10_000

const NO_OPINION: Decision = { allowed: false, reason: '' }

/** Authorizes by a `SubjectAccessReview` of another server. */
export class WebhookAuthorizer implements Authorizer {
  readonly generation = 0
  readonly #options: WebhookAuthorizerOptions
  /** By the digest of the review, the oldest first. */
  readonly #decisions = new Map<string, Remembered>()
  /** Reviews in progress: equal requests wait for one review. */
  readonly #asked = new Map<string, Promise<Decision>>()
  readonly #askedByUser = new Map<string, number>()

  constructor(options: WebhookAuthorizerOptions) {
    this.#options = options
  }

  allows(): undefined {
    return undefined
  }

  decide(attributes: RequestAttributes): Decision | Promise<Decision> {
    const spec = reviewSpecOf(attributes)
    try {
      if (this.#options.conditions?.hold(spec) === false) return NO_OPINION
    } catch (error) {
      return this.#failure((error as Error).message)
    }
    const key = createHash('sha256').update(JSON.stringify(spec)).digest('base64')
    const known = this.#decisions.get(key)
    if (known !== undefined && this.#options.clock.now() < known.endsAt) return known.decision
    const asked = this.#asked.get(key)
    if (asked !== undefined) return asked
    const { name } = attributes.user
    const count = this.#askedByUser.get(name) ?? 0
    // Clients can cause this, so it must not open the way to a later authorizer.
    if (this.#asked.size >= MAX_REVIEWS || count >= MAX_REVIEWS_OF_USER) {
      return { ...this.#failure('too many requests are being reviewed'), denied: true }
    }
    this.#askedByUser.set(name, count + 1)
    const review = this.#ask(spec, key).finally(() => {
      this.#asked.delete(key)
      const left = (this.#askedByUser.get(name) ?? 1) - 1
      if (left > 0) this.#askedByUser.set(name, left)
      else this.#askedByUser.delete(name)
    })
    this.#asked.set(key, review)
    return review
  }

  get isAsked(): boolean {
    return this.#asked.size > 0
  }

  /** Resolves when the reviews in progress have ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#asked.values())
  }

  whyAllowed(): Decision {
    throw new Error('a webhook allows nothing from memory')
  }

  rulesFor(): HeldRules {
    return {
      rules: [],
      errors: ['webhook authorizer does not support user rule resolution'],
      incomplete: true,
    }
  }

  /** Never rejects. */
  async #ask(spec: SubjectAccessReviewSpec, key: string): Promise<Decision> {
    const { send, version, name, logger } = this.#options
    try {
      const response = await send({
        apiVersion: `authorization.k8s.io/${version}`,
        kind: 'SubjectAccessReview',
        spec: version === 'v1' ? spec : withGroupsOfBeta(spec),
      })
      const decision = decisionIn(response)
      if (decision.error === undefined && isShort(spec)) this.#remember(key, decision)
      return decision
    } catch (error) {
      logger.warn({ authorizer: name, error: String(error) }, 'the webhook that authorizes requests failed')
      return this.#failure((error as Error).message)
    }
  }

  #failure(message: string): Decision {
    const { failsClosed, name } = this.#options
    return { allowed: false, reason: '', denied: failsClosed, error: `${name}: ${message}` }
  }

  #remember(key: string, decision: Decision): void {
    const { authorizedTtlMs, unauthorizedTtlMs, clock } = this.#options
    const ttlMs = decision.allowed ? authorizedTtlMs : unauthorizedTtlMs
    if (ttlMs <= 0) return
    this.#decisions.delete(key)
    this.#decisions.set(key, { decision, endsAt: clock.now() + ttlMs })
    if (this.#decisions.size <= MAX_DECISIONS) return
    const [oldest = ''] = this.#decisions.keys()
    this.#decisions.delete(oldest)
  }
}

/** Clients choose the attributes of a request, but not who they are. */
const isShort = ({ resourceAttributes, nonResourceAttributes }: SubjectAccessReviewSpec): boolean =>
  JSON.stringify([resourceAttributes, nonResourceAttributes]).length <= MAX_LENGTH

/** The field has another name in v1beta1. */
function withGroupsOfBeta({ groups, ...spec }: SubjectAccessReviewSpec): unknown {
  return { ...spec, group: groups }
}

/** Throws for a response that is no review. */
function decisionIn(response: unknown): Decision {
  const { status } = objectIn(response, 'the response')
  const { allowed, denied, reason } = objectIn(status, 'status')
  const text = typeof reason === 'string' ? reason : ''
  if (allowed === true && denied === true) {
    return { allowed: false, denied: true, reason: text, error: 'the webhook both allowed and denied' }
  }
  return { allowed: allowed === true, denied: denied === true, reason: text }
}
