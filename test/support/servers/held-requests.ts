import { setTimeout as sleep } from 'node:timers/promises'
import { RawClient } from '../raw-client.js'
import type { AccessServer } from './access-server.js'

export const CONFIG_MAPS = '/api/v1/namespaces/test/configmaps'

/** The Status of a request that was rejected because of others. */
export const TOO_MANY = {
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: 'Too many requests, please try again later.',
  reason: 'TooManyRequests',
  details: { retryAfterSeconds: 1 },
  code: 429,
}

/** The head of a request; without a token for an empty one. */
export const head = (line: string, token: string, ...headers: readonly string[]) =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    ...(token === '' ? [] : [`Authorization: Bearer ${token}`]),
    ...headers,
    '',
    '',
  ].join('\r\n')

export interface HeldRequest {
  /** Sends the rest of the body, and returns the response. */
  readonly finish: () => Promise<string>
  /** Closes the connection. */
  readonly leave: () => void
}

/** A request that is in flight until its body is complete. */
export async function hold(
  { server }: Pick<AccessServer, 'server'>,
  user: string,
  path = CONFIG_MAPS,
): Promise<HeldRequest> {
  const body = JSON.stringify({ metadata: { generateName: 'slow-' } })
  const lines = ['Content-Type: application/json', `Content-Length: ${body.length}`, 'Connection: close']
  const socket = await new RawClient(server.url).open(head(`POST ${path}`, user, ...lines) + body.slice(0, 5))
  return {
    finish: async () => {
      socket.write(body.slice(5))
      let text = ''
      for await (const chunk of socket) text += String(chunk)
      return text
    },
    leave: () => socket.destroy(),
  }
}

/** The value of a line of the metrics. */
export async function metric(server: AccessServer, line: string): Promise<number> {
  const { text } = await server.as('admin').get('/metrics')
  const found = text.split('\n').find((candidate) => candidate.startsWith(`${line} `))
  return Number(found?.split(' ').at(-1))
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(10)
}
