import type { RemainingContent } from '#controllers/namespaces/remaining-content.js'
import type { RemoteVersion } from '#discovery/remote-version.js'
import { ContextExchange } from '#http/handlers/context-exchange.js'
import type { RequestContext } from '#http/request/request-context.js'
import { ApiError, serviceUnavailable } from '#meta/api-error.js'
import type { ResponseHead } from '#proxy/client/response-parser.js'
import { headersFor, headersFrom } from '#proxy/exchange-headers.js'
import { forward } from '#proxy/forward.js'
import { headTime } from '#proxy/head-time.js'
import { OpenRequests } from '#proxy/open-requests.js'
import type { Upstream } from '#proxy/upstream.js'
import { upstreamPath } from '#proxy/upstream-path.js'
import { frontProxyHeaders } from '#proxy/user-headers.js'
import type { Clock } from '#util/clock.js'
import { ServiceUnreachable } from '#webhooks/client/service-resolver.js'
import { deleteContent } from './delete-content.js'
import { readDocument } from './read-document.js'
import { type RemoteConnectionParts, RemoteConnections } from './remote-connections.js'
import { RemoteDocuments } from './remote-documents.js'
import { isSameServer, pathOf, type RemoteService } from './remote-service.js'

export interface AggregationParts extends RemoteConnectionParts {
  /** Whether other servers may take a header of a request for the user. */
  readonly namesUser: (header: string) => boolean
  readonly clock: Clock
}

interface RemoteServer {
  readonly service: RemoteService
  readonly connections: RemoteConnections
  readonly documents: RemoteDocuments
}

/** Whether an API is available, as the condition of its APIService says it. */
export interface Availability {
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

const PASSED: Availability = { status: 'True', reason: 'Passed', message: 'all checks passed' }

/** Passes requests on to other servers in the name of their users. */
export class Aggregation {
  readonly #parts: AggregationParts
  /** By the name of the APIService. */
  readonly #servers = new Map<string, RemoteServer>()
  readonly #open = new OpenRequests()
  /** Each ends a watch, or a connection after an upgrade. */
  readonly #streams = new Set<() => void>()

  constructor(parts: AggregationParts) {
    this.#parts = parts
  }

  async respond(context: RequestContext, service: RemoteService): Promise<void> {
    const { name, unavailable } = service
    if (unavailable !== undefined) throw notAvailable(service, unavailable)
    const path = upstreamPath(context.request.url ?? '/')
    const { connections } = this.#serverOf(service)
    let isConnected = false
    const request = () =>
      connections.use((upstream) => {
        isConnected = true
        return this.#forward(context, name, upstream, path)
      })
    await this.#open.run(name, request, `the API service ${name}`).catch((error: Error) => {
      throw isConnected || error instanceof ApiError ? error : notAvailable(service, error.message)
    })
  }

  async #forward(context: RequestContext, name: string, upstream: Upstream, path: string): Promise<void> {
    if (!context.isOpen) return
    const step = context.trace?.beginCall('forward', { name })
    const exchange = new ContextExchange(context, 0, step?.headers)
    const { endStream } = context
    if (context.isLongRunning && endStream !== undefined) this.#streams.add(endStream)
    const headers = headersFor(exchange, frontProxyHeaders(exchange.user)).filter(
      ([header]) => header.startsWith('X-Remote-') || !this.#parts.namesUser(header),
    )
    const place = { server: upstream.server, path, unaccepted: UNACCEPTED }
    const answer = (response: ResponseHead) => headersFrom(response, exchange, place)
    try {
      await forward(exchange, { upstream, path, headers, answer, failed, headMs: headTime(path) })
    } finally {
      if (endStream !== undefined) this.#streams.delete(endStream)
      exchange.close()
      step?.end()
    }
  }

  /** Whether the server responds to the path of its API. Never rejects. */
  async check(service: RemoteService): Promise<Availability> {
    try {
      const { connections } = this.#serverOf(service)
      await connections.use((upstream) => readDocument(upstream, pathOf(service)))
      return PASSED
    } catch (error) {
      if (error instanceof ServiceUnreachable) {
        return { status: 'False', reason: error.reason, message: error.condition }
      }
      const { message } = error as Error
      const reason = 'FailedDiscoveryCheck'
      return { status: 'False', reason, message: `failing or missing response: ${message}` }
    }
  }

  documentsOf(service: RemoteService): Pick<RemoteVersion, 'discovery' | 'openApiV2' | 'openApiV3'> {
    const { documents } = this.#serverOf(service)
    const isAvailable = service.unavailable === undefined
    return {
      discovery: () => documents.discovery(isAvailable),
      openApiV2: () => documents.openApiV2(isAvailable),
      openApiV3: () => documents.openApiV3(isAvailable),
    }
  }

  async deleteIn(
    namespace: string,
    service: RemoteService,
    remaining: RemainingContent,
    mayDelete: () => boolean,
  ): Promise<void> {
    await deleteContent(service, this.#serverOf(service), namespace, remaining, mayDelete)
  }

  /** Other requests may end by themselves. */
  endStreams(): void {
    for (const end of this.#streams) end()
  }

  /** The APIService is gone, or leads elsewhere. */
  release(name: string): void {
    this.#servers.get(name)?.connections.close()
    this.#servers.delete(name)
  }

  close(): void {
    for (const name of this.#servers.keys()) this.release(name)
  }

  #serverOf(service: RemoteService): RemoteServer {
    const known = this.#servers.get(service.name)
    if (known !== undefined && isSameServer(known.service, service)) return known
    this.release(service.name)
    const connections = new RemoteConnections(service, this.#parts)
    const documents = new RemoteDocuments(service, connections, this.#parts.clock)
    const server = { service, connections, documents }
    this.#servers.set(service.name, server)
    return server
  }
}

function notAvailable({ name }: RemoteService, why: string): ApiError {
  return serviceUnavailable(`the API service ${name} is not available: ${why}`)
}

const UNACCEPTED = 'the other server does not accept the certificate of this front proxy'

const failed = ({ message }: Error): ApiError =>
  serviceUnavailable(`error trying to reach service: ${message}`)
