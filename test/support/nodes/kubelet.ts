import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TestContext } from 'node:test'
import { acceptCommand, type UpgradeRequest } from '#streaming/command/accept-command.js'
import { type CommandStreams, exited, SUCCESS } from '#streaming/command/command-streams.js'
import { SpdySession, type SpdyStream } from '#streaming/spdy/session.js'
import { LOCAL_HOSTS, newAuthority } from '#test/support/certificates/authority.js'
import type { Client } from '#test/support/client.js'
import { created } from '#test/support/servers/access-server.js'

const authority = newAuthority()
const clients = newAuthority()

/** What a command does. Resolves with its exit code. */
export type Run = (command: readonly string[], streams: CommandStreams) => Promise<number>

export interface KubeletRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
}

/** The credentials for kubelets. */
export const KUBELET_CA = authority.cert
export const kubeletClient = () => clients.issueClient('apiserver', [])

/** A kubelet of this machine: it speaks WebSockets up to version 4, and SPDY. It wants a client certificate. */
export class TestKubelet {
  readonly requests: KubeletRequest[] = []
  /** Responds to requests that are no upgrade. */
  respond: (request: IncomingMessage, response: ServerResponse) => void = (_, response) =>
    void response.writeHead(404).end('no such path')
  run: Run = async (command, { stdout, stderr, stdin }) => {
    if (command[0] === 'cat') {
      await new Promise<void>((resolve) => {
        stdin?.once('end', resolve).once('close', resolve)
        if (stdin === undefined) resolve()
        else if (stdout !== undefined) stdin.pipe(stdout, { end: false })
      })
      return 0
    }
    stdout?.write(`${command.join(' ')}\n`)
    if (command[0] !== 'fail') return 0
    stderr?.write('failed\n')
    return 7
  }
  /** Connections that were upgraded and are open. */
  readonly upgraded = new Set<Duplex>()
  readonly #server: Server

  static async start(t: TestContext | { after(close: () => void): void }): Promise<TestKubelet> {
    const { cert, key } = authority.issueServer(LOCAL_HOSTS)
    const server = createServer({ cert, key, ca: clients.cert, requestCert: true, rejectUnauthorized: false })
    const kubelet = new TestKubelet(server)
    // Also on addresses that the certificate is not for.
    server.listen(0, '0.0.0.0')
    await once(server, 'listening')
    t.after(() => {
      for (const socket of kubelet.upgraded) socket.destroy()
      server.closeAllConnections()
      server.close()
    })
    return kubelet
  }

  private constructor(server: Server) {
    this.#server = server
    server.on('request', (request, response) => {
      if (this.#admit(request)) this.respond(request, response)
      else response.writeHead(401).end('Unauthorized')
    })
    server.on('upgrade', (request, socket: Duplex, head) => {
      socket.on('error', () => undefined)
      this.upgraded.add(socket)
      socket.once('close', () => this.upgraded.delete(socket))
      if (head.length > 0) socket.unshift(head)
      if (!this.#admit(request)) socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
      else
        this.#upgrade(request, socket).catch((error: Error) => {
          socket.end(
            `HTTP/1.1 400 Bad Request\r\nContent-Length: ${error.message.length}\r\n\r\n${error.message}`,
          )
        })
    })
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** Registers the node. */
  async join(client: Client, name: string): Promise<void> {
    await created(client.post('/api/v1/nodes', { metadata: { name }, ...this.#status() }))
  }

  #status() {
    return {
      status: {
        addresses: [
          { type: 'InternalIP', address: '127.0.0.1' },
          { type: 'ExternalIP', address: '203.0.113.1' },
        ],
        daemonEndpoints: { kubeletEndpoint: { Port: this.port } },
        conditions: [{ type: 'Ready', status: 'True', message: 'kubelet is posting ready status' }],
      },
    }
  }

  #admit(request: IncomingMessage): boolean {
    const { method = '', headers } = request
    this.requests.push({ method, url: new URL(request.url ?? '', 'https://kubelet'), headers })
    return (request.socket as { authorized?: boolean }).authorized === true
  }

  async #upgrade(request: IncomingMessage, socket: Duplex): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'https://kubelet')
    const asked: UpgradeRequest = {
      method: request.method ?? '',
      rawHeaders: request.rawHeaders,
      upgrade: request.headers.upgrade,
      switchProtocols: (headers) => {
        const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
        return socket
      },
    }
    if (pathname.startsWith('/portForward/')) {
      this.#forwardPorts(asked)
      return
    }
    if (request.headers['sec-websocket-protocol'] === 'v5.channel.k8s.io') throw new Error('unknown protocol')
    const isOn = (name: string) => searchParams.get(name) === '1'
    const streams = await acceptCommand(asked, {
      stdin: isOn('input'),
      stdout: isOn('output'),
      stderr: isOn('error'),
      tty: isOn('tty'),
    })
    if (streams === undefined) return
    const code = await this.run(searchParams.getAll('command'), streams)
    await streams.finish(code === 0 ? SUCCESS : exited(code))
  }

  /** Joins each pair of streams with a port of this machine. */
  #forwardPorts({ switchProtocols }: UpgradeRequest): void {
    const errors = new Map<string, SpdyStream>()
    const socket = switchProtocols([
      ['Connection', 'Upgrade'],
      ['Upgrade', 'SPDY/3.1'],
      ['X-Stream-Protocol-Version', 'portforward.k8s.io'],
    ])
    new SpdySession(socket, {
      isClient: false,
      onStream: (stream) => {
        const id = stream.header('requestid') ?? ''
        if (stream.header('streamtype') === 'error') {
          errors.set(id, stream)
          return
        }
        const target = connect(Number(stream.header('port')), '127.0.0.1')
        target.on('error', (error) => errors.get(id)?.end(error.message))
        target.on('close', () => {
          errors.get(id)?.end()
          stream.end()
        })
        stream.pipe(target).pipe(stream)
      },
    })
  }
}
