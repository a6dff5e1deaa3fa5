import type { RequestContext } from '#http/request/request-context.js'
import type { ChangeFeed } from '#registry/change-feed.js'

const OBJECTS_PER_SEAT = 100
const MAX_WIDTH = 10

/** The seats of a request: more than one for lists of many objects. */
export function widthOf(context: RequestContext, feed: ChangeFeed): number {
  const { verb, target } = context
  if (verb !== 'list' || target === undefined) return 1
  const { stored } = target.store.definition
  const count = feed.countOf(stored, target.namespace)
  const limit = context.hasQuery ? Number(context.query.get('limit')) : 0
  const objects = limit > 0 ? Math.min(limit, count) : count
  return Math.min(Math.max(Math.ceil(objects / OBJECTS_PER_SEAT), 1), MAX_WIDTH)
}
