import type { RequestContext } from '#http/request/request-context.js'
import { badRequest } from '#meta/api-error.js'
import { isGoDuration } from '#util/duration.js'
import { excerpt } from '#util/excerpt.js'

/**
 * Clients say in the query how long they would wait. Nothing here takes so long that the server would have to end it, but
 * what cannot be read is the client's mistake. Watches have an end of their own.
 */
export function expectReadableTimeout({ query, verb }: RequestContext): void {
  const timeout = query.get('timeout')
  if (timeout === null || timeout === '' || verb === 'watch' || isGoDuration(timeout)) return
  const why = `time: invalid duration ${JSON.stringify(excerpt(timeout))}`
  throw badRequest(`invalid timeout specified in the request URL - ${why}`)
}
