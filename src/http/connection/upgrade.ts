import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { closeGently } from './linger.js'

/** Decides whether a request with an `Upgrade` header may switch protocols. Other servers ignore the header. */
export type TakesUpgrade = (request: Pick<IncomingMessage, 'url' | 'headers'>) => boolean

/** The response to a request that may switch protocols. Without a switch, the connection closes after the response. */
export function upgradeResponse(request: IncomingMessage, socket: Socket, head: Buffer): ServerResponse {
  const response = new ServerResponse(request)
  response.assignSocket(socket)
  response.shouldKeepAlive = false
  response.on('finish', () => closeGently(socket))
  socket.setTimeout(0)
  // Errors come with the `close` of the socket.
  socket.on('error', () => undefined)
  const takeOver = (): Duplex => {
    response.detachSocket(socket)
    if (head.length > 0) socket.unshift(head)
    return socket
  }
  return Object.assign(response, { req: Object.assign(request, { takeOver }) })
}

/**
 * The bytes of a request whose upgrade is ignored, and what follows them. Before Node 24.9 a server either takes all
 * upgrades or none.
 */
export function withoutUpgrade(request: IncomingMessage, head: Buffer): Buffer {
  const { method, url, httpVersion, rawHeaders } = request
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    const value = rawHeaders[index + 1] ?? ''
    // The parser upgrades only if both headers ask for it. `Upgrade` stays, for the handler.
    const kept = name.toLowerCase() === 'connection' ? otherOptions(value) : value
    if (kept !== '' || value === '') text += `${name}: ${kept}\r\n`
  }
  return Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head])
}

const otherOptions = (connection: string) =>
  connection
    .split(',')
    .map((option) => option.trim())
    .filter((option) => option.toLowerCase() !== 'upgrade')
    .join(', ')
