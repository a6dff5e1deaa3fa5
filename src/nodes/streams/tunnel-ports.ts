import { badRequest } from '#meta/api-error.js'
import type { ConnectExchange } from '#registry/subresources/connect.js'
import { PROTOCOL_HEADER } from '#streaming/command/spdy-streams.js'
import { WebSocketConnection } from '#streaming/websocket/connection.js'
import { acceptHeaders, handshakeError, offeredProtocols } from '#streaming/websocket/handshake.js'
import { openSpdyUpgrade, type UpgradeTarget } from './open-upgrade.js'

/** Begins the WebSocket protocols that carry the bytes of a SPDY connection. */
const TUNNEL = 'SPDY/3.1+'

export const offersTunnel = (rawHeaders: readonly string[]) =>
  offeredProtocols(rawHeaders).some((name) => name.startsWith(TUNNEL))

/** Joins a client that sends SPDY within the messages of a WebSocket with a kubelet that speaks SPDY. */
export async function tunnelPorts(exchange: ConnectExchange, target: UpgradeTarget): Promise<void> {
  const { method, rawHeaders } = exchange
  const error = handshakeError(method, rawHeaders)
  if (error !== undefined) throw badRequest(error)
  const offered = offeredProtocols(rawHeaders)
    .filter((name) => name.startsWith(TUNNEL))
    .map((name) => name.slice(TUNNEL.length))
  const headers = [...target.headers, ...offered.flatMap((name) => [PROTOCOL_HEADER, name])]
  const { socket, response } = await openSpdyUpgrade({ ...target, headers })
  try {
    const chosen = String(response.headers[PROTOCOL_HEADER.toLowerCase()] ?? '')
    if (!offered.includes(chosen)) throw target.failed(new Error('the node chose no protocol for the ports'))
    const client = new WebSocketConnection(
      exchange.switchProtocols(acceptHeaders(rawHeaders, TUNNEL + chosen)),
    )
    const received = client
      .receive(
        ({ data }) =>
          new Promise<void>((resolve) => {
            if (socket.destroyed || socket.writableEnded) resolve()
            else socket.write(data, () => resolve())
          }),
      )
      .finally(() => socket.destroy())
    try {
      for await (const chunk of socket) await client.send(chunk as Buffer)
    } catch {
      // The client gets a close, as after an end.
    }
    client.close()
    await received
  } finally {
    socket.destroy()
  }
}
