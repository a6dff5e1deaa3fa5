import { createHash } from 'node:crypto'
import type { HeaderList } from '#registry/subresources/connect.js'

/** The value that a server appends to the key of a client (RFC 6455, 1.3). */
const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const KEY = /^[A-Za-z0-9+/]{22}==$/

/** The values of a header, in order. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  const values: string[] = []
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === name) values.push(rawHeaders[index + 1] ?? '')
  }
  return values
}

/** The items of a header that is a list, separated by commas. */
export const headerItems = (rawHeaders: readonly string[], name: string): string[] =>
  headerValues(rawHeaders, name)
    .flatMap((value) => value.split(','))
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** The subprotocols that a client offers. */
export const offeredProtocols = (rawHeaders: readonly string[]): string[] =>
  headerItems(rawHeaders, 'sec-websocket-protocol')

/** Why a request cannot become a WebSocket; undefined if it can. */
export function handshakeError(method: string, rawHeaders: readonly string[]): string | undefined {
  if (method !== 'GET') return 'a WebSocket is opened with GET'
  if (headerItems(rawHeaders, 'sec-websocket-version').join() !== '13')
    return 'only version 13 of WebSockets is supported'
  const [key, second] = headerValues(rawHeaders, 'sec-websocket-key')
  if (key === undefined || second !== undefined || !KEY.test(key.trim()))
    return 'the request has no valid Sec-WebSocket-Key'
  return undefined
}

/** The headers that accept a WebSocket. */
export function acceptHeaders(rawHeaders: readonly string[], protocol: string): HeaderList {
  const [key = ''] = headerValues(rawHeaders, 'sec-websocket-key')
  const accept = createHash('sha1')
    .update(key.trim() + ACCEPT_SUFFIX)
    .digest('base64')
  return [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'websocket'],
    ['Sec-WebSocket-Accept', accept],
    ...(protocol === '' ? [] : ([['Sec-WebSocket-Protocol', protocol]] as const)),
  ]
}
