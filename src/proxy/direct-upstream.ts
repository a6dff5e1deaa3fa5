import { setMaxListeners } from 'node:events'
import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { connect, isIP } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { AddressRules, checkedLookup, type DialRules } from '#util/net/address-rules.js'
import type { Connection, ResponseHandler, UpstreamSocket } from './client/connection.js'
import { type ConnectionChoice, Connections } from './client/connections.js'
import { requestHead } from './client/request-head.js'
import type { ForwardedRequest, Upstream, UpstreamRequest } from './upstream.js'

/** Idle connections close before most servers close them: a request on a closed connection fails. */
const IDLE_MS = 60_000
/** Before the kernel looks whether the other side is still there. */
const KEEP_ALIVE_PROBE_MS = 1000
const MAX_IDLE = 256

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
  readonly #access: UpstreamAccess
  readonly #rules: DialRules
  /** Of requests that are not forwarded; undefined before the first. */
  #agent: HttpAgent | undefined
  readonly #maxRequests: number
  readonly #connections = new Connections({
    connect: () => this.#connect(),
    idleMs: IDLE_MS,
    maxIdle: MAX_IDLE,
  })
  readonly #isSecure: boolean
  readonly #host: string
  readonly #port: number
  readonly #path: string
  /** Headers of every request: alternating names and values. */
  readonly #headers: readonly string[]
  /** Of the latest TLS connection: the next one is opened with less work. */
  #session: Buffer | undefined
  readonly #end = new AbortController()

  /**
   * `connections` is the number of concurrent requests, except for forwarded ones. Others wait. Throws `AddressRefused`.
   */
  constructor(
    access: UpstreamAccess,
    rules: DialRules = new AddressRules(),
    connections = Number.POSITIVE_INFINITY,
  ) {
    this.server = access.server
    this.#access = access
    this.#rules = rules
    this.#maxRequests = connections
    const { protocol, host: authority, hostname, port, pathname } = new URL(access.server)
    this.#isSecure = protocol === 'https:'
    this.#host = hostname.replace(/^\[|\]$/g, '')
    this.#port = Number(port || (this.#isSecure ? 443 : 80))
    this.#path = pathname.replace(/\/$/, '')
    // IP addresses are never resolved, so they are checked here.
    if (isIP(this.#host)) rules.expectAllowed(this.#host)
    this.#headers = ['Host', authority, ...(access.token ? ['Authorization', `Bearer ${access.token}`] : [])]
    // Requests with a signal, and upgrades, listen to it.
    setMaxListeners(0, this.#end.signal)
  }

  get closed(): AbortSignal {
    return this.#end.signal
  }

  request(
    { method, path, headers, signal }: UpstreamRequest,
    onResponse?: (response: IncomingMessage) => void,
  ): ClientRequest {
    this.#agent ??= this.#newAgent()
    const options: RequestOptions = {
      protocol: this.#isSecure ? 'https:' : 'http:',
      hostname: this.#host,
      port: this.#port,
      agent: this.#agent,
      method,
      path: this.#path + path,
      // Node takes a flat list of names and values as it is.
      headers: [...this.#headers, ...headers],
      ...(signal && { signal }),
    }
    return this.#isSecure ? httpsRequest(options, onResponse) : httpRequest(options, onResponse)
  }

  forward(request: ForwardedRequest, handler: ResponseHandler, choice: ConnectionChoice): Connection {
    if (this.#end.signal.aborted) throw new Error('the connection was closed')
    const { method, path, headers, body, isChunked } = request
    const head = requestHead(method, this.#path + path, [...this.#headers, ...headers])
    return this.#connections.send({ method, head, body, isChunked }, handler, choice)
  }

  close(): void {
    this.#end.abort()
    this.#agent?.destroy()
    this.#connections.close()
  }

  #newAgent(): HttpAgent {
    const options = {
      keepAlive: true,
      maxSockets: this.#maxRequests,
      timeout: IDLE_MS,
      lookup: checkedLookup(this.#rules),
    }
    const agent = this.#isSecure
      ? new HttpsAgent({ ...options, ...this.#tlsOptions() })
      : new HttpAgent(options)
    // All connections have the same target, so the pool key need not be built from all certificates.
    agent.getName = () => 'upstream'
    return agent
  }

  #connect(): UpstreamSocket {
    const place = { host: this.#host, port: this.#port, lookup: checkedLookup(this.#rules) }
    const socket = this.#isSecure
      ? connectSecurely({
          ...place,
          ...this.#tlsOptions(),
          ALPNProtocols: ['http/1.1'],
          ...(this.#session && { session: this.#session }),
        }).on('session', (session) => {
          this.#session = session
        })
      : connect(place)
    return socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_PROBE_MS)
  }

  #tlsOptions() {
    const { ca, certificate, key, serverName, skipsVerification } = this.#access
    return {
      ca,
      cert: certificate,
      key,
      // An address cannot be a server name.
      servername: serverName ?? (isIP(this.#host) ? '' : this.#host),
      rejectUnauthorized: skipsVerification !== true,
    }
  }
}
