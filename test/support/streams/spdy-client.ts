import { request } from 'node:http'
import type { Duplex } from 'node:stream'
import { SpdySession } from '#streaming/spdy/session.js'

/** Opens SPDY/3.1 with a POST. */
export function openSpdy(
  url: string,
  protocols: readonly string[],
): Promise<{
  readonly protocol: string | undefined
  readonly session: SpdySession
  readonly socket: Duplex
}> {
  return new Promise((resolve, reject) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'SPDY/3.1',
      'x-stream-protocol-version': [...protocols],
    }
    const sent = request(url, { method: 'POST', headers })
    sent.on('upgrade', (response, socket, head) => {
      if (head.length > 0) socket.unshift(head)
      const protocol = response.headers['x-stream-protocol-version'] as string | undefined
      resolve({ protocol, session: new SpdySession(socket, { isClient: true }), socket })
    })
    sent.on('response', (response) => reject(new Error(`no upgrade: ${response.statusCode}`)))
    sent.on('error', reject)
    sent.end()
  })
}

export async function textOf(stream: Duplex): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}
