import type { RequestContext } from './request/request-context.js'

/**
 * A concern of every request, whatever the request asks for. Which filters there are, and in which order, is decided when
 * the server starts: what is not configured is not in the list, and costs nothing.
 */
export interface Filter {
  /**
   * Looks at a request once it is known what the request is about, before it is handled. Throws an `ApiError` to reject
   * the request, and returns a promise only if there is something to wait for.
   */
  before?(context: RequestContext): void | Promise<void>
  /** Is called once, when the response is sent or the client is gone. Must not throw. */
  after?(context: RequestContext): void
}

/** The filters in order. What comes first before a request comes last after it. */
export class FilterChain {
  readonly #before: readonly Filter[]
  readonly #after: readonly Filter[]

  constructor(filters: readonly Filter[]) {
    this.#before = filters.filter(({ before }) => before !== undefined)
    this.#after = filters.filter(({ after }) => after !== undefined).reverse()
  }

  /** Undefined when all filters have let the request pass at once. */
  before(context: RequestContext, first = 0): Promise<void> | undefined {
    for (let index = first; index < this.#before.length; index++) {
      const pending = this.#before[index]?.before?.(context)
      if (pending !== undefined) return pending.then(() => this.before(context, index + 1))
    }
    return undefined
  }

  after(context: RequestContext): void {
    for (let index = 0; index < this.#after.length; index++) this.#after[index]?.after?.(context)
  }
}
