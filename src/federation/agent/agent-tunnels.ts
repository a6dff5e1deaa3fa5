import type { Duplex } from 'node:stream'
import type { Leadership } from '#controllers/controller.js'
import { ApiError, badRequest, serviceUnavailable } from '#meta/api-error.js'
import type { Logger } from '#observe/logger.js'
import type { ConnectExchange } from '#registry/subresources/connect.js'
import type { Place, SubresourceEndpoint } from '#registry/subresources/endpoint.js'
import { AgentTunnel } from './agent-tunnel.js'
import { STANDBY_HEADER, TUNNEL_PROTOCOL } from './tunnel-protocol.js'

export interface AgentTunnelsOptions {
  readonly leadership: Leadership
  readonly logger: Logger
  /** Throws an `ApiError` for a cluster that is unknown, or needs no agent. */
  readonly expectPulled: (cluster: string) => void
  /** A tunnel was opened or closed. */
  readonly onChange: (cluster: string) => void
}

/** `clusters/agent`: the tunnels of agents. The newest agent of a cluster wins. Only the leader has tunnels. */
export class AgentTunnels implements SubresourceEndpoint {
  readonly #options: AgentTunnelsOptions
  readonly #tunnels = new Map<string, AgentTunnel>()
  #release: () => void = () => undefined

  constructor(options: AgentTunnelsOptions) {
    this.#options = options
  }

  start(): void {
    // Agents look for the next leader.
    this.#release = this.#options.leadership.whenLeading(
      () => undefined,
      () => this.closeAll(),
    )
  }

  stop(): void {
    this.#release()
    this.closeAll()
  }

  tunnelOf(cluster: string): AgentTunnel | undefined {
    return this.#tunnels.get(cluster)
  }

  closeAll(): void {
    for (const tunnel of this.#tunnels.values()) tunnel.close()
  }

  /** The cluster is gone, or needs no agent any more. */
  drop(cluster: string): void {
    this.#tunnels.get(cluster)?.close()
  }

  async connect({ name }: Place, exchange: ConnectExchange): Promise<void> {
    const { leadership, logger, expectPulled, onChange } = this.#options
    expectPulled(name)
    if (exchange.upgrade?.toLowerCase() !== TUNNEL_PROTOCOL) {
      throw badRequest(`an agent connects with "Upgrade: ${TUNNEL_PROTOCOL}"`)
    }
    if (!leadership.isLeading) throw serviceUnavailable('another server leads the federation: connect again')
    if (isStandby(exchange) && this.#tunnels.get(name)?.isOpen) {
      throw new ApiError('conflict', `another agent of the cluster ${name} is connected`)
    }
    const connection = exchange.switchProtocols([
      ['Connection', 'Upgrade'],
      ['Upgrade', TUNNEL_PROTOCOL],
    ])
    await flushed(connection)
    const tunnel = new AgentTunnel(connection)
    this.#tunnels.get(name)?.close(true)
    this.#tunnels.set(name, tunnel)
    const end = () => tunnel.close()
    if (exchange.signal.aborted) end()
    exchange.signal.addEventListener('abort', end)
    logger.info(
      { cluster: name, user: exchange.user.name, address: exchange.clientAddress },
      'agent connected',
    )
    onChange(name)
    await tunnel.closed
    connection.destroy()
    exchange.signal.removeEventListener('abort', end)
    if (this.#tunnels.get(name) !== tunnel) return
    this.#tunnels.delete(name)
    logger.info({ cluster: name }, 'agent disconnected')
    onChange(name)
  }
}

/** HTTP/2 takes the connection from node's streams. A write that is not complete by then would crash the process. */
const flushed = (connection: Duplex) =>
  new Promise<void>((resolve) => connection.write('', () => setImmediate(resolve)))

const isStandby = ({ rawHeaders }: ConnectExchange) =>
  rawHeaders.some((name, index) => index % 2 === 0 && name.toLowerCase() === STANDBY_HEADER.toLowerCase())
