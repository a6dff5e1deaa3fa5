import { badRequest } from '../meta/api-error.js'
import { excerpt } from '../util/excerpt.js'
import type { RequestContext } from './request-context.js'

/**
 * A span of time as Go writes it: numbers with units, such as `7m13s`, `1.5h` or `0`. Only a point lets a second row of digits
 * begin: if it could begin anywhere, a long number without a unit would be tried in every way to divide it.
 */
const DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|[µμ]s|ms|s|m|h))+)$/

/**
 * Clients say in the query how long they would wait. Nothing here takes so long that the server would have to end it, but
 * what cannot be read is the client's mistake. Watches have an end of their own.
 */
export function expectReadableTimeout({ query, verb }: RequestContext): void {
  const timeout = query.get('timeout')
  if (timeout === null || timeout === '' || verb === 'watch' || DURATION.test(timeout)) return
  const why = `time: invalid duration ${JSON.stringify(excerpt(timeout))}`
  throw badRequest(`invalid timeout specified in the request URL - ${why}`)
}
