import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { MemberClient } from '#federation/members/member-client.js'

/** A member cluster with scripted responses that records its requests. */
export class StubMember {
  readonly url: string
  /** The requested paths, in order. */
  readonly paths: string[] = []
  /** Responses that are not sent yet. */
  readonly #sending = new Set<Promise<unknown>>()
  handler: RequestListener = (_, response) => void response.writeHead(404).end()
  readonly #server: Server
  readonly #clients: MemberClient[] = []

  static async start(): Promise<StubMember> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return new StubMember(server)
  }

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('request', (request, response) => {
      this.paths.push(request.url ?? '')
      const sent = new Promise((resolve) => {
        for (const end of ['finish', 'close', 'drain']) response.once(end, resolve)
      })
      this.#sending.add(sent)
      void sent.then(() => this.#sending.delete(sent))
      this.handler(request, response)
      if (!response.writableNeedDrain && !response.writableEnded) this.#sending.delete(sent)
    })
  }

  /** Resolves when all responses are sent, or their clients are gone. */
  async served(): Promise<void> {
    await Promise.all(this.#sending)
  }

  /** A client without credentials, which is closed together with the member. */
  client(): MemberClient {
    const client = new MemberClient({
      server: this.url,
      ca: undefined,
      token: undefined,
      certificate: undefined,
      key: undefined,
      serverName: undefined,
    })
    this.#clients.push(client)
    return client
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.close()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
