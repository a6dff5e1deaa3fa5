import type { TraceContext } from './trace-context.js'

/** What a span says besides its times, under the names of OpenTelemetry. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** A span of OpenTelemetry that has ended. */
export interface Span {
  readonly context: TraceContext
  /** Undefined for the first span of a trace. */
  readonly parentSpanId: string | undefined
  readonly name: string
  /** Whether the span is a request from a client, a call of another server, or neither. */
  readonly kind: 'server' | 'client' | 'internal'
  /** On the clock of `performance`. */
  readonly startedAt: number
  readonly endedAt: number
  readonly attributes: Attributes
  /** Why it failed; undefined if it did not. */
  readonly failure: string | undefined
}

/** Makes the contexts of spans, and receives those that have ended. */
export interface SpanRecorder {
  /** The context of a new span. Without a parent it begins a trace. */
  begin(parent: TraceContext | undefined): TraceContext
  newSpanId(): string
  /** Must not be called for spans that are not sampled. */
  add(span: Span): void
}
