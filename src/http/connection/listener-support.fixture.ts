import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import type { HttpRequest, HttpResponse } from '#http/request/exchange.js'
import type { ApiError } from '#meta/api-error.js'
import { type Logger, silentLogger } from '#observe/logger.js'
import { createListener, type Listener, type ListenerOptions } from './listener.js'

export function sendError(error: ApiError, _request: HttpRequest, response: HttpResponse): void {
  const body = JSON.stringify(error.toStatus())
  const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length }
  response.writeHead(error.code, headers).end(body)
}

/** A listener on a free port that is closed after the test, and what it logged. */
export async function start(
  t: TestContext,
  handler: ListenerOptions['handler'],
  options: Partial<ListenerOptions> = {},
): Promise<{ listener: Listener; port: number; logged: string[] }> {
  const logged: string[] = []
  const logger: Logger = { ...silentLogger, error: (_fields, message) => logged.push(message) }
  const listener = createListener({ handler, sendError, logger, ...options })
  t.after(() => listener.close(0))
  const { port } = await listener.listen('127.0.0.1', 0)
  return { listener, port, logged }
}

/** Opens a connection and sends a text over it. */
export async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Everything that arrives until the server ends the connection. */
export async function readAll(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

export const sendRaw = async (port: number, text: string) => readAll(await open(port, text))

/** The status code, headers and Status of a raw answer. */
export function parseResponse(text: string): { code: number; head: string; status: Record<string, unknown> } {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { code: Number(head.split(' ')[1]), head, status: JSON.parse(body) }
}

export const hello: ListenerOptions['handler'] = (_request, response) => {
  response.end('hello')
}

/** A send timeout that passes while something is taken in eight parts, but not by far in one pause. */
export const EIGHT_PARTS_TIMEOUT_MS = 1500
/** Eight of these are longer than the timeout above. */
export const PART_PAUSE_MS = 200

/**
 * Takes what is sent in eight parts, with pauses between them: the kernel reports room for more only when a good part of what
 * it has was taken. Returns how many bytes have come.
 */
export async function takeInParts(socket: Readable, length: number): Promise<number> {
  let taken = 0
  for (let part = 1; part <= 8; part++) {
    await new Promise((resolve) => setTimeout(resolve, PART_PAUSE_MS))
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      taken += (chunk as Buffer).length
      if (taken > part * (length / 8)) break
    }
  }
  return taken
}
