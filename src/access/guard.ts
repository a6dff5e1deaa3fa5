import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
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
}

/** All access filters as one. Direct calls let V8 inline the steps of every get. */
export class Guard implements Filter {
  readonly #authentication: Authentication
  readonly #audit: Audit | undefined
  readonly #impersonation: Impersonation
  readonly #limits: OpenLimits
  readonly #authorization: Authorization

  constructor({ authentication, audit, impersonation, limits, authorization }: GuardDependencies) {
    this.#authentication = authentication
    this.#audit = audit
    this.#impersonation = impersonation
    this.#limits = limits
    this.#authorization = authorization
  }

  before(context: RequestContext): void | Promise<void> {
    const identified = this.#authentication.before(context)
    return identified === undefined ? this.#record(context) : identified.then(() => this.#record(context))
  }

  #record(context: RequestContext): void | Promise<void> {
    this.#audit?.before(context)
    this.#impersonation.before(context)
    // Limits are cheaper to check than permissions.
    const seated = this.#limits.requests?.before(context)
    return seated === undefined ? this.#authorize(context) : seated.then(() => this.#authorize(context))
  }

  #authorize(context: RequestContext): void {
    this.#limits.watches?.before(context)
    this.#authorization.before(context)
  }

  after(context: RequestContext): void {
    this.#authorization.after(context)
    this.#limits.watches?.after(context)
    this.#limits.requests?.after(context)
    this.#audit?.after(context)
  }
}
