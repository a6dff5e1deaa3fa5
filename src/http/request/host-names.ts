import { isIPv4, isIPv6 } from 'node:net'

/** A name, an IPv4 address or an IPv6 address in brackets; optional port. */
const AUTHORITY = /^(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~-]+)(?::[0-9]{0,5})?$/
/** A name, or everything below a domain. */
const NAME_PATTERN = /^(\*\.)?[A-Za-z0-9_~-]+(\.[A-Za-z0-9_~-]+)*\.?$/

/** IPv4-mapped loopback addresses. */
const MAPPED_LOOPBACK = /^::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}$/

/** The normalized host of a `Host` header; undefined if it is invalid. */
export function hostOf(authority: string): string | undefined {
  const host = AUTHORITY.exec(authority)?.[1]
  return host === undefined ? undefined : comparable(host)
}

/** Lower case without the trailing dot; an IPv6 address in its shortest form without brackets. */
function comparable(host: string): string {
  const bare = host.startsWith('[') ? host.slice(1, -1) : host
  if (bare.includes(':') && isIPv6(bare)) return new URL(`http://[${bare}]`).hostname.slice(1, -1)
  const lower = bare.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

/** Whether a host is always this machine. `localhost` and its subdomains are never resolved elsewhere. */
export function isLoopbackHost(host: string): boolean {
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    (isIPv4(host) && host.startsWith('127.')) ||
    host === '::1' ||
    MAPPED_LOOPBACK.test(host)
  )
}

/** Whether the string is valid in a list of allowed hosts: a host without a port. */
export function isAllowableHost(text: string): boolean {
  return text === '*' || NAME_PATTERN.test(text) || isIPv6(text.replace(/^\[(.*)\]$/, '$1'))
}

/** Allowed hosts: `api.example.com`, all subdomains (`*.example.com`), or any host (`*`). */
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

  /** Whether a pattern other than `*` matches the host. */
  names(host: string): boolean {
    return this.#names.has(host) || this.#domains.some((domain) => host.endsWith(domain))
  }
}

/** A host in the syntax of URLs. */
export const hostInUrl = (address: string) => (address.includes(':') ? `[${address}]` : address)
