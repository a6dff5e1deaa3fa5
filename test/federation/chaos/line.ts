import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { resetConnection } from '#http/connection/linger.js'
import { OWN_ADDRESS } from '#test/support/own-address.js'

/** `silent` keeps connections but passes nothing on; `deaf` passes requests on, but no responses. */
export type LineState = 'open' | 'silent' | 'deaf' | 'cut'

/** The head of a request of a federation host that changes something. */
const WRITE =
  /(?:POST|PUT|PATCH|DELETE) \/\S+ HTTP\/1\.1\r\n(?:[^\r\n]+\r\n)*?User-Agent: binnacle-federation\/(\d+) /g

/** A network line between two processes, which tests interrupt. Its address stays when its target moves. */
export class Line {
  readonly url: string
  /** The process ids of hosts that have sent writes, without repetitions in a row. */
  readonly writers: number[] = []
  readonly #server: Server
  readonly #targets: () => readonly number[]
  readonly #connections = new Set<Connection>()
  #state: LineState = 'open'
  #next = 0

  /** Connections go to the ports in turn. */
  static async open(targets: () => readonly number[]): Promise<Line> {
    const server = createServer({ allowHalfOpen: true })
    server.listen(0, OWN_ADDRESS)
    await once(server, 'listening')
    return new Line(server, targets)
  }

  private constructor(server: Server, targets: () => readonly number[]) {
    this.#server = server
    this.#targets = targets
    this.url = `http://${OWN_ADDRESS}:${(server.address() as AddressInfo).port}`
    server.on('connection', (near) => this.#accept(near))
  }

  get state(): LineState {
    return this.#state
  }

  set state(state: LineState) {
    this.#state = state
    for (const connection of this.#connections) {
      if (state === 'cut') connection.reset()
      else connection.pass(state)
    }
  }

  async close(): Promise<void> {
    this.state = 'cut'
    await once(this.#server.close(), 'close')
  }

  #accept(near: Socket): void {
    const ports = this.#targets()
    const port = ports[this.#next++ % Math.max(ports.length, 1)]
    near.on('error', () => undefined)
    if (this.#state === 'cut' || port === undefined) {
      resetConnection(near, near)
      return
    }
    // Even while nothing is passed on, it is known when a write was sent.
    near.on('data', (chunk) => this.#watch(chunk))
    const connection = new Connection(near, connect({ port, host: '127.0.0.1', allowHalfOpen: true }))
    this.#connections.add(connection)
    connection.pass(this.#state)
    near.once('close', () => this.#connections.delete(connection))
  }

  #watch(chunk: Buffer): void {
    for (const [, pid] of chunk.toString('latin1').matchAll(WRITE)) {
      if (this.writers.at(-1) !== Number(pid)) this.writers.push(Number(pid))
    }
  }
}

class Connection {
  readonly #near: Socket
  readonly #far: Socket
  readonly #requests: Direction
  readonly #responses: Direction

  constructor(near: Socket, far: Socket) {
    this.#near = near
    this.#far = far
    this.#requests = new Direction(near, far)
    this.#responses = new Direction(far, near)
    far.on('error', () => this.reset())
    far.once('close', () => near.destroy())
    near.once('close', () => far.destroy())
  }

  pass(state: LineState): void {
    this.#requests.isOpen = state !== 'silent'
    this.#responses.isOpen = state === 'open'
  }

  reset(): void {
    resetConnection(this.#near, this.#near)
    resetConnection(this.#far, this.#far)
  }
}

/** Passes data and the end on, or holds them. */
class Direction {
  readonly #from: Socket
  readonly #to: Socket
  #held: Buffer[] = []
  #isOpen = true
  #hasEnded = false

  constructor(from: Socket, to: Socket) {
    this.#from = from
    this.#to = to
    from.on('data', (chunk) => {
      this.#held.push(chunk)
      this.#flush()
    })
    from.on('end', () => {
      this.#hasEnded = true
      this.#flush()
    })
    to.on('drain', () => from.resume())
  }

  set isOpen(isOpen: boolean) {
    this.#isOpen = isOpen
    this.#flush()
  }

  #flush(): void {
    if (!this.#isOpen) return
    for (const chunk of this.#held) if (!this.#to.write(chunk)) this.#from.pause()
    this.#held = []
    if (this.#hasEnded) this.#to.end()
  }
}
