import type { TraceContext } from './trace-context.js'

/** What is done because of a write is mostly done at once; what is done later has other reasons. */
const MAX_AGE_MS = 60_000
const MAX_ENTRIES = 1000

interface Origin {
  readonly context: TraceContext
  readonly at: number
}

/** The traces that objects were written in last, for what controllers do because of it. */
export class TraceOrigins {
  readonly #byKey = new Map<string, Origin>()

  add(key: string, context: TraceContext): void {
    // Deleted first, so that the first entry of the map is the oldest.
    this.#byKey.delete(key)
    this.#byKey.set(key, { context, at: performance.now() })
    if (this.#byKey.size > MAX_ENTRIES) this.#byKey.delete(this.#byKey.keys().next().value as string)
  }

  of(key: string): TraceContext | undefined {
    const origin = this.#byKey.get(key)
    return origin !== undefined && performance.now() - origin.at < MAX_AGE_MS ? origin.context : undefined
  }
}
