import type { Attributes, Span } from './span.js'

/** The numbers of OTLP. */
const KINDS = { internal: 1, server: 2, client: 3 } as const
const STATUS_ERROR = 2

/** What the spans of a request to the collector have in common. */
export interface SpanResource {
  /** Of the server, under the names of OpenTelemetry. */
  readonly attributes: Attributes
  readonly version: string
}

/** Spans as the body of a request to a collector. `offset` is the time of day minus the clock of `performance`. */
export function otlpJson(
  { attributes, version }: SpanResource,
  spans: readonly Span[],
  offset: number,
): string {
  const scope = { name: 'binnacle', version }
  const scopeSpans = [{ scope, spans: spans.map((span) => spanJson(span, offset)) }]
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: pairs(attributes) }, scopeSpans }] })
}

function spanJson(
  { context, parentSpanId, name, kind, startedAt, endedAt, attributes, failure }: Span,
  offset: number,
): object {
  const { traceId, spanId, state } = context
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    ...(state !== '' && { traceState: state }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(startedAt + offset),
    endTimeUnixNano: nanoseconds(endedAt + offset),
    attributes: pairs(attributes),
    ...(failure !== undefined && { status: { code: STATUS_ERROR, message: failure } }),
  }
}

/** 64-bit numbers are strings. Milliseconds since 1970 are exact to a microsecond. */
const nanoseconds = (milliseconds: number) => `${Math.round(milliseconds * 1000)}000`

function pairs(attributes: Attributes): readonly object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: anyValue(value) }],
  )
}

function anyValue(value: string | number | boolean): object {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
