import type { RequestContext } from '#http/request/request-context.js'

/** A path outside of the resources. Answers `GET` and `HEAD`, nothing else. */
export interface Route {
  readonly path: string
  /** Whether the answer comes in the format asked for; others have one form only, whatever is asked. */
  readonly negotiated: boolean
  readonly respond: (context: RequestContext) => void | Promise<void>
  /** Who answers if the client prefers a form of the route's own; undefined when it does not. It is asked first. */
  readonly preferred?: (context: RequestContext) => Route['respond'] | undefined
}
