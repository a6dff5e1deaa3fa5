import type { RequestContext, RouteAccess } from '#http/request/request-context.js'
import type { Verb } from '#registry/kind.js'

/** A route that lists its types, and the handler behind it, or only the handler. */
export type NegotiatedBy = 'route' | 'handler'

/** A path that is not a resource. */
export interface Route {
  readonly path: string
  /** Whether a response may last for hours. It does not count as in flight. */
  readonly isLongRunning?: boolean | undefined
  /** Whether another server handles the whole request, and negotiates the format. */
  readonly forwards?: boolean
  /** Whether the response format is negotiated; other routes have one format. */
  readonly negotiated: boolean
  /** What in Kubernetes rejects an `Accept` header, which shows in the error; undefined for paths of the first groups. */
  readonly negotiatedBy?: NegotiatedBy | undefined
  /** The verb of each method; by default only `GET` and `HEAD` are supported. `watch` lasts as long as a watch. */
  readonly verbs?: Readonly<Record<string, Verb>>
  readonly access?: RouteAccess
  /** Whether it also serves all paths below its own. */
  readonly servesBelow?: boolean
  readonly respond: (context: RequestContext) => void | Promise<void>
  /** Served instead to clients that prefer HTML. */
  readonly page?: Route
  /** Returns the responder of a special format if the client prefers it. Asked first. */
  readonly preferred?: (context: RequestContext) => Route['respond'] | undefined
}
