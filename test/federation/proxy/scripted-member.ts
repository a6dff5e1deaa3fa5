import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestContext } from 'node:test'
import type { Client } from '#test/support/client.js'
import { created } from '#test/support/servers/access-server.js'

type Respond = (request: IncomingMessage, response: ServerResponse) => void
type Switch = (request: IncomingMessage, socket: Socket, head: Buffer) => void

export const CLUSTERS = '/apis/federation/v1beta1/clusters'
export const proxyPath = (cluster: string) => `${CLUSTERS}/${cluster}/proxy`

/** A member that is ready, responds as scripted, and echoes what an upgraded connection sends. */
export class ScriptedMember {
  readonly url: string
  respond: Respond = (_, response) => void response.writeHead(404).end()
  switch: Switch = (request, socket) => {
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${request.headers.upgrade}\r\n` +
        `X-Stream-Protocol-Version: v4.channel.k8s.io\r\n\r\n`,
    )
    socket.pipe(socket)
  }
  /** Open connections. */
  readonly sockets = new Set<Socket>()

  static async start(t: TestContext): Promise<ScriptedMember> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const member = new ScriptedMember(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.on('connection', (socket) => {
      member.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => member.sockets.delete(socket))
    })
    server.on('request', (request, response) => {
      const isOwn = request.headers['user-agent']?.startsWith('binnacle-federation') === true
      if (!isOwn) member.respond(request, response)
      else if (request.url === '/readyz') response.end('ok')
      else response.writeHead(404).end()
    })
    server.on('upgrade', (request, socket, head) => member.switch(request, socket as Socket, head))
    t.after(() => {
      for (const socket of member.sockets) socket.destroy()
      server.close()
    })
    return member
  }

  private constructor(url: string) {
    this.url = url
  }

  /** Registers the member with a host. */
  async join(admin: Client, name: string, metadata: object = {}, spec: object = {}): Promise<void> {
    await created(
      admin.post(CLUSTERS, {
        metadata: { name, ...metadata },
        spec: {
          serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: this.url }],
          ...spec,
        },
      }),
    )
  }
}

/** Responds with what arrived, as JSON. */
export const reflect: Respond = async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method, url, rawHeaders, headers } = request
  const body = Buffer.concat(chunks).toString()
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ method, url, rawHeaders, headers, body }))
}

/** All values of a header. */
export function headerValues(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name.toLowerCase(),
  )
}
