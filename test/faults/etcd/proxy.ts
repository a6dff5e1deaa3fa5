import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy between a server and etcd that a test can interrupt. */
export class Wire {
  readonly #server: Server
  readonly #target: URL
  readonly #sockets = new Set<Socket>()
  #state: 'whole' | 'cut' | 'silent' = 'whole'

  private constructor(target: URL) {
    this.#target = target
    this.#server = createServer((near) => this.#accept(near))
  }

  static async to(url: string): Promise<Wire> {
    const wire = new Wire(new URL(url))
    wire.#server.listen(0, '127.0.0.1')
    await once(wire.#server, 'listening')
    return wire
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as { port: number }).port}`
  }

  /** Breaks all connections, and every new one at once. */
  cut(): void {
    this.#state = 'cut'
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Drops all data without closing connections, like a broken network. */
  silence(): void {
    this.#state = 'silent'
    for (const socket of this.#sockets) socket.pause()
  }

  heal(): void {
    // The dropped data is lost, so the connections must end.
    if (this.#state === 'silent') for (const socket of this.#sockets) socket.destroy()
    this.#state = 'whole'
  }

  async close(): Promise<void> {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await once(this.#server, 'close')
  }

  #accept(near: Socket): void {
    if (this.#state === 'cut') {
      near.destroy()
      return
    }
    const far = connect(Number(this.#target.port), this.#target.hostname)
    for (const socket of [near, far]) {
      this.#sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (bytes) => this.#pass(bytes, far))
    far.on('data', (bytes) => this.#pass(bytes, near))
    if (this.#state === 'silent') for (const socket of [near, far]) socket.pause()
  }

  #pass(bytes: Buffer, to: Socket): void {
    if (this.#state === 'whole') to.write(bytes)
  }
}
