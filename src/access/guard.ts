import type { Filter } from '#http/filter.js'
import { addWarning } from '#http/handlers/warnings.js'
import type { RequestContext } from '#http/request/request-context.js'
import { timed } from '#observe/trace/request-trace.js'
import type { AccessMetrics } from './access-metrics.js'
import type { Audit } from './audit/audit.js'
import type { Authorization } from './authorization/authorization.js'
import type { Authentication } from './identity/authentication.js'
import type { Impersonation } from './identity/impersonation.js'
import type { OpenLimits } from './limits/index.js'

export interface GuardDependencies {
  readonly authentication: Authentication
  /** Undefined without an audit log. */
  readonly audit: Audit | undefined
  readonly impersonation: Impersonation
  readonly limits: OpenLimits
  readonly authorization: Authorization
  readonly metrics: AccessMetrics
}

/** All access filters as one. Direct calls let V8 inline the steps of every get. */
export class Guard implements Filter {
  readonly #authentication: Authentication
  readonly #audit: Audit | undefined
  readonly #impersonation: Impersonation
  readonly #limits: OpenLimits
  readonly #authorization: Authorization
  readonly #metrics: AccessMetrics

  constructor({ authentication, audit, impersonation, limits, authorization, metrics }: GuardDependencies) {
    this.#authentication = authentication
    this.#audit = audit
    this.#impersonation = impersonation
    this.#limits = limits
    this.#authorization = authorization
    this.#metrics = metrics
  }

  before(context: RequestContext): void | Promise<void> {
    const identified = this.#authentication.before(context)
    if (identified === undefined) return this.#record(context)
    return timed(context.trace, 'authentication', identified).then(() => {
      context.resumedAt = performance.now()
      return this.#record(context)
    })
  }

  #record(context: RequestContext): void | Promise<void> {
    this.#metrics.onAuthenticated(context.user)
    this.#audit?.before(context)
    this.#tellUse(context)
    const impersonated = this.#impersonation.before(context)
    if (impersonated === undefined) return this.#seat(context)
    return timed(context.trace, 'impersonation', impersonated).then(() => {
      context.resumedAt = performance.now()
      return this.#seat(context)
    })
  }

  /** Only few identities have anything to tell. */
  #tellUse(context: RequestContext): void {
    context.identity?.onUse?.({
      annotate: (key, value) => context.recorder?.annotate(key, value),
      warn: (text) => addWarning(context, text),
    })
  }

  /** Limits are cheaper to check than permissions. */
  #seat(context: RequestContext): void | Promise<void> {
    const seated = this.#limits.requests?.before(context)
    if (seated === undefined) return this.#authorize(context)
    return timed(context.trace, 'seat', seated).then(() => this.#authorize(context))
  }

  #authorize(context: RequestContext): void | Promise<void> {
    this.#limits.watches?.before(context)
    const authorized = this.#authorization.before(context)
    if (authorized === undefined) {
      this.#metrics.allowed.value++
      return
    }
    return timed(context.trace, 'authorization', authorized).then(() => {
      this.#metrics.allowed.value++
    })
  }

  after(context: RequestContext): void {
    this.#authorization.after(context)
    this.#limits.watches?.after(context)
    this.#limits.requests?.after(context)
    this.#audit?.after(context)
    if (context.code === 401) this.#metrics.rejected.value++
    if (context.decision?.allowed === false) this.#metrics.denied.value++
  }
}
