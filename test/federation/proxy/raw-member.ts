import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { Client } from '#test/support/client.js'
import { created } from '#test/support/servers/access-server.js'
import { startTestServer } from '#testing.js'
import { CLUSTERS } from './scripted-member.js'

export interface RawStage {
  readonly url: string
  readonly client: Client
}

/** A host with the member `m1`, which calls `respond` whenever bytes arrive on a connection. */
export async function startRawMember(
  t: TestContext,
  respond: (socket: Socket, text: string) => void,
): Promise<RawStage> {
  const sockets = new Set<Socket>()
  const member = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => respond(socket, bytes.toString('latin1')))
  })
  member.listen(0, '127.0.0.1')
  await once(member, 'listening')
  t.after(() => {
    member.close()
    for (const socket of sockets) socket.destroy()
  })
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
  return { url: server.url, client }
}

/** Whether bytes are a request of the host itself, such as a probe. */
export const isOfHost = (text: string) => /^user-agent: binnacle-federation/im.test(text)
