import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { Client } from '#test/support/client.js'
import { created } from '#test/support/servers/access-server.js'
import { startTestServer } from '#testing.js'
import { CLUSTERS, proxyPath } from './scripted-member.js'

/** A host with a member that responds to every request with raw bytes. */
async function stage(t: TestContext, respond: (socket: Socket) => void): Promise<Client> {
  const member = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => respond(socket))
  })
  member.listen(0, '127.0.0.1')
  await once(member, 'listening')
  t.after(() => member.close())
  const server = await startTestServer({ federation: true })
  t.after(() => server.close())
  const client = new Client(server.url)
  const serverAddress = `http://127.0.0.1:${(member.address() as AddressInfo).port}`
  await created(
    client.post(CLUSTERS, {
      metadata: { name: 'm1' },
      spec: { serverAddressByClientCIDRs: [{ clientCIDR: '', serverAddress }] },
    }),
  )
  return client
}

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
  ['has an unknown status', (socket) => void socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n')],
  [
    'switches protocols unasked',
    (socket) => void socket.end('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
  ],
  [
    'has two lengths',
    (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  ],
]

describe('a response through the proxy', { timeout: 30_000 }, () => {
  for (const [what, respond] of HOSTILE) {
    it(`that ${what} is a 503`, async (t) => {
      const client = await stage(t, respond)
      const { status, body } = await client.get(`${proxyPath('m1')}/api`)
      assert.deepEqual([status, body.kind, body.reason], [503, 'Status', 'ServiceUnavailable'])
      assert.equal((await client.get('/api')).status, 200)
    })
  }
})
