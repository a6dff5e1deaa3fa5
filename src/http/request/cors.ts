import type { IncomingHttpHeaders } from 'node:http'
import type { AllowedOrigins } from './allowed-origins.js'

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
/** Allowed request headers, besides those that browsers always allow. */
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
/** Response headers that pages may read, besides length and type. */
const EXPOSED =
  'Audit-Id, Date, ETag, Retry-After, Warning, X-Kubernetes-PF-FlowSchema-UID, X-Kubernetes-PF-PriorityLevel-UID'
/** How long a browser may cache a preflight response, in seconds. */
const MAX_AGE = '600'
/** A list of header names of limited length. */
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

/** CORS headers for allowed origins. `RequestChecks` rejects other sites earlier. */
export class Cors {
  readonly #origins: AllowedOrigins

  constructor(origins: AllowedOrigins) {
    this.#origins = origins
  }

  /** Adds CORS headers to all responses, and responds to preflight requests before all other handling. */
  around<Q extends CorsRequest, S extends CorsResponse, C>(
    handler: (request: Q, response: S, connection: C) => void | Promise<void>,
  ): typeof handler {
    return (request, response, connection) => {
      this.mark(request, response)
      return this.respondToPreflight(request, response) ? undefined : handler(request, response, connection)
    }
  }

  /** Sets the CORS headers of a response. */
  mark({ headers: { origin } }: CorsRequest, response: CorsResponse): void {
    // A response cached for one origin must not serve another.
    response.setHeader('Vary', 'Origin')
    if (origin === undefined || !this.#origins.has(origin)) return
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Allow-Credentials', 'true')
    response.setHeader('Access-Control-Expose-Headers', EXPOSED)
  }

  /** Responds to a preflight request, which browsers send without credentials. Returns whether it was one. */
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

/** Some names are open-ended, such as `Impersonate-Extra-*`: all requested headers are allowed. */
function allowedHeaders(asked: string | undefined): string {
  if (asked === undefined || asked.length > MAX_NAMES_LENGTH || !NAMES.test(asked)) return HEADERS.join(', ')
  const known = new Set(HEADERS.map((name) => name.toLowerCase()))
  const others = asked.split(/ *, */).filter((name) => !known.has(name.toLowerCase()))
  return [...HEADERS, ...others].join(', ')
}
