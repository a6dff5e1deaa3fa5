import type { Attributes, SpanRecorder } from './span.js'
import { readTraceContext, type TraceContext, type TraceHeaders, traceHeaders } from './trace-context.js'
import type { TraceOrigins } from './trace-origins.js'

/** A part of a request that takes time: a wait, or a call of another server. */
export class TraceStep {
  readonly name: string
  readonly attributes: Attributes
  /** Whether it calls another server. */
  readonly isCall: boolean
  /** On the clock of `performance`. */
  readonly startedAt = performance.now()
  endedAt = 0
  /** Why it failed; undefined if it did not. */
  failure: string | undefined
  readonly #trace: RequestTrace
  #context: TraceContext | undefined

  constructor(trace: RequestTrace, name: string, isCall: boolean, attributes: Attributes) {
    this.#trace = trace
    this.name = name
    this.isCall = isCall
    this.attributes = attributes
  }

  /** Where spans are recorded, that of the step itself, and else that of the client; undefined without a trace. */
  get context(): TraceContext | undefined {
    this.#context ??= this.#trace.contextOfStep()
    return this.#context
  }

  /** The headers that continue the trace in another server. */
  get headers(): Record<string, string> | undefined {
    return this.context && traceHeaders(this.context)
  }

  end(failure?: string): void {
    this.endedAt = performance.now()
    this.failure = failure
    this.#trace.add(this)
  }
}

/** A request that deletes a collection may store thousands of objects. */
const MAX_STEPS = 100
const NO_ATTRIBUTES: Attributes = {}

/** The steps of one request, for the log of slow requests and for spans, and the trace that it belongs to. */
export class RequestTrace {
  readonly #headers: TraceHeaders
  readonly #recorder: SpanRecorder | undefined
  readonly #origins: TraceOrigins | undefined
  /** Null before it is asked for. */
  #context: TraceContext | undefined | null = null
  #parent: TraceContext | undefined
  #steps: TraceStep[] | undefined
  /** Milliseconds by name, of steps above the limit. */
  #rest: Map<string, number> | undefined

  /** Without a recorder, other servers get the context of the client. */
  constructor(headers: TraceHeaders, recorder?: SpanRecorder, origins?: TraceOrigins) {
    this.#headers = headers
    this.#recorder = recorder
    this.#origins = origins
  }

  /** Undefined if the client named no trace and none is recorded. */
  get context(): TraceContext | undefined {
    if (this.#context === null) {
      this.#parent = readTraceContext(this.#headers)
      this.#context = this.#recorder?.begin(this.#parent) ?? this.#parent
    }
    return this.#context
  }

  /** The span of the client. */
  get parent(): TraceContext | undefined {
    return this.context && this.#parent
  }

  /** In the order of their ends. */
  get steps(): readonly TraceStep[] {
    return this.#steps ?? []
  }

  contextOfStep(): TraceContext | undefined {
    const { context } = this
    if (context === undefined || this.#recorder === undefined) return context
    return { ...context, spanId: this.#recorder.newSpanId() }
  }

  begin(name: string, attributes = NO_ATTRIBUTES): TraceStep {
    return new TraceStep(this, name, false, attributes)
  }

  /** A call of another server. */
  beginCall(name: string, attributes: Attributes): TraceStep {
    return new TraceStep(this, name, true, attributes)
  }

  /** The write of an object. What the server does because of it belongs to the same trace. */
  beginCommit(key: string): TraceStep {
    const step = this.begin('commit', { key })
    if (this.#origins !== undefined && step.context !== undefined) this.#origins.add(key, step.context)
    return step
  }

  /** Settles as the work does, and notes how long it took. */
  async time<T>(name: string, work: Promise<T>): Promise<T> {
    const step = this.begin(name)
    try {
      return await work
    } finally {
      step.end()
    }
  }

  add(step: TraceStep): void {
    this.#steps ??= []
    if (this.#steps.length < MAX_STEPS) {
      this.#steps.push(step)
      return
    }
    this.#rest ??= new Map()
    this.#rest.set(step.name, (this.#rest.get(step.name) ?? 0) + step.endedAt - step.startedAt)
  }

  /** Milliseconds of calls and of waiting for a slot, which the server itself cannot shorten. */
  get foreignMs(): number {
    let sum = 0
    for (const { isCall, name, startedAt, endedAt } of this.steps) {
      if (isCall || name === 'seat') sum += endedAt - startedAt
    }
    return sum
  }

  /** Milliseconds by name. Steps may overlap, and steps with the same name are added. */
  durations(): Record<string, number> {
    const sums = new Map(this.#rest)
    for (const { name, startedAt, endedAt } of this.steps) {
      sums.set(name, (sums.get(name) ?? 0) + endedAt - startedAt)
    }
    return Object.fromEntries([...sums].map(([name, milliseconds]) => [name, Math.round(milliseconds)]))
  }
}

/** The same as `work`, timed if there is a trace. */
export const timed = <T>(trace: RequestTrace | undefined, name: string, work: Promise<T>): Promise<T> =>
  trace === undefined ? work : trace.time(name, work)
