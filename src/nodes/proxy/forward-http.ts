import { Duplex, pipeline } from 'node:stream'
import { createDeflate, createGunzip, createGzip, createInflate } from 'node:zlib'
import { type ApiError, serviceUnavailable } from '#meta/api-error.js'
import type { Connections, Target } from '#nodes/kubelets.js'
import { headerOf, type UpstreamResponse } from '#proxy/client/response.js'
import type { ResponseHead } from '#proxy/client/response-parser.js'
import { forward } from '#proxy/forward.js'
import { protectedHeaders, requestHeaders, responseHeaders } from '#proxy/forwarded-headers.js'
import { upstreamPath } from '#proxy/upstream-path.js'
import type { ConnectExchange, HeaderList } from '#registry/subresources/connect.js'
import { HtmlRewriter } from './html-rewriter.js'
import { type RewrittenPlace, rewrittenUrl } from './rewrite-url.js'

const unreachable = ({ message }: Error): ApiError =>
  serviceUnavailable(`error trying to reach service: ${message}`)

/** Passes a request on to a server below the path of a proxy. */
export async function forwardHttp(
  exchange: ConnectExchange,
  target: Target,
  connections: Connections,
  connectMs: number | undefined,
): Promise<void> {
  const { base, rest, method, upgrade, clientAddress } = exchange
  const mark = rest.indexOf('?')
  // Relative links need a path that ends with a slash.
  if (upgrade === undefined && (rest === '' || mark === 0) && (method === 'GET' || method === 'HEAD')) {
    const headers: HeaderList = [
      ['Location', `${base}/${rest}`],
      ['Content-Length', '0'],
    ]
    exchange.respondWhole(301, headers, Buffer.alloc(0))
    return
  }
  const path = upstreamPath(rest)
  const { protocol, host, hostname, port } = new URL(target.access.server)
  const explicit = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  const place = { hosts: new Set([host, explicit]), base }
  const own: (readonly [string, string])[] = [
    ['X-Forwarded-Uri', base + (mark < 0 ? rest : rest.slice(0, mark))],
  ]
  if (clientAddress !== undefined) own.push(['X-Forwarded-For', clientAddress])
  await connections.use(target, unreachable, (upstream) =>
    forward(exchange, {
      upstream,
      path,
      headers: [...requestHeaders(exchange.rawHeaders), ...own],
      answer: (response) => responseOf(response, place),
      transform: (response) => transformOf(response, place),
      failed: unreachable,
      connectMs,
      headMs: undefined,
    }),
  )
}

function responseOf(response: ResponseHead, place: RewrittenPlace): HeaderList {
  const isRewritten = isHtml(response)
  const headers = responseHeaders(response.rawHeaders).flatMap(([name, value]) => {
    const key = name.toLowerCase()
    if (key === 'location') return [[name, rewrittenUrl(value, place)] as const]
    // The length of the rewritten page is not known.
    return key === 'content-length' && isRewritten ? [] : [[name, value] as const]
  })
  return protectedHeaders(headers)
}

/** A redirect is not rewritten, as its page is not shown. */
function isHtml({ rawHeaders, statusCode }: ResponseHead): boolean {
  const type = headerOf(rawHeaders, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase()
  const hasBody = statusCode !== 101 && statusCode !== 204 && statusCode !== 304
  return (
    hasBody &&
    type === 'text/html' &&
    headerOf(rawHeaders, 'location') === undefined &&
    codingOf(rawHeaders) !== undefined
  )
}

function codingOf(rawHeaders: readonly string[]): '' | 'gzip' | 'deflate' | undefined {
  const coding = headerOf(rawHeaders, 'content-encoding')?.trim().toLowerCase() ?? ''
  return coding === '' || coding === 'gzip' || coding === 'deflate' ? coding : undefined
}

function transformOf(response: UpstreamResponse, place: RewrittenPlace): Duplex | undefined {
  // Nothing, as for HEAD, is not what a decompressor takes for an empty page.
  if (!isHtml(response) || response.whole?.length === 0) return undefined
  const rewriter = new HtmlRewriter((url) => rewrittenUrl(url, place))
  const coding = codingOf(response.rawHeaders)
  if (coding === '') return rewriter
  const [writable, readable] =
    coding === 'gzip' ? [createGunzip(), createGzip()] : [createInflate(), createDeflate()]
  pipeline(writable, rewriter, readable, () => undefined)
  return Duplex.from({ writable, readable })
}
