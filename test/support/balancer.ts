import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

/** How often servers are asked whether they are ready. */
const INTERVAL_MS = 20

/** A TCP load balancer: new connections go to servers that were ready at the last check, in turn. */
export class Balancer {
  readonly url: string
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** The servers behind it, by name. They may come and go. */
  readonly backends = new Map<string, string>()
  readonly #ready = new Set<string>()
  #next = 0
  #isClosed = false

  static async start(t: TestContext): Promise<Balancer> {
    const server = createServer({ allowHalfOpen: true })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const balancer = new Balancer(server)
    t.after(() => balancer.close())
    return balancer
  }

  private constructor(server: Server) {
    this.#server = server
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    server.on('connection', (client) => this.#forward(client))
    void this.#check()
  }

  /** Resolves when new connections go to exactly these servers. */
  async uses(...names: readonly string[]): Promise<void> {
    while (names.length !== this.#ready.size || !names.every((name) => this.#ready.has(name)))
      await pause(INTERVAL_MS)
  }

  close(): void {
    this.#isClosed = true
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  async #check(): Promise<void> {
    while (!this.#isClosed) {
      for (const [name, url] of this.backends) {
        const isReady = await fetch(`${url}/readyz`, { headers: { connection: 'close' } }).then(
          ({ ok }) => ok,
          () => false,
        )
        if (isReady) this.#ready.add(name)
        else this.#ready.delete(name)
      }
      await pause(INTERVAL_MS)
    }
  }

  #forward(client: Socket): void {
    const ready = [...this.#ready]
    const url = this.backends.get(ready[this.#next++ % ready.length] ?? '')
    if (url === undefined) {
      client.resetAndDestroy()
      return
    }
    const server = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(from)
      from.on('close', () => this.#sockets.delete(from))
      from.on('error', () => to.resetAndDestroy())
      from.pipe(to)
    }
  }
}
