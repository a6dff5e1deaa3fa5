import type { RequestContext } from '../../http/request-context.js'
import type { CompiledPolicy } from './policy/compiled-policy.js'
import { RequestShape } from './request-shape.js'

/** So many shapes are remembered, and none with a longer URL: clients choose both. */
const MOST_SHAPES = 1000
const LONGEST_URL = 1024

/** The shapes of the requests that were last made, by URL: clients ask for the same again and again. */
export class RequestShapes {
  readonly #byUrl = new Map<string, RequestShape>()

  /** The shape of a request of which it is known who sends it. */
  of(context: RequestContext, policy: CompiledPolicy): RequestShape {
    const { findings } = context.request
    const last = findings?.recorded
    // Whatever has the same header fields on the same connection has come from the same sender.
    if (last instanceof RequestShape && isOf(last, context, policy)) return last
    const shape = this.#find(context, policy)
    if (findings !== undefined) findings.recorded = shape
    return shape
  }

  #find(context: RequestContext, policy: CompiledPolicy): RequestShape {
    const shape = new RequestShape(context, context.user, policy.decide(context.attributes), policy)
    const { url } = shape
    if (shape.recording.level === 'None' || url.length > LONGEST_URL) return shape
    const known = this.#byUrl.get(url)
    if (known !== undefined && known.sender === shape.sender && isOf(known, context, policy)) return known
    if (known === undefined && this.#byUrl.size >= MOST_SHAPES) this.#byUrl.clear()
    this.#byUrl.set(url, shape)
    return shape
  }
}

/** Whether a request has that shape, if it comes from the same sender. */
function isOf(
  shape: RequestShape,
  { request, user, target }: RequestContext,
  policy: CompiledPolicy,
): boolean {
  return (
    shape.user === user &&
    shape.store === target?.store &&
    shape.method === request.method &&
    shape.policy === policy &&
    shape.url === request.url
  )
}
