import { isIPv6 } from 'node:net'
import type { FrontProxyCredentials, ProxyCertificate } from '#access/front-proxy/front-proxy-credentials.js'
import { DirectUpstream } from '#proxy/direct-upstream.js'
import type { Upstream } from '#proxy/upstream.js'
import type { DialRules } from '#util/net/address-rules.js'
import type { Random } from '#util/random.js'
import type { ServiceAddress } from '#webhooks/client/configured-services.js'
import type { ServiceResolver } from '#webhooks/client/service-resolver.js'
import type { RemoteService } from './remote-service.js'

export interface RemoteConnectionParts {
  readonly resolver: ServiceResolver
  readonly credentials: FrontProxyCredentials
  readonly random: Random
}

interface Connection {
  readonly authority: string
  readonly upstream: Upstream
  readonly certificate: ProxyCertificate
  requests: number
}

/** The connections to the servers behind one service, which see this server as a front proxy. */
export class RemoteConnections {
  readonly #service: RemoteService
  readonly #parts: RemoteConnectionParts
  /** Those for new requests, by authority. */
  readonly #current = new Map<string, Connection>()
  /** Also those that only have requests left. */
  readonly #open = new Set<Connection>()
  #isClosed = false

  constructor(service: RemoteService, parts: RemoteConnectionParts) {
    this.#service = service
    this.#parts = parts
  }

  /** Runs a request to one of the servers. Rejects with `ServiceUnreachable` or `AddressRefused`, too. */
  async use<T>(run: (upstream: Upstream) => Promise<T>): Promise<T> {
    const certificate = await this.#parts.credentials.current()
    const { addresses, rules } = this.#parts.resolver.resolve(this.#service.service)
    if (this.#isClosed) throw new Error('the connections are closed')
    this.#retireAllBut(addresses.map(authorityOf), certificate)
    const index = this.#parts.random.int(addresses.length, `service ${this.#service.name}`)
    const connection = this.#to(authorityOf(addresses[index] as ServiceAddress), certificate, rules)
    connection.requests++
    try {
      return await run(connection.upstream)
    } finally {
      connection.requests--
      this.#closeIfRetired(connection)
    }
  }

  /** Ends all requests. */
  close(): void {
    this.#isClosed = true
    for (const { upstream } of this.#open) upstream.close()
    this.#open.clear()
    this.#current.clear()
  }

  #to(authority: string, certificate: ProxyCertificate, rules: DialRules): Connection {
    const known = this.#current.get(authority)
    if (known !== undefined) return known
    const { service, ca, skipsVerification } = this.#service
    const access = {
      server: `https://${authority}`,
      ca,
      token: undefined,
      certificate: certificate.cert,
      key: certificate.key,
      serverName: `${service.name}.${service.namespace}.svc`,
      skipsVerification,
    }
    const upstream = new DirectUpstream(access, rules)
    const connection: Connection = { authority, upstream, certificate, requests: 0 }
    this.#current.set(authority, connection)
    this.#open.add(connection)
    return connection
  }

  /** For a pod that is gone, or a certificate that was renewed. Requests that run may end. */
  #retireAllBut(authorities: readonly string[], certificate: ProxyCertificate): void {
    for (const [authority, connection] of this.#current) {
      if (authorities.includes(authority) && connection.certificate === certificate) continue
      this.#current.delete(authority)
      this.#closeIfRetired(connection)
    }
  }

  #closeIfRetired(connection: Connection): void {
    if (connection.requests > 0 || this.#current.get(connection.authority) === connection) return
    this.#open.delete(connection)
    connection.upstream.close()
  }
}

const authorityOf = ({ host, port }: ServiceAddress) => `${isIPv6(host) ? `[${host}]` : host}:${port}`
