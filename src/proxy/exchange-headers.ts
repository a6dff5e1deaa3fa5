import { serviceUnavailable } from '#meta/api-error.js'
import type { ConnectExchange, HeaderList } from '#registry/subresources/connect.js'
import type { ResponseHead } from './client/response-parser.js'
import { protectedHeaders, requestHeaders, responseHeaders, rewrittenLocation } from './forwarded-headers.js'

/** Of the request to the other server, not of the client's. */
const OWN_HEADERS: ReadonlySet<string> = new Set(['audit-id', 'traceparent', 'tracestate'])

/** The headers of a client's request for another API server. `user` names the user there. */
export function headersFor(exchange: ConnectExchange, user: HeaderList): HeaderList {
  const { clientAddress, auditId, traceHeaders } = exchange
  return [
    ...requestHeaders(exchange.rawHeaders).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase())),
    ...Object.entries(traceHeaders ?? {}),
    ...user,
    ...(clientAddress === undefined ? [] : ([['X-Forwarded-For', clientAddress]] as const)),
    ...(auditId === undefined ? [] : ([['Audit-Id', auditId]] as const)),
  ]
}

/**
 * The headers of another API server's response for the client. `server` is the URL of that server, `path` the path there.
 * Throws `serviceUnavailable(unaccepted)` for a 401: the client would take it for its own credentials.
 */
export function headersFrom(
  response: ResponseHead,
  { base, auditId }: ConnectExchange,
  {
    server,
    path,
    unaccepted,
  }: { readonly server: string; readonly path: string; readonly unaccepted: string },
): HeaderList {
  if (response.statusCode === 401) throw serviceUnavailable(unaccepted)
  const url = server.replace(/\/$/, '') + path
  const headers = responseHeaders(response.rawHeaders).flatMap(([name, value]) => {
    const key = name.toLowerCase()
    if (key === 'audit-id' && auditId !== undefined) return []
    if (key !== 'location' && key !== 'content-location') return [[name, value] as const]
    const location = rewrittenLocation(value, url, server, base)
    return location === undefined ? [] : [[name, location] as const]
  })
  return protectedHeaders(headers)
}
