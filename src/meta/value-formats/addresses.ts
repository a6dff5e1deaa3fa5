import { isIPv4 as isDotted, isIP } from 'node:net'

/** Whether text is an address that is written with dots; addresses within IPv6 count too, as `::ffff:1.2.3.4`. */
export function isIpv4(text: string): boolean {
  return text.includes('.') && isAddress(text)
}

export function isIpv6(text: string): boolean {
  return text.includes(':') && isAddress(text)
}

/** Without a zone. */
function isAddress(text: string): boolean {
  return !text.includes('%') && isIP(text) !== 0
}

export function isCidr(text: string): boolean {
  const parts = /^([^/]+)\/(\d{1,9})$/.exec(text)
  if (parts === null || !isAddress(parts[1] as string)) return false
  return Number(parts[2]) <= (isDotted(parts[1] as string) ? 32 : 128)
}

const MAC = /^(?:[0-9a-f]{2}(?::[0-9a-f]{2})+|[0-9a-f]{2}(?:-[0-9a-f]{2})+|[0-9a-f]{4}(?:\.[0-9a-f]{4})+)$/i
/** Ethernet, EUI-64 and InfiniBand. */
const MAC_BYTES = [6, 8, 20]

export function isMac(text: string): boolean {
  return MAC.test(text) && MAC_BYTES.includes(text.replaceAll(/[:.-]/g, '').length / 2)
}

const HOST_CHARACTER = '[a-zA-Z0-9\\p{S}\\p{L}]'
const HOSTNAME = new RegExp(
  `^(?:${HOST_CHARACTER}(?:-?${HOST_CHARACTER}{0,62})?|(?:${HOST_CHARACTER}(?:[a-zA-Z0-9\\-\\p{S}\\p{L}]{0,61}${HOST_CHARACTER})?\\.)+${HOST_CHARACTER}(?:-?${HOST_CHARACTER}){1,62})$`,
  'u',
)
const MAX_HOSTNAME_LENGTH = 255
const MAX_LABEL_LENGTH = 63

/** Whether text is the name of a host. The lengths count in bytes. */
export function isHostname(text: string): boolean {
  if (text.length > MAX_HOSTNAME_LENGTH || !HOSTNAME.test(text)) return false
  if (Buffer.byteLength(text) > MAX_HOSTNAME_LENGTH) return false
  return text.split('.').every((label) => Buffer.byteLength(label) <= MAX_LABEL_LENGTH)
}

const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/
// biome-ignore lint/suspicious/noControlCharactersInRegex: an address with control characters is none
const CONTROL = /[\x00-\x1f\x7f]/
const HOST = /^(?:[a-zA-Z0-9\-_.~!$&'()*+,;=:[\]<>"\x80-\u{10ffff}]|%[89a-fA-F][0-9a-fA-F]|%25)*$/u
const USER = /^[a-zA-Z0-9\-._:~!$&'()*+,;=%@]*$/
const BROKEN_ESCAPE = /%(?![0-9a-fA-F]{2})/

/** Whether text can stand in the first line of a request: an absolute URI, or the path of one. */
export function isRequestUri(text: string): boolean {
  if (text === '' || CONTROL.test(text) || text.startsWith(':')) return false
  if (text === '*') return true
  const scheme = SCHEME.exec(text)?.[0]
  const rest = (scheme === undefined ? text : text.slice(scheme.length)).split('?', 1)[0] as string
  if (!rest.startsWith('/')) return scheme !== undefined
  if (scheme === undefined || !rest.startsWith('//')) return !BROKEN_ESCAPE.test(rest)
  const slash = rest.indexOf('/', 2)
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash)
  return isAuthority(authority) && (slash < 0 || !BROKEN_ESCAPE.test(rest.slice(slash)))
}

function isAuthority(authority: string): boolean {
  const at = authority.lastIndexOf('@')
  const user = authority.slice(0, Math.max(at, 0))
  if (!USER.test(user) || BROKEN_ESCAPE.test(user)) return false
  const host = authority.slice(at + 1)
  if (host.startsWith('[')) return /^\[[^\]]*\](?::\d*)?$/.test(host) && HOST.test(host)
  return !/:(?!\d*$)/.test(host) && HOST.test(host)
}

const ATOM_CHARACTER = "a-zA-Z0-9!#$%&'*+\\-/=?^_`{|}~\\u0080-\\u{10ffff}"
const ATOM = `[${ATOM_CHARACTER}]+`
const QUOTED = '"(?:[^"\\\\\\r\\n]|\\\\[^\\r\\n])*"'
const MAILBOX = new RegExp(
  `^[ \\t]*(?:${ATOM}(?:\\.${ATOM})*|${QUOTED})@(?:${ATOM}(?:\\.${ATOM})*|\\[[^\\[\\]\\\\\\r\\n]*\\])[ \\t]*$`,
  'u',
)
const DISPLAY_NAME = new RegExp(`^(?:[${ATOM_CHARACTER} \\t.]|${QUOTED})*$`, 'u')
/** Longer than any address may be, with a name before it. */
const MAX_EMAIL_LENGTH = 1000

/** Whether text is the address of one mailbox, with or without a name: `a@b.example`, `Ann <a@b.example>`. */
export function isEmail(text: string): boolean {
  if (text.length > MAX_EMAIL_LENGTH) return false
  const named = text.trimEnd()
  const start = named.endsWith('>') ? named.lastIndexOf('<') : -1
  if (start < 0) return MAILBOX.test(text)
  return DISPLAY_NAME.test(named.slice(0, start)) && MAILBOX.test(named.slice(start + 1, -1))
}
