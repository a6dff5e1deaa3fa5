/** The trace that a request belongs to, as the W3C recommendation "Trace Context" passes it on between servers. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** The span that calls, in 16 hexadecimal digits. */
  readonly spanId: string
  /** Whether the caller records its spans. */
  readonly isSampled: boolean
  /** Data of tracing systems, which is passed on unchanged; empty if there is none. */
  readonly state: string
}

/** The headers of a request, of which `traceparent` and `tracestate` matter. */
export type TraceHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)
const SAMPLED = 1
/** Longer ones need not be passed on. */
const MAX_STATE_LENGTH = 512

/** Undefined without a valid `traceparent`. A version after 00 may have more fields, which are ignored. */
export function readTraceContext({ traceparent, tracestate }: TraceHeaders): TraceContext | undefined {
  if (typeof traceparent !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', rest] = TRACEPARENT.exec(traceparent) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && rest !== undefined)) return undefined
  if (traceId === NO_TRACE || spanId === NO_SPAN) return undefined
  const state = typeof tracestate === 'string' && isState(tracestate) ? tracestate : ''
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED, state }
}

const isState = (text: string) => text.length <= MAX_STATE_LENGTH && /^[\x20-\x7e]*$/.test(text)

/** The headers that continue a trace in another server. */
export function traceHeaders({ traceId, spanId, isSampled, state }: TraceContext): Record<string, string> {
  const traceparent = `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`
  return state === '' ? { traceparent } : { traceparent, tracestate: state }
}
