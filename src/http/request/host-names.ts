import { isIPv4, isIPv6 } from 'node:net'

/** A name, an IPv4 address or an IPv6 address in brackets; then perhaps a port. */
const AUTHORITY = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~-]+)(?::[0-9]{0,5})?$/
/** A name, or everything below a domain. */
const NAME_PATTERN = /^(\*\.)?[A-Za-z0-9_~-]+(\.[A-Za-z0-9_~-]+)*\.?$/

/** The loopback addresses of IPv4 as IPv6 writes them. */
const MAPPED_LOOPBACK = /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/

/** The host of a `Host` header, in the one form in which it is compared; undefined when it is none. */
export function hostOf(authority: string): string | undefined {
  const host = AUTHORITY.exec(authority)?.[1]
  return host === undefined ? undefined : comparable(host)
}

/** Lower case without the dot of the root; an IPv6 address in its shortest spelling, without brackets. */
function comparable(host: string): string {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host
  if (bare.includes(':') && isIPv6(bare)) return new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const lower = bare.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

/** Whether a host always means this machine. `localhost` and all below it are never looked up elsewhere. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    (isIPv4(host) && host.startsWith('127.')) ||
    host === '::1' ||
    MAPPED_LOOPBACK.test(host)
  )
}

/** Whether a text can stand in a list of allowed hosts: without a port, which does not matter. */
export function isAllowableHost(text: string): boolean {
  return text === '*' || NAME_PATTERN.test(text) || isIPv6(text.replace(/^\[(.*)\]$/, '$1'))
}

/** Hosts by name: `api.example.com`, everything below a domain (`*.example.com`), or all there are (`*`). */
export class HostNames {
  readonly #names = new Set<string>()
  readonly #domains: string[] = []
  readonly #all: boolean

  constructor(patterns: readonly string[]) {
    this.#all = patterns.includes('*')
    for (const pattern of patterns) {
      if (pattern.startsWith('*.')) this.#domains.push(comparable(pattern.slice(1)))
      else this.#names.add(comparable(pattern))
    }
  }

  has(host: string): boolean {
    return this.#all || this.names(host)
  }

  /** Whether the host is meant by more than the pattern for all. */
  names(host: string): boolean {
    return this.#names.has(host) || this.#domains.some((domain) => host.endsWith(domain))
  }
}

/** A host as it stands in a URL. */
export const hostInUrl = (address: string) => (address.includes(':') ? `[${address}]` : address)
