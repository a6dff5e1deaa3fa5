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

/** Starts a listener on a free port, closes it after the test, and collects its log messages. */
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

/** Opens a connection and sends a string. */
export async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** Reads until the server ends the connection. */
export async function readAll(socket: Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket) text += chunk
  return text
}

export const sendRaw = async (port: number, text: string) => readAll(await open(port, text))

/** The status code, headers and Status of a raw response. */
export function parseResponse(text: string): { code: number; head: string; status: Record<string, unknown> } {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { code: Number(head.split(' ')[1]), head, status: JSON.parse(body) }
}

export const hello: ListenerOptions['handler'] = (_request, response) => {
  response.end('hello')
}

/** Longer than one pause, but shorter than eight of them. */
export const EIGHT_PARTS_TIMEOUT_MS = 1500
/** Eight of these exceed the timeout above. */
export const PART_PAUSE_MS = 200

/**
 * Reads in eight parts with pauses between them: the kernel reports free space only after a large part was read.
 * Returns the number of bytes.
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
