import type { Socket } from 'node:net'
import { bodyOf, RawClient, statusOf } from '#test/support/raw-client.js'
import type { HostileRequest, HostileResponse } from './hostile-request.js'
import type { HostileServer } from './hostile-server.js'

/** Timeout of a response, in milliseconds. It includes the time until all earlier connections are accepted. */
const PATIENCE_MS = 30_000

/** A request of raw bytes. */
export function raw(
  name: string,
  expect: number | readonly number[],
  bytes: () => Buffer | string,
  {
    patienceMs = PATIENCE_MS,
    responseLimit,
  }: { readonly patienceMs?: number; readonly responseLimit?: number } = {},
): HostileRequest {
  return {
    name,
    expect: typeof expect === 'number' ? [expect] : expect,
    send: async (server) => [await ask(server, bytes(), patienceMs)],
    ...(responseLimit === undefined ? {} : { responseLimit }),
  }
}

async function ask(
  server: HostileServer,
  bytes: Buffer | string,
  patienceMs: number,
): Promise<HostileResponse> {
  const socket = await new RawClient(server.url).open(bytes)
  const timer = setTimeout(() => socket.destroy(), patienceMs)
  const text = await received(socket)
  clearTimeout(timer)
  const body = bodyOf(text)
  return { status: text === '' ? 0 : statusOf(text), size: body.length, beginning: body.slice(0, 2000) }
}

async function received(socket: Socket): Promise<string> {
  let text = ''
  try {
    for await (const chunk of socket) text += (chunk as Buffer).toString('latin1')
  } catch {
    // The connection has ended.
  }
  return text
}
