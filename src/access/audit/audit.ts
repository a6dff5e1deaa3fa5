import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import { ANONYMOUS, type User } from '#meta/user.js'
import { AuditContext, type AuditContextDependencies, UNKNOWN_USER } from './audit-context.js'
import type { CompiledPolicy, RequestAuditConfig } from './policy/compiled-policy.js'

export interface AuditPolicy {
  /** As it is now: the file may have changed. */
  readonly current: CompiledPolicy
  /** Whether refused requests are recorded even if no rule says so. */
  readonly recordsRefusals: boolean
}

/**
 * Records each request and its response. It comes right after authentication, so that whatever happens to an authenticated
 * request is recorded; a request that is rejected before is recorded when it is over.
 */
export class Audit implements Filter {
  readonly #policy: AuditPolicy
  readonly #dependencies: AuditContextDependencies

  constructor(policy: AuditPolicy, dependencies: AuditContextDependencies) {
    this.#policy = policy
    this.#dependencies = dependencies
  }

  before(context: RequestContext): void {
    const config = this.#policy.current.evaluate(context.attributes)
    if (config.level === 'None') return
    const audit = new AuditContext(context, context.user, config, this.#dependencies)
    context.recorder = audit
    audit.begin()
  }

  after(context: RequestContext): void {
    const { recorder, code } = context
    if (recorder instanceof AuditContext) recorder.end()
    else if (code === 401) this.recordUnknown(context)
    else if (code >= 400) this.#recordFailure(context, context.identity?.user ?? ANONYMOUS)
  }

  /** Records a request that was rejected before it was authenticated. */
  recordUnknown(context: RequestContext): void {
    this.#recordFailure(context, UNKNOWN_USER)
  }

  /** For a request without an audit context: it was rejected before, or the policy only records it when it is refused. */
  #recordFailure(context: RequestContext, user: User): void {
    const { current, recordsRefusals } = this.#policy
    const config = current.evaluate({ ...context.attributes, user })
    const isRefusal = recordsRefusals && REFUSALS.has(context.code)
    if (config.level === 'None' && !isRefusal) return
    const applied = config.level === 'None' ? REFUSAL_CONFIG : config
    new AuditContext(context, user, applied, this.#dependencies).end()
  }
}

/** Codes of requests that may not be made, or not now. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429])

const REFUSAL_CONFIG: RequestAuditConfig = {
  level: 'Metadata',
  stages: { RequestReceived: false, ResponseStarted: false, ResponseComplete: true, Panic: true },
  omitManagedFields: false,
}
