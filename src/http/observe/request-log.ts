import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import type { AccessLog, AccessLogEntry } from '#observe/access-log.js'
import type { LeveledLogger } from '#observe/logger.js'
import type { Tracing } from '#observe/trace/tracing.js'

export interface RequestLogOptions {
  readonly logger: LeveledLogger
  readonly tracing: Tracing
  /** Requests that take as long are logged; 0 for none. */
  readonly slowMs: number
  /** Undefined without an access log. */
  readonly accessLog: AccessLog | undefined
  /** Records the spans of a request; undefined without a collector. */
  readonly recordSpans: ((context: RequestContext) => void) | undefined
}

/** Traces requests, and logs them when they end: all at the level debug, and slow ones with the steps that took time. */
export class RequestLog implements Filter {
  readonly #options: RequestLogOptions
  readonly #slowMs: number

  constructor(options: RequestLogOptions) {
    this.#options = options
    this.#slowMs = options.slowMs === 0 ? Number.POSITIVE_INFINITY : options.slowMs
  }

  before(context: RequestContext): void {
    context.trace = this.#options.tracing.ofRequest(context.request.headers)
  }

  after(context: RequestContext): void {
    const { logger, accessLog, recordSpans } = this.#options
    if (context.respondedAt - context.arrivedAt >= this.#slowMs && !context.isLongRunning) {
      logger.warn({ ...entryOf(context), steps: context.trace?.durations() }, 'slow request')
    }
    if (logger.logs('debug')) logger.debug(entryOf(context), 'request')
    accessLog?.write(entryOf(context))
    recordSpans?.(context)
  }
}

function entryOf(context: RequestContext): AccessLogEntry {
  const { request, code, respondedAt, arrivedAt, user, showsAuditId, trace } = context
  return {
    method: request.method ?? 'GET',
    path: request.url ?? '/',
    code,
    bytes: context.isHead ? 0 : context.sentBytes,
    durationMs: Math.round((respondedAt - arrivedAt) * 1000) / 1000,
    user: code === 401 ? undefined : user.name,
    auditId: showsAuditId ? context.auditId : undefined,
    traceId: trace?.context?.traceId,
  }
}
