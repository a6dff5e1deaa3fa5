import type { RequestContext } from '#http/request/request-context.js'

/** A path that is not a resource. Supports only `GET` and `HEAD`. */
export interface Route {
  readonly path: string
  /** Whether the response format is negotiated; other routes have one format. */
  readonly negotiated: boolean
  readonly respond: (context: RequestContext) => void | Promise<void>
  /** Returns the responder of a special format if the client prefers it. Asked first. */
  readonly preferred?: (context: RequestContext) => Route['respond'] | undefined
}
