/** The parts of a URL as they are written. Absent parts are empty, except the user information. */
export interface UrlParts {
  readonly scheme: string
  readonly user: string | undefined
  /** With the port. */
  readonly host: string
  readonly query: string
  readonly fragment: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that no URL may have
const CONTROL = /[\u0000-\u001f\u007f]/
const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/
const USER = /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/
const OPTIONAL_PORT = /^(?::[0-9]*)?$/
/** An escape that is not one; in a host name only bytes beyond ASCII are escaped. */
const BAD_ESCAPE = /%(?![0-9a-fA-F]{2}).{0,2}/s
const BAD_HOST_ESCAPE = /%(?!25|[89a-fA-F][0-9a-fA-F]).{0,2}/s
const BAD_HOST_CHARACTER = /[^A-Za-z0-9\-_.~!$&'()*+,;=:[\]<>"%\u0080-\uffff]/

/** Reads a URL, or a reference relative to one, as Go's url.Parse does, with its error messages. */
export function urlParts(text: string): UrlParts | { readonly error: string } {
  const [beforeFragment, fragment] = cut(text, '#')
  const failure = (message: string, url = beforeFragment) => ({
    error: `parse ${JSON.stringify(url)}: ${message}`,
  })
  if (CONTROL.test(beforeFragment)) return failure('net/url: invalid control character in URL')
  if (beforeFragment.startsWith(':')) return failure('missing protocol scheme')
  const scheme = SCHEME.exec(beforeFragment)?.[1]
  const rest = beforeFragment.slice(scheme === undefined ? 0 : scheme.length + 1)
  const [beforeQuery, query] = cut(rest, '?')
  const parts = { scheme: scheme?.toLowerCase() ?? '', user: undefined, host: '', query, fragment }
  if (!beforeQuery.startsWith('/')) {
    if (scheme !== undefined) return parts
    if (cut(beforeQuery, '/')[0].includes(':')) {
      return failure('first path segment in URL cannot contain colon')
    }
  }
  const hasAuthority =
    beforeQuery.startsWith('//') && (scheme !== undefined || !beforeQuery.startsWith('///'))
  const slash = hasAuthority ? beforeQuery.indexOf('/', 2) : 0
  const authority = hasAuthority ? beforeQuery.slice(2, slash < 0 ? undefined : slash) : ''
  const at = authority.lastIndexOf('@')
  const [user, host] = [at < 0 ? undefined : authority.slice(0, at), authority.slice(at + 1)]
  const error =
    hostError(host) ??
    (user !== undefined && !USER.test(user) ? 'net/url: invalid userinfo' : undefined) ??
    escapeError(user ?? '') ??
    escapeError(slash < 0 ? '' : beforeQuery.slice(slash))
  if (error !== undefined) return failure(error)
  const fragmentError = escapeError(fragment)
  if (fragmentError !== undefined) return failure(fragmentError, text)
  return { ...parts, user, host }
}

function cut(text: string, separator: string): readonly [before: string, after: string] {
  const at = text.indexOf(separator)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

function hostError(host: string): string | undefined {
  const isLiteral = host.startsWith('[')
  const end = isLiteral ? host.lastIndexOf(']') : host.lastIndexOf(':') - 1
  if (isLiteral && end < 0) return "missing ']' in host"
  const port = end < -1 ? '' : host.slice(end + 1)
  if (!OPTIONAL_PORT.test(port)) return `invalid port ${JSON.stringify(port)} after host`
  const wrong = BAD_HOST_ESCAPE.exec(host)?.[0]
  if (wrong !== undefined) return `invalid URL escape ${JSON.stringify(wrong)}`
  const character = BAD_HOST_CHARACTER.exec(host)?.[0]
  return character === undefined ? undefined : `invalid character ${JSON.stringify(character)} in host name`
}

function escapeError(text: string): string | undefined {
  const wrong = BAD_ESCAPE.exec(text)?.[0]
  return wrong === undefined ? undefined : `invalid URL escape ${JSON.stringify(wrong)}`
}
