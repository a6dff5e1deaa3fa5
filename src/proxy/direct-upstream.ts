import { setMaxListeners } from 'node:events'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { AddressRules, checkedLookup, type DialRules } from '#util/net/address-rules.js'
import type { Upstream, UpstreamRequest } from './upstream.js'

/** Idle connections close before most servers close them: a request on a closed connection fails. */
const IDLE_MS = 60_000

/** A server, and the credentials for it. Certificates and keys are PEM. */
export interface UpstreamAccess {
  /** `https://host:port` or `http://host:port`, optionally with a path. */
  readonly server: string
  readonly ca: string | undefined
  readonly token: string | undefined
  readonly certificate: string | undefined
  readonly key: string | undefined
  /** The TLS server name, if it is not the host. */
  readonly serverName: string | undefined
  /** Whether any certificate is accepted. */
  readonly skipsVerification?: boolean
}

/** Sends requests over the network, on persistent connections. Resolves names once per connection and checks the address. */
export class DirectUpstream implements Upstream {
  readonly server: string
  readonly #agent: HttpAgent
  readonly #request: typeof httpRequest
  /** Connection options of every request. */
  readonly #place: Pick<RequestOptions, 'protocol' | 'hostname' | 'port'>
  readonly #path: string
  /** Headers of every request: alternating names and values. */
  readonly #headers: readonly string[]
  readonly #end = new AbortController()

  /** `connections` is the number of concurrent requests. Others wait. Throws `AddressRefused`. */
  constructor(
    access: UpstreamAccess,
    rules: DialRules = new AddressRules(),
    connections = Number.POSITIVE_INFINITY,
  ) {
    this.server = access.server
    // Every forwarded request has one.
    setMaxListeners(0, this.#end.signal)
    const { protocol, host: authority, hostname, port, pathname } = new URL(access.server)
    const host = hostname.replace(/^\[|\]$/g, '')
    this.#place = { protocol, hostname: host, port }
    this.#path = pathname.replace(/\/$/, '')
    const isSecure = protocol === 'https:'
    const options = {
      keepAlive: true,
      maxSockets: connections,
      timeout: IDLE_MS,
      lookup: checkedLookup(rules),
    }
    this.#agent = isSecure
      ? new HttpsAgent({
          ...options,
          ca: access.ca,
          cert: access.certificate,
          key: access.key,
          servername: access.serverName,
          rejectUnauthorized: access.skipsVerification !== true,
        })
      : new HttpAgent(options)
    // All connections have the same target, so the pool key need not be built from all certificates.
    this.#agent.getName = () => 'upstream'
    this.#request = isSecure ? (httpsRequest as typeof httpRequest) : httpRequest
    // IP addresses are never resolved, so they are checked here.
    if (isIP(host)) rules.expectAllowed(host)
    this.#headers = ['Host', authority, ...(access.token ? ['Authorization', `Bearer ${access.token}`] : [])]
  }

  get closed(): AbortSignal {
    return this.#end.signal
  }

  request(
    { method, path, headers, signal }: UpstreamRequest,
    onResponse?: (response: IncomingMessage) => void,
  ): ClientRequest {
    const options = {
      ...this.#place,
      agent: this.#agent,
      method,
      path: this.#path + path,
      // Node takes a flat list of names and values as it is.
      headers: [...this.#headers, ...headers],
    }
    return this.#request(signal === undefined ? options : { ...options, signal }, onResponse)
  }

  close(): void {
    this.#end.abort()
    this.#agent.destroy()
  }
}
