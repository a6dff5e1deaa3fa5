import type { RequestContext } from './request/request-context.js'

/**
 * A concern of every request. The list of filters is fixed when the server starts: features that are not configured
 * have no filter.
 */
export interface Filter {
  /**
   * Runs after the path is resolved and before the handler. Throws an `ApiError` to reject the request. Returns a
   * promise only if it has to wait.
   */
  before?(context: RequestContext): void | Promise<void>
  /** Called once, when the response is sent or the client is gone. Must not throw. */
  after?(context: RequestContext): void
}

/** The filters in order. `after` runs in reverse order. */
export class FilterChain {
  readonly #before: readonly Filter[]
  readonly #after: readonly Filter[]

  constructor(filters: readonly Filter[]) {
    this.#before = filters.filter(({ before }) => before !== undefined)
    this.#after = filters.filter(({ after }) => after !== undefined).reverse()
  }

  /** Undefined if all filters passed the request synchronously. */
  before(context: RequestContext, first = 0): Promise<void> | undefined {
    for (let index = first; index < this.#before.length; index++) {
      const pending = this.#before[index]?.before?.(context)
      if (pending !== undefined) return pending.then(() => this.#resume(context, index + 1))
    }
    return undefined
  }

  #resume(context: RequestContext, next: number): Promise<void> | undefined {
    context.resumedAt = performance.now()
    return this.before(context, next)
  }

  after(context: RequestContext): void {
    for (let index = 0; index < this.#after.length; index++) this.#after[index]?.after?.(context)
  }
}
