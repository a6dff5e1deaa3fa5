import { RequestTrace } from './request-trace.js'
import type { Attributes, SpanRecorder } from './span.js'
import { type TraceHeaders, traceHeaders } from './trace-context.js'
import { TraceOrigins } from './trace-origins.js'

/** A call of another server by a controller. */
export interface TracedCall {
  /** The headers that continue the trace there. */
  readonly headers: Record<string, string>
  end(failure?: string): void
}

/** The traces of a server: those that clients begin, and with a recorder those that it begins itself. */
export class Tracing {
  /** Undefined if no spans are recorded. */
  readonly recorder: SpanRecorder | undefined
  readonly #origins: TraceOrigins | undefined

  /** `followsWrites` is whether controllers call other servers because objects were written. */
  constructor({ recorder, followsWrites }: { recorder?: SpanRecorder | undefined; followsWrites: boolean }) {
    this.recorder = recorder
    this.#origins = followsWrites ? new TraceOrigins() : undefined
  }

  ofRequest(headers: TraceHeaders): RequestTrace {
    return new RequestTrace(headers, this.recorder, this.#origins)
  }

  /**
   * A call because of the object with this key. It belongs to the trace in which the object was written; undefined
   * if there is none and none is recorded.
   */
  beginCall(name: string, key: string, attributes: Attributes): TracedCall | undefined {
    const { recorder } = this
    const origin = this.#origins?.of(key)
    const context = recorder?.begin(origin) ?? origin
    if (context === undefined) return undefined
    const startedAt = performance.now()
    const end = (failure?: string) => {
      if (recorder === undefined || !context.isSampled) return
      const endedAt = performance.now()
      const parentSpanId = origin?.spanId
      recorder.add({ context, parentSpanId, name, kind: 'client', startedAt, endedAt, attributes, failure })
    }
    return { headers: traceHeaders(context), end }
  }
}
