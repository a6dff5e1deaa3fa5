import type { HeaderList } from '#registry/subresources/connect.js'

/** Headers of one connection, which a proxy does not pass on (RFC 9110, 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/**
 * Headers about the client and its relation to this server. The other server must neither see the client's credentials, nor
 * take from the client what only a trusted proxy may say.
 */
const CLIENT_ONLY: ReadonlySet<string> = new Set([
  'authorization',
  'content-length',
  'cookie',
  'expect',
  'forwarded',
  'host',
  'origin',
  'referer',
  'x-real-ip',
])
const CLIENT_PREFIXES = [':', 'impersonate-', 'proxy-', 'sec-fetch-', 'x-forwarded-', 'x-remote-']

/** Headers with which another server could change how browsers treat this server. */
const SERVER_ONLY: ReadonlySet<string> = new Set([
  'alt-svc',
  'clear-site-data',
  'content-security-policy',
  'date',
  'nel',
  'public-key-pins',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'set-cookie2',
  'strict-transport-security',
  'www-authenticate',
])
const SERVER_PREFIXES = ['access-control-', 'proxy-']

/**
 * What another server sends must not act in the name of this one: browsers give its pages no origin, and take no other
 * type for a script.
 */
const PROTECTION: HeaderList = [
  ['Content-Security-Policy', 'sandbox'],
  ['X-Content-Type-Options', 'nosniff'],
]

/** Begins a WebSocket protocol with which browsers send a token, as they cannot set headers. */
const TOKEN_PROTOCOL = /^base64url\.bearer\.authorization\.k8s\.io\./i

/** The headers of a client's request that a proxy passes on. */
export const requestHeaders = (rawHeaders: readonly string[]): HeaderList =>
  endToEnd(rawHeaders).flatMap((header) => {
    const [name, value] = header
    const key = name.toLowerCase()
    // Some servers take `_` for `-`.
    if (isOf(key.replaceAll('_', '-'), CLIENT_ONLY, CLIENT_PREFIXES)) return []
    if (key !== 'sec-websocket-protocol') return [header]
    const kept = value.split(',').filter((protocol) => !TOKEN_PROTOCOL.test(protocol.trim()))
    return kept.length === 0 ? [] : [[name, kept.join(',').trim()] as const]
  })

/** The headers of another server's response that a proxy passes on. */
export const responseHeaders = (rawHeaders: readonly string[]): HeaderList =>
  endToEnd(rawHeaders).filter(([name]) => !isOf(name.toLowerCase(), SERVER_ONLY, SERVER_PREFIXES))

/** The headers of a response that browsers may show. */
export const protectedHeaders = (headers: HeaderList): HeaderList => [
  ...headers.filter(([name]) => name.toLowerCase() !== 'x-content-type-options'),
  ...PROTECTION,
]

/** All headers except those of the connection, and those that its `Connection` header names. */
export function endToEnd(rawHeaders: readonly string[]): HeaderList {
  const pairs: (readonly [string, string])[] = []
  const named = new Set<string>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    const value = rawHeaders[index + 1] ?? ''
    if (name.toLowerCase() === 'connection') {
      for (const one of value.split(',')) named.add(one.trim().toLowerCase())
    }
    pairs.push([name, value])
  }
  // Content-Length frames the message, whatever Connection says.
  named.delete('content-length')
  return pairs.filter(([name]) => {
    const key = name.toLowerCase()
    return !HOP_BY_HOP.has(key) && !named.has(key)
  })
}

const isOf = (name: string, names: ReadonlySet<string>, prefixes: readonly string[]) =>
  names.has(name) || prefixes.some((prefix) => name.startsWith(prefix))

/**
 * The `Location` of another server as clients of the proxy see it; undefined if it is not at that server. `url` is the
 * requested URL, `server` the URL of that server, `base` the path of the proxy.
 */
export function rewrittenLocation(
  location: string,
  url: string,
  server: string,
  base: string,
): string | undefined {
  if (!URL.canParse(location, url)) return undefined
  const { origin, pathname, search, hash } = new URL(location, url)
  const { origin: own, pathname: top } = new URL(server)
  const root = top.replace(/\/$/, '')
  if (origin !== own || !`${pathname}/`.startsWith(`${root}/`)) return undefined
  return base + pathname.slice(root.length) + search + hash
}
