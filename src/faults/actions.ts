import { formatDuration, parseDuration } from '#util/text/duration.js'
import { checkKeys, shown } from './check.js'

export interface FailOptions {
  /** Seconds of the `Retry-After` header. A 429 has 1 by default, as in Kubernetes. */
  readonly retryAfter?: number | undefined
  /** The reason of the Status; by default that of the code. */
  readonly reason?: string | undefined
  /** The message of the Status. */
  readonly message?: string | undefined
}

/** What a fault rule does to a request. Made by `fail`, `delay` and the other functions. */
export type FaultAction =
  | ({ readonly type: 'fail'; readonly code: number } & FailOptions)
  | { readonly type: 'delay'; readonly milliseconds: number }
  | { readonly type: 'dropBefore' }
  | { readonly type: 'dropAfter' }
  | { readonly type: 'cutWatch'; readonly afterEvents: number }
  | { readonly type: 'expireWatch'; readonly afterEvents: number }
  | { readonly type: 'staleReads'; readonly behind: number }
  | { readonly type: 'slowBytes'; readonly bytesPerSecond: number }
  | { readonly type: 'duplicateEvents'; readonly events: number }

/**
 * Responds with an error instead of handling the request.
 *
 * @param code 400 to 599.
 * @example
 * server.faults.add({ verb: 'update', resource: 'leases', times: 2 }, fail(409))
 * @example
 * server.faults.add({ verb: 'list', times: 1 }, fail(429, { retryAfter: 2 }))
 */
export function fail(code: number, options: FailOptions = {}): FaultAction {
  if (!Number.isInteger(code) || code < 400 || code > 599)
    throw new TypeError(`fail: expected a status code from 400 to 599, got ${shown(code)}`)
  checkKeys('fail', options, ['retryAfter', 'reason', 'message'])
  const { retryAfter, reason, message } = options
  if (retryAfter !== undefined) wholeNumber('fail: retryAfter', retryAfter, 0)
  if (reason !== undefined) text('fail: reason', reason)
  if (message !== undefined) text('fail: message', message)
  return { type: 'fail', code, ...options }
}

/**
 * Waits before the request is handled. The time is real, whatever clock the server has: it is that of the network.
 *
 * @param duration milliseconds, or a text such as `1s` or `1m30s`.
 * @example
 * server.faults.add({ verb: 'create', resource: 'pods' }, delay('2s'))
 */
export function delay(duration: number | string): FaultAction {
  const milliseconds = typeof duration === 'string' ? parseDuration(duration) : duration
  if (milliseconds === undefined || !Number.isInteger(milliseconds) || milliseconds < 0)
    throw new TypeError(`delay: expected milliseconds or a text such as '1s', got ${shown(duration)}`)
  return { type: 'delay', milliseconds }
}

/**
 * Closes the connection without handling the request. Over HTTP/2 only the stream is reset.
 *
 * @example
 * server.faults.add({ verb: 'create', nth: 3 }, dropBefore())
 */
export function dropBefore(): FaultAction {
  return { type: 'dropBefore' }
}

/**
 * Handles the request, but closes the connection instead of sending the response: the write happens, and the client
 * does not know. Over HTTP/2 only the stream is reset.
 *
 * @example
 * server.faults.add({ verb: 'create', resource: 'jobs', times: 1 }, dropAfter())
 */
export function dropAfter(): FaultAction {
  return { type: 'dropAfter' }
}

/**
 * Cuts the connection of a watch after so many events; 0, the default, right after the response has begun.
 *
 * @example
 * server.faults.add({ resource: 'configmaps', times: 1 }, cutWatch({ afterEvents: 3 }))
 */
export function cutWatch(options: { readonly afterEvents?: number | undefined } = {}): FaultAction {
  return { type: 'cutWatch', afterEvents: count('cutWatch', options, 'afterEvents', 0, 0) }
}

/**
 * Ends a watch with an ERROR event of code 410, as if its resource version were too old: clients have to list again.
 *
 * @example
 * server.faults.add({ resource: 'configmaps', times: 1 }, expireWatch())
 */
export function expireWatch(options: { readonly afterEvents?: number | undefined } = {}): FaultAction {
  return { type: 'expireWatch', afterEvents: count('expireWatch', options, 'afterEvents', 0, 0) }
}

/**
 * Reads return an older state: that before the last changes of the kind, by default the last one. Acts on lists without
 * a resource version, and on gets and lists with `resourceVersion=0`. Not on gets that ask for the newest state.
 *
 * @example
 * server.faults.add({ resource: 'deployments' }, staleReads({ behind: 2 }))
 */
export function staleReads(options: { readonly behind?: number | undefined } = {}): FaultAction {
  return { type: 'staleReads', behind: count('staleReads', options, 'behind', 1, 1) }
}

/**
 * Sends the response, or the events of a watch, slowly.
 *
 * @example
 * server.faults.add({ verb: 'list', resource: 'pods' }, slowBytes({ bytesPerSecond: 100 }))
 */
export function slowBytes(options: { readonly bytesPerSecond: number }): FaultAction {
  return { type: 'slowBytes', bytesPerSecond: count('slowBytes', options, 'bytesPerSecond', undefined, 1) }
}

/**
 * A watch that continues from a resource version gets so many events again that came before it; one by default.
 *
 * @example
 * server.faults.add({ resource: 'configmaps', times: 1 }, cutWatch({ afterEvents: 2 }))
 * server.faults.add({ resource: 'configmaps' }, duplicateEvents({ events: 2 }))
 */
export function duplicateEvents(options: { readonly events?: number | undefined } = {}): FaultAction {
  return { type: 'duplicateEvents', events: count('duplicateEvents', options, 'events', 1, 1) }
}

/** The call that makes an action, for messages and the journal. */
export function describeAction(action: FaultAction): string {
  const { type, ...options } = action
  if (action.type === 'fail') return `fail(${action.code})`
  if (action.type === 'delay') return `delay('${formatDuration(action.milliseconds)}')`
  const fields = Object.entries(options).map(([key, value]) => `${key}: ${value}`)
  return fields.length === 0 ? `${type}()` : `${type}({ ${fields.join(', ')} })`
}

/** A property of the options of an action. Without a default it is required. */
function count(action: string, options: object, key: string, usual: number | undefined, min: number): number {
  checkKeys(action, options, [key])
  const value = (options as Record<string, unknown>)[key] ?? usual
  return wholeNumber(`${action}: ${key}`, value, min)
}

function wholeNumber(place: string, value: unknown, min: number): number {
  if (Number.isSafeInteger(value) && (value as number) >= min) return value as number
  throw new TypeError(`${place}: expected a whole number from ${min} on, got ${shown(value)}`)
}

function text(place: string, value: unknown): void {
  if (typeof value !== 'string') throw new TypeError(`${place}: expected a string, got ${shown(value)}`)
}
