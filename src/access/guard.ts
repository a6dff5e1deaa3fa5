import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { Audit } from './audit/audit.js'
import type { Authorization } from './authorization/authorization.js'
import type { Authentication } from './identity/authentication.js'
import type { Impersonation } from './identity/impersonation.js'
import type { OpenLimits } from './limits/index.js'

export interface GuardDependencies {
  readonly authentication: Authentication
  /** Undefined where nothing is recorded. */
  readonly audit: Audit | undefined
  readonly impersonation: Impersonation
  readonly limits: OpenLimits
  readonly authorization: Authorization
}

/**
 * What every request goes through where users are known. It is one filter, and not a list of them, because all of it is asked of
 * every get: steps that are called by their names are compiled into one piece of code.
 */
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
    // Limits come before rights, which cost more than a look at numbers.
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
