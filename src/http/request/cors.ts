import type { IncomingHttpHeaders } from 'node:http'
import type { AllowedOrigins } from './allowed-origins.js'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
/** What pages of other sites may send besides what a browser lets everyone send. */
const HEADERS = [
  'Accept',
  'Accept-Encoding',
  'Audit-Id',
  'Authorization',
  'Content-Length',
  'Content-Type',
  'If-Modified-Since',
  'If-None-Match',
  'Impersonate-Group',
  'Impersonate-Uid',
  'Impersonate-User',
  'X-Csrf-Token',
  'X-Requested-With',
]
/** The headers of a response that they may read, besides its length and type. */
const EXPOSED = 'Audit-Id, Date, ETag, Retry-After, Warning'
/** How long a browser need not ask again, in seconds. */
const MAX_AGE = '600'
/** Names of headers, in a list of sensible length. */
const NAMES = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+( *, *[A-Za-z0-9!#$%&'*+.^_`|~-]+)*$/
const MAX_NAMES_LENGTH = 1_000

interface CorsRequest {
  readonly method?: string | undefined
  readonly headers: IncomingHttpHeaders
}

interface CorsResponse {
  setHeader(name: string, value: string): unknown
  writeHead(code: number, headers: Readonly<Record<string, string | number>>): { end(): unknown }
}

/** Tells browsers which sites' pages may use the server. Other sites are rejected before, by `RequestChecks`. */
export class Cors {
  readonly #origins: AllowedOrigins

  constructor(origins: AllowedOrigins) {
    this.#origins = origins
  }

  /** Adds its headers to all responses, and responds to preflight requests before anything else sees them. */
  around<Q extends CorsRequest, S extends CorsResponse, C>(
    handler: (request: Q, response: S, connection: C) => void | Promise<void>,
  ): typeof handler {
    return (request, response, connection) => {
      this.mark(request, response)
      return this.respondToPreflight(request, response) ? undefined : handler(request, response, connection)
    }
  }

  /** Says in the headers of the response whether a page may read it. */
  mark({ headers: { origin } }: CorsRequest, response: CorsResponse): void {
    // A response that is cached for one site is not for another.
    response.setHeader('Vary', 'Origin')
    if (origin === undefined || !this.#origins.has(origin)) return
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Allow-Credentials', 'true')
    response.setHeader('Access-Control-Expose-Headers', EXPOSED)
  }

  /**
   * Answers a browser that asks what a page may send, which a browser does without credentials. Returns whether the request
   * was such a question.
   */
  respondToPreflight({ method, headers }: CorsRequest, response: CorsResponse): boolean {
    const { origin } = headers
    if (method !== 'OPTIONS' || origin === undefined || !this.#origins.has(origin)) return false
    if (headers['access-control-request-method'] === undefined) return false
    response.setHeader('Access-Control-Allow-Methods', METHODS)
    response.setHeader(
      'Access-Control-Allow-Headers',
      allowedHeaders(headers['access-control-request-headers']),
    )
    response.setHeader('Access-Control-Max-Age', MAX_AGE)
    response.writeHead(204, {}).end()
    return true
  }
}

/** Names such as those of extras that are impersonated are not known before: whatever is asked for is allowed. */
function allowedHeaders(asked: string | undefined): string {
  if (asked === undefined || asked.length > MAX_NAMES_LENGTH || !NAMES.test(asked)) return HEADERS.join(', ')
  const known = new Set(HEADERS.map((name) => name.toLowerCase()))
  const others = asked.split(/ *, */).filter((name) => !known.has(name.toLowerCase()))
  return [...HEADERS, ...others].join(', ')
}
