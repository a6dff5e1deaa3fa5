import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import { ANONYMOUS, type User } from '#meta/user.js'
import type { CompiledPolicy } from './policy/compiled-policy.js'
import { type AuditRecordContext, RequestRecord, UNKNOWN } from './record.js'
import { RequestShape } from './request-shape.js'
import { shapeOf } from './shape-of.js'
import type { Recording } from './stages.js'

export interface AuditPolicy {
  /** As it is now: the file may have changed. */
  readonly current: CompiledPolicy
  /** Whether requests that are refused are recorded although no rule says so. */
  readonly recordsRefusals: boolean
}

/**
 * Records who asks for what, and how it is answered. Stands right behind the filter that finds out who asks, so that all that
 * comes after is recorded whatever becomes of it; requests that do not come so far are recorded when they are over.
 */
export class Audit implements Filter {
  readonly #policy: AuditPolicy
  readonly #parts: AuditRecordContext

  constructor(policy: AuditPolicy, parts: AuditRecordContext) {
    this.#policy = policy
    this.#parts = parts
  }

  before(context: RequestContext): void {
    const shape = shapeOf(context, this.#policy.current)
    if (shape.recording.level === 'None') return
    const record = new RequestRecord(context, shape, this.#parts)
    context.recorder = record
    record.begin()
  }

  after(context: RequestContext): void {
    const { recorder, code } = context
    if (recorder instanceof RequestRecord) recorder.end()
    else if (code === 401) this.recordUnknown(context)
    else if (code >= 400) this.#recordFailure(context, context.identity?.user ?? ANONYMOUS)
  }

  /** Records a request that was rejected before it was known who sends it. */
  recordUnknown(context: RequestContext): void {
    this.#recordFailure(context, UNKNOWN)
  }

  /** For a request without a record: it did not come so far, or the policy wants none unless it is refused. */
  #recordFailure(context: RequestContext, user: User): void {
    const { current, recordsRefusals } = this.#policy
    const recording = current.decide({ ...context.attributes, user })
    const isRefusal = recordsRefusals && REFUSALS.has(context.code)
    if (recording.level === 'None' && !isRefusal) return
    const applied = recording.level === 'None' ? OF_REFUSALS : recording
    new RequestRecord(context, new RequestShape(context, user, applied, current), this.#parts).end()
  }
}

/** Answers to requests that may not be made, or not now. */
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429])

const OF_REFUSALS: Recording = {
  level: 'Metadata',
  stages: { RequestReceived: false, ResponseStarted: false, ResponseComplete: true, Panic: true },
  omitManagedFields: false,
}
