import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { describe, it } from 'node:test'
import { startRawMember } from './raw-member.js'
import { proxyPath } from './scripted-member.js'

/** Writes until the other side closes. */
function writeForever(socket: Socket, piece: string): void {
  const more = () => {
    if (!socket.destroyed) socket.write(piece, () => setImmediate(more))
  }
  more()
}

const HOSTILE: readonly (readonly [string, (socket: Socket) => void])[] = [
  ['is not HTTP', (socket) => void socket.write('220 ready\r\n')],
  ['hangs up', (socket) => void socket.destroy()],
  ['has endless headers', (socket) => writeForever(socket, `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(4096)}\r\n`)],
  [
    'has a status below 200 after informational ones',
    (socket) => void socket.end('HTTP/1.1 100 Continue\r\n\r\n'),
  ],
  ['has a status below 100', (socket) => void socket.end('HTTP/1.1 000 Odd\r\nContent-Length: 0\r\n\r\n')],
  ['has an unknown status', (socket) => void socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n')],
  [
    'switches protocols unasked',
    (socket) => void socket.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  ],
  [
    'folds a header',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 0\r\n\r\n'),
  ],
  ['ends lines in another way', (socket) => void socket.write('HTTP/1.1 200 OK\nContent-Length: 0\n\n')],
  [
    'has both a length and chunks',
    (socket) =>
      void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
  ],
  [
    'has two lengths',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  ],
]

describe('a response through the proxy', { timeout: 30_000 }, () => {
  for (const [what, respond] of HOSTILE) {
    it(`that ${what} is a 503`, async (t) => {
      const { client } = await startRawMember(t, respond)
      const { status, body } = await client.get(`${proxyPath('m1')}/api`)
      assert.deepEqual([status, body.kind, body.reason], [503, 'Status', 'ServiceUnavailable'])
      assert.equal((await client.get('/api')).status, 200)
    })
  }
})
