import { X509Certificate } from 'node:crypto'
import type { RequestHeaderConfig } from './request-header-config.js'

/** What extension servers need to know of authentication, as the data of a ConfigMap. */
export type AuthenticationInfo = Readonly<Record<string, string>>

const CLIENT_CA = 'client-ca-file'
const PROXY_CA = 'requestheader-client-ca-file'
const ALLOWED_NAMES = 'requestheader-allowed-names'
const EXTRA_PREFIX = 'requestheader-extra-headers-prefix'
const HEADER_LISTS = [
  'requestheader-username-headers',
  'requestheader-uid-headers',
  'requestheader-group-headers',
] as const
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The CAs of users and of front proxies are in PEM, and empty for none. */
export function authenticationInfo(
  userCa: string,
  proxyCa: string,
  config: RequestHeaderConfig,
): AuthenticationInfo {
  const users = userCa === '' ? {} : { [CLIENT_CA]: userCa }
  if (proxyCa === '') return users
  return {
    ...users,
    [ALLOWED_NAMES]: JSON.stringify(config.requestHeaderAllowedNames),
    [PROXY_CA]: proxyCa,
    [EXTRA_PREFIX]: JSON.stringify(config.requestHeaderExtraHeadersPrefix),
    'requestheader-group-headers': JSON.stringify(config.requestHeaderGroupHeaders),
    'requestheader-uid-headers': JSON.stringify(config.requestHeaderUidHeaders),
    'requestheader-username-headers': JSON.stringify(config.requestHeaderUsernameHeaders),
  }
}

/**
 * The information of several servers: that of the store and that of this server. CA certificates that have expired are
 * left out of that of the store. Without allowed names of one server every name is allowed.
 */
export function combinedInfo(
  stored: AuthenticationInfo,
  own: AuthenticationInfo,
  now: number,
): AuthenticationInfo {
  const combined: Record<string, string> = { ...stored }
  for (const [key, value] of Object.entries(own)) {
    const before = stored[key]
    if (before === undefined) combined[key] = value
    else if (key === CLIENT_CA || key === PROXY_CA) combined[key] = combinedCertificates(before, value, now)
    else combined[key] = JSON.stringify(combinedNames(namesIn(before), namesIn(value), key === ALLOWED_NAMES))
  }
  return Object.fromEntries(Object.entries(combined).sort(([left], [right]) => (left < right ? -1 : 1)))
}

function combinedNames(
  stored: readonly string[] | undefined,
  own: readonly string[] = [],
  emptyIsAll: boolean,
): readonly string[] {
  if (stored === undefined) return own
  if (emptyIsAll && (stored.length === 0 || own.length === 0)) return []
  return [...new Set([...stored, ...own])]
}

/** Undefined for text that is no list of names. */
function namesIn(text: string): readonly string[] | undefined {
  try {
    const names: unknown = JSON.parse(text)
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : undefined
  } catch {
    return undefined
  }
}

/** The headers, in lower case, in which servers on the store take users from front proxies; prefixes end with `*`. */
export function publishedHeaders(info: AuthenticationInfo): readonly string[] {
  const { [EXTRA_PREFIX]: prefixes = '[]' } = info
  const names = HEADER_LISTS.flatMap((key) => namesIn(info[key] ?? '[]') ?? [])
  const open = (namesIn(prefixes) ?? []).map((prefix) => `${prefix}*`)
  return [...names, ...open].map((name) => name.trim().toLowerCase())
}

function combinedCertificates(stored: string, own: string, now: number): string {
  const kept = certificatesIn(stored).filter(({ validTo }) => Date.parse(validTo) > now)
  const seen = new Set(kept.map(({ fingerprint256 }) => fingerprint256))
  const added = certificatesIn(own).filter(({ fingerprint256 }) => !seen.has(fingerprint256))
  return [...kept, ...added].map(String).join('')
}

function certificatesIn(pem: string): readonly X509Certificate[] {
  return (pem.match(CERTIFICATE) ?? []).flatMap((block) => {
    try {
      return [new X509Certificate(block)]
    } catch {
      return []
    }
  })
}
