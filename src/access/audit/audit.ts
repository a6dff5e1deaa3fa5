import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import { ANONYMOUS, type User } from '#meta/user.js'
import { AuditContext, type AuditContextDependencies, UNKNOWN_USER } from './audit-context.js'
import type { CompiledPolicy, RequestAuditConfig } from './policy/compiled-policy.js'

export interface AuditPolicy {
  /** The current policy: the file may change. */
  readonly current: CompiledPolicy
  /** Whether forbidden requests are recorded without a matching rule. */
  readonly recordsRefusals: boolean
}

/**
 * Records each request and its response. It runs right after authentication, so that everything after that is
 * recorded. A request that is rejected earlier is recorded when it ends.
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

  /** Records a request that failed authentication. */
  recordUnknown(context: RequestContext): void {
    this.#recordFailure(context, UNKNOWN_USER)
  }

  /**
   * For a request without an audit context: it was rejected earlier, or the policy records it only if it is
   * forbidden.
   */
  #recordFailure(context: RequestContext, user: User): void {
    const { current, recordsRefusals } = this.#policy
    const config = current.evaluate({ ...context.attributes, user })
    const isRefusal = recordsRefusals && REFUSALS.has(context.code)
    if (config.level === 'None' && !isRefusal) return
    const applied = config.level === 'None' ? REFUSAL_CONFIG : config
    new AuditContext(context, user, applied, this.#dependencies).end()
  }
}

/** Status codes that count as refused. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429])

const REFUSAL_CONFIG: RequestAuditConfig = {
  level: 'Metadata',
  stages: { RequestReceived: false, ResponseStarted: false, ResponseComplete: true, Panic: true },
  omitManagedFields: false,
}
