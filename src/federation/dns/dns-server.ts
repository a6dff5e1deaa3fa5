import { createSocket, type RemoteInfo, type Socket as UdpSocket } from 'node:dgram'
import { once } from 'node:events'
import { type AddressInfo, createServer, isIPv6, type Server, type Socket } from 'node:net'
import type { Logger } from '#observe/logger.js'

/** Responds to a message; undefined for none. */
type Respond = (message: Buffer, isUdp: boolean) => Buffer | undefined

export interface DnsAddress {
  readonly host: string
  readonly port: number
}

/** UDP responses that wait for the network. More are dropped, as networks do. */
const MAX_WAITING = 1000
const MAX_CONNECTIONS = 200
const IDLE_MS = 10_000
/** Queries have one name. */
const MAX_QUERY_BYTES = 4096
const MAX_UNREAD_BYTES = 256 * 1024
const LENGTH_BYTES = 2

/** Serves DNS over UDP and TCP on one port. */
export class DnsServer {
  readonly #respond: Respond
  readonly #logger: Logger
  readonly #udp: UdpSocket
  readonly #tcp: Server
  readonly #connections = new Set<Socket>()
  #waiting = 0

  /** Rejects with the error of the system if the address cannot be listened on. */
  static async listen(address: DnsAddress, respond: Respond, logger: Logger): Promise<DnsServer> {
    const server = new DnsServer(address, respond, logger)
    try {
      await server.#listen(address)
      return server
    } catch (error) {
      await server.close()
      throw error
    }
  }

  private constructor({ host }: DnsAddress, respond: Respond, logger: Logger) {
    this.#respond = respond
    this.#logger = logger
    this.#udp = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
    this.#udp.on('message', (message, sender) => this.#onDatagram(message, sender))
    this.#tcp = createServer((socket) => this.#onConnection(socket))
    this.#tcp.maxConnections = MAX_CONNECTIONS
  }

  get port(): number {
    return (this.#tcp.address() as AddressInfo).port
  }

  async close(): Promise<void> {
    for (const socket of this.#connections) socket.destroy()
    await Promise.all([
      new Promise<void>((resolve) => this.#tcp.close(() => resolve())),
      new Promise<void>((resolve) => {
        // A socket that was never bound has nothing to close.
        try {
          this.#udp.close(() => resolve())
        } catch {
          resolve()
        }
      }),
    ])
  }

  async #listen({ host, port }: DnsAddress): Promise<void> {
    this.#tcp.listen(port, host)
    await once(this.#tcp, 'listening')
    this.#udp.bind(this.port, host)
    await once(this.#udp, 'listening')
    // From here on an error concerns one datagram or connection.
    for (const emitter of [this.#tcp, this.#udp]) {
      emitter.on('error', (error) => this.#logger.debug({ error: String(error) }, 'a DNS socket failed'))
    }
    this.#logger.info({ address: host, port: this.port }, 'serving DNS')
  }

  #onDatagram(message: Buffer, { address, port }: RemoteInfo): void {
    if (this.#waiting >= MAX_WAITING || port === 0) return
    const response = this.#response(message, true)
    if (response === undefined) return
    this.#waiting++
    this.#udp.send(response, port, address, () => {
      this.#waiting--
    })
  }

  #onConnection(socket: Socket): void {
    this.#connections.add(socket)
    socket.on('close', () => this.#connections.delete(socket))
    socket.on('error', () => socket.destroy())
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    let received = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      const rest = this.#onData(socket, Buffer.concat([received, chunk]))
      if (rest === undefined) socket.destroy()
      else received = Buffer.from(rest)
    })
  }

  /** Answers the whole queries. Returns the bytes of the next one, or undefined if the connection must end. */
  #onData(socket: Socket, received: Buffer): Buffer | undefined {
    let rest = received
    while (rest.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + rest.readUInt16BE(0)
      if (end > LENGTH_BYTES + MAX_QUERY_BYTES) return undefined
      if (rest.length < end) break
      const response = this.#response(rest.subarray(LENGTH_BYTES, end), false)
      // A client that does not read its responses is not answered for ever.
      if (response === undefined || socket.writableLength > MAX_UNREAD_BYTES) return undefined
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt16BE(response.length)
      socket.write(Buffer.concat([length, response]))
      rest = rest.subarray(end)
    }
    return rest
  }

  /** Any message gets a response or none: the server goes on. */
  #response(message: Buffer, isUdp: boolean): Buffer | undefined {
    try {
      return this.#respond(message, isUdp)
    } catch (err) {
      this.#logger.error({ err }, 'failed to answer a DNS query')
      return undefined
    }
  }
}
