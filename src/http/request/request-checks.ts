import { badRequest, forbidden } from '#meta/api-error.js'
import type { AllowedOrigins } from './allowed-origins.js'
import type { HttpRequest } from './exchange.js'
import { type HostNames, hostOf, isLoopbackHost } from './host-names.js'

/** How much of a header an error message quotes. */
const QUOTED = 100
/** How many spellings of the server's hosts are cached. Clients use one or two. */
const REMEMBERED = 64
const SLASH = 47
const ABSOLUTE = /^https?:\/\/([^/?#@]+)([/?].*)?$/i

export interface RequestChecksOptions {
  /** The allowed hosts besides loopback; undefined for any host. */
  readonly hosts: HostNames | undefined
  /** Pages that may be opened by a link on another site. */
  readonly pages: readonly string[]
  /** Other sites whose pages may send requests; none by default. */
  readonly origins?: AllowedOrigins | undefined
}

/**
 * Rejects valid HTTP requests that may be forged by a web page.
 *
 * Without authentication every client that reaches the server may do everything. A browser on the same machine reaches
 * it on behalf of any page. Two checks protect against that:
 *
 * - Cross-site requests are rejected, reads too. Browsers mark them with `Sec-Fetch-Site` or `Origin`, which no page can
 *   set. Other clients send neither.
 * - A page can rebind its own DNS name to this machine, and is then same-site with the server. So the `Host` must be a
 *   name that no other party controls.
 */
export class RequestChecks {
  readonly #hosts: HostNames | undefined
  readonly #pages: ReadonlySet<string>
  readonly #origins: AllowedOrigins | undefined
  /** `Host` values that have passed. */
  readonly #passed = new Set<string>()

  constructor({ hosts, pages, origins }: RequestChecksOptions) {
    this.#hosts = hosts
    this.#origins = origins
    this.#pages = new Set(pages)
  }

  /** Throws an `ApiError` to reject the request. */
  check(request: HttpRequest): void {
    if (countHosts(request.rawHeaders) > 1) throw badRequest('the request has more than one Host header')
    const { headers } = request
    if (headers.host === undefined && request.httpVersion >= '1.1') {
      throw badRequest('the request has no Host header')
    }
    readAbsoluteForm(request)
    const { host } = headers
    if (host !== undefined && !this.#passed.has(host)) this.#checkHost(host, request)
    // Requests from pages of other sites depend on the path.
    if (headers['sec-fetch-site'] !== undefined || headers.origin !== undefined) this.#checkSite(request)
  }

  #checkHost(authority: string, request: HttpRequest): void {
    const host = hostOf(authority)
    if (host === undefined) throw badRequest(`the Host header ${quote(authority)} is not a host`)
    const isOwn = isLoopbackHost(host) || host === localAddress(request)
    if (this.#hosts !== undefined && !isOwn && !this.#hosts.has(host)) {
      throw forbidden(
        `the server is not known as ${quote(host)}: it has to be started with --allowed-hosts ${host.slice(0, QUOTED)}`,
      )
    }
    if (this.#passed.size >= REMEMBERED) this.#passed.clear()
    this.#passed.add(authority)
  }

  #checkSite(request: HttpRequest): void {
    const { headers } = request
    const { origin } = headers
    const site = headers['sec-fetch-site']
    const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
    if (isOwnSite && (origin === undefined || this.#isOwnOrigin(origin, headers.host))) return
    if (origin === undefined ? this.#isLink(request) : this.#origins?.has(origin)) return
    const sender = origin === undefined || origin === 'null' ? '' : ` (${quote(origin)})`
    throw forbidden(`the request was sent by a page of another site${sender}, and such requests are refused`)
  }

  /**
   * Whether a page is from this server: the origin equals the requested host and port or, behind a proxy that changes
   * the host, names an allowed host.
   */
  #isOwnOrigin(origin: string, authority: string | undefined): boolean {
    if (!URL.canParse(origin)) return false
    const { protocol, host } = new URL(origin)
    if (protocol !== 'http:' && protocol !== 'https:') return false
    if (authority !== undefined && URL.canParse(`${protocol}//${authority}`)) {
      if (host === new URL(`${protocol}//${authority}`).host) return true
    }
    const name = hostOf(host)
    return name !== undefined && this.#hosts?.names(name) === true
  }

  /**
   * Whether a person follows a link to one of the pages. The linking page does not see the response. API paths and
   * frames are excluded: no link of another site has a reason to open them.
   */
  #isLink({ method, headers, url = '' }: HttpRequest): boolean {
    return (
      (method === 'GET' || method === 'HEAD') &&
      headers['sec-fetch-mode'] === 'navigate' &&
      headers['sec-fetch-dest'] === 'document' &&
      this.#pages.has(url.split(/[?#]/, 1)[0]?.replace(/(.)\/$/, '$1') ?? '')
    )
  }
}

/** The normalized local address of the connection. */
function localAddress({ socket, transport = socket }: { socket: object; transport?: object }) {
  const { localAddress: address = '' } = transport as { localAddress?: string | undefined }
  // A dual-stack server sees IPv4 addresses as mapped IPv6 addresses.
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  return hostOf(plain.includes(':') ? `[${plain}]` : plain)
}

/**
 * Converts an absolute-form target (`GET http://host/path`), as proxy clients send it, to origin form. Its authority
 * replaces the `Host` header, as HTTP requires. Throws `badRequest`.
 */
function readAbsoluteForm(request: HttpRequest): void {
  const { url = '/', method } = request
  if (url.charCodeAt(0) === SLASH || (url === '*' && method === 'OPTIONS')) return
  const [, authority, rest = '/'] = ABSOLUTE.exec(url) ?? []
  if (authority === undefined) throw badRequest('the target of the request is neither a path nor an http URL')
  request.headers.host = authority
  request.url = rest.startsWith('?') ? `/${rest}` : rest
}

/** `request.headers` has only the first one. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

const quote = (text: string) => JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text)
