import type { Exchange } from '../exchange.js'

/** A path outside of the resources. Answers `GET`, nothing else. */
export interface Route {
  readonly path: string
  /** Whether the answer comes in the format asked for; others have one form only, whatever is asked. */
  readonly negotiated: boolean
  readonly answer: (exchange: Exchange) => void | Promise<void>
  /** Answers in a form of the route's own, if the client asks for one; tells whether it has. It is asked first. */
  readonly answerOtherwise?: (exchange: Exchange) => boolean
}
