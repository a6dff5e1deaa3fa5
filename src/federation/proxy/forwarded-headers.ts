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
 * Headers about the client and its relation to this server. The member must neither see the client's credentials, nor
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

/** Headers with which a member could change how browsers treat this server. */
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

/** The headers of a client's request that a proxy passes on. */
export const requestHeaders = (rawHeaders: readonly string[]): HeaderList =>
  endToEnd(rawHeaders).filter(([name]) => !isOf(name.toLowerCase(), CLIENT_ONLY, CLIENT_PREFIXES))

/** The headers of a member's response that a proxy passes on. */
export const responseHeaders = (rawHeaders: readonly string[]): HeaderList =>
  endToEnd(rawHeaders).filter(([name]) => !isOf(name.toLowerCase(), SERVER_ONLY, SERVER_PREFIXES))

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
 * The `Location` of a member as clients of the proxy see it; undefined if it is not at the member. `url` is the
 * requested URL at the member, `server` the URL of the member, `base` the path of the proxy.
 */
export function rewrittenLocation(
  location: string,
  url: string,
  server: string,
  base: string,
): string | undefined {
  if (!URL.canParse(location, url)) return undefined
  const { origin, pathname, search, hash } = new URL(location, url)
  const member = new URL(server)
  const root = member.pathname.replace(/\/$/, '')
  if (origin !== member.origin || !`${pathname}/`.startsWith(`${root}/`)) return undefined
  return base + pathname.slice(root.length) + search + hash
}
