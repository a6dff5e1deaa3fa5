import { badRequest, forbidden } from '#meta/api-error.js'
import type { AllowedOrigins } from './allowed-origins.js'
import type { HttpRequest } from './exchange.js'
import { type HostNames, hostOf, isLoopbackHost } from './host-names.js'

/** How much of a header is repeated in an error. */
const QUOTED = 100
/** How many spellings of the server's own hosts are memoized. Clients use one or two. */
const REMEMBERED = 64
const SLASH = 47
const ABSOLUTE = /^https?:\/\/([^/?#@]+)([/?].*)?$/i

export interface RequestChecksOptions {
  /** The hosts that may be named in requests besides those of this machine; undefined when any may. */
  readonly hosts: HostNames | undefined
  /** Paths of pages that people may come to by a link on another site. */
  readonly pages: readonly string[]
  /** Other sites whose pages may send requests; none when left out. */
  readonly origins?: AllowedOrigins | undefined
}

/**
 * Why a request that is valid HTTP is rejected, before what it asks for is looked at.
 *
 * There is no authentication, so every client that reaches the server may do everything. A browser on the same machine
 * reaches it, and does so on behalf of any page that it shows. Two things protect from that:
 *
 * - What a browser marks as sent by a page of another site is rejected, reads too: `Sec-Fetch-Site`, which today's
 *   browsers send with every request, or else `Origin`. No page can set these. Clients that are no browsers send
 *   neither.
 * - A page can make a name of its own mean this machine once it is loaded, and is then on the same site as the server.
 *   So the name in `Host` must be one that no other party controls.
 */
export class RequestChecks {
  readonly #hosts: HostNames | undefined
  readonly #pages: ReadonlySet<string>
  readonly #origins: AllowedOrigins | undefined
  /** Texts of `Host` that have passed. */
  readonly #passed = new Set<string>()

  constructor({ hosts, pages, origins }: RequestChecksOptions) {
    this.#hosts = hosts
    this.#origins = origins
    this.#pages = new Set(pages)
  }

  /** Throws an `ApiError` when the request is not to be taken. */
  check(request: HttpRequest): void {
    if (countHosts(request.rawHeaders) > 1) throw badRequest('the request has more than one Host header')
    const { headers } = request
    if (headers.host === undefined && request.httpVersion >= '1.1') {
      throw badRequest('the request has no Host header')
    }
    readAbsoluteForm(request)
    const { host } = headers
    if (host !== undefined && !this.#passed.has(host)) this.#checkHost(host, request)
    // Of a page of another site it depends on the path what it may have.
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
   * Whether a page was loaded from this server: from the very host and port that are asked now or, where a proxy says
   * another host than the browser did, from one that is allowed by name.
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
   * Whether a person follows a link to one of the pages that are there to be read. The page that has the link is not
   * shown the answer, and everything that the page itself asks for comes from its own site. To a place in the API no
   * page of another site has a reason to lead, and what opens it as part of itself (in a frame) is not a person either.
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

/** The address of this machine that the client has connected to, in the form in which hosts are compared. */
function localAddress({ socket, transport = socket }: { socket: object; transport?: object }) {
  const { localAddress: address = '' } = transport as { localAddress?: string | undefined }
  // A server for both versions of IP sees addresses of version 4 within those of version 6.
  const plain = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
  return hostOf(plain.includes(':') ? `[${plain}]` : plain)
}

/**
 * Brings a target in absolute form, as clients of a proxy send it (`GET http://host/path`), into the usual form. Its
 * authority takes the place of the `Host` header, as HTTP demands. Throws `badRequest`.
 */
function readAbsoluteForm(request: HttpRequest): void {
  const { url = '/', method } = request
  if (url.charCodeAt(0) === SLASH || (url === '*' && method === 'OPTIONS')) return
  const [, authority, rest = '/'] = ABSOLUTE.exec(url) ?? []
  if (authority === undefined) throw badRequest('the target of the request is neither a path nor an http URL')
  request.headers.host = authority
  request.url = rest.startsWith('?') ? `/${rest}` : rest
}

/** `request.headers` has the first of them only. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

const quote = (text: string) => JSON.stringify(text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text)
