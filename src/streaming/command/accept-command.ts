import { badRequest } from '#meta/api-error.js'
import type { ConnectExchange, HeaderList } from '#registry/subresources/connect.js'
import { WebSocketConnection } from '#streaming/websocket/connection.js'
import {
  acceptHeaders,
  handshakeError,
  headerItems,
  offeredProtocols,
} from '#streaming/websocket/handshake.js'
import { excerpt } from '#util/excerpt.js'
import type { CommandOptions, CommandStreams } from './command-streams.js'
import { PROTOCOL_HEADER, SPDY_PROTOCOLS, SpdyStreams } from './spdy-streams.js'
import { CHANNEL_PROTOCOLS, WebSocketStreams } from './websocket-streams.js'

/** The part of a request that is needed to switch protocols. */
export type UpgradeRequest = Pick<ConnectExchange, 'method' | 'rawHeaders' | 'upgrade' | 'switchProtocols'>

/**
 * Opens the streams of a command for a client that speaks SPDY or WebSockets. Rejects with `badRequest` if the request
 * is no such upgrade. Resolves with undefined if the client does not open its streams.
 */
export async function acceptCommand(
  request: UpgradeRequest,
  options: CommandOptions,
): Promise<CommandStreams | undefined> {
  const { upgrade } = request
  if (upgrade === undefined) throw badRequest('Upgrade request required')
  if (/^websocket$/i.test(upgrade)) return acceptWebSocket(request, options)
  if (/^spdy\/3\.1$/i.test(upgrade)) return acceptSpdy(request, options)
  throw badRequest(`the upgrade to ${JSON.stringify(excerpt(upgrade))} is not supported`)
}

function acceptWebSocket(request: UpgradeRequest, options: CommandOptions): CommandStreams {
  const { method, rawHeaders } = request
  const error = handshakeError(method, rawHeaders)
  if (error !== undefined) throw badRequest(error)
  const offered = offeredProtocols(rawHeaders)
  const chosen = offered.length === 0 ? '' : offered.find((name) => CHANNEL_PROTOCOLS.has(name))
  const protocol = CHANNEL_PROTOCOLS.get(chosen ?? 'none')
  if (chosen === undefined || protocol === undefined) throw unknownProtocols(offered)
  const connection = new WebSocketConnection(request.switchProtocols(acceptHeaders(rawHeaders, chosen)))
  return new WebSocketStreams(connection, protocol, options)
}

function acceptSpdy(request: UpgradeRequest, options: CommandOptions): Promise<CommandStreams | undefined> {
  const offered = headerItems(request.rawHeaders, PROTOCOL_HEADER.toLowerCase())
  const chosen =
    offered.length === 0 ? 'channel.k8s.io' : SPDY_PROTOCOLS.find((name) => offered.includes(name))
  if (chosen === undefined) throw unknownProtocols(offered)
  const headers: HeaderList = [
    ['Connection', 'Upgrade'],
    ['Upgrade', 'SPDY/3.1'],
    ...(offered.length === 0 ? [] : ([[PROTOCOL_HEADER, chosen]] as const)),
  ]
  return SpdyStreams.accept(request.switchProtocols(headers), chosen, options)
}

const unknownProtocols = (offered: readonly string[]) =>
  badRequest(`none of the subprotocols is supported: ${excerpt(offered.join(', '))}`)
