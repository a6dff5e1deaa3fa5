import type { RequestContext } from '#http/request/request-context.js'
import type { CompiledPolicy } from './policy/compiled-policy.js'
import { RequestShape } from './request-shape.js'

/** What is remembered of a connection has to be little. */
const MAX_URL_LENGTH = 1024

/**
 * The shape of a request of which it is known who sends it. That of the last request with the same header fields on the same
 * connection is remembered: it is mostly the shape of the next one, too.
 */
export function shapeOf(context: RequestContext, policy: CompiledPolicy): RequestShape {
  const { findings, url = '/' } = context.request
  const last = findings?.recorded
  if (last instanceof RequestShape && last.isOf(context, policy)) return last
  const shape = new RequestShape(context, context.user, policy.decide(context.attributes), policy)
  if (findings !== undefined) findings.recorded = url.length > MAX_URL_LENGTH ? undefined : shape
  return shape
}
