/**
 * URLs as the target of a request would be written: absolute, or a path from the root. What is a fragment elsewhere is a
 * part of the path or the query here.
 */
export interface UrlReference {
  readonly scheme: string
  /** With the port, if there is one. */
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly escapedPath: string
  readonly query: string
}

const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/
const HOST =
  /^(?:\[[0-9a-fA-F:.]+(?:%25[^\]]*)?\]|(?:[^:[\]/?#<>"\\^`{|}%\s]|%[89a-fA-F][0-9a-fA-F])*)(?::([0-9]*))?$/
/** The characters that a path may hold as they are, and escapes. */
const ESCAPED_PATH = /^(?:[A-Za-z0-9\-_.~$&+,/:;=@!'()*[\]]|%[0-9a-fA-F]{2})*$/
const BAD_ESCAPE = /%(?![0-9a-fA-F]{2})/
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that no URL may have
const CONTROL = /[\u0000-\u001f\u007f]/

export function parseUrl(text: string): UrlReference | undefined {
  if (text === '' || CONTROL.test(text)) return undefined
  const scheme = SCHEME.exec(text)?.[1]
  if (scheme === undefined && !text.startsWith('/')) return undefined
  const rest = scheme === undefined ? text : text.slice(scheme.length + 1)
  const question = rest.indexOf('?')
  const query = question < 0 ? '' : rest.slice(question + 1)
  const beforeQuery = question < 0 ? rest : rest.slice(0, question)
  const name = scheme?.toLowerCase() ?? ''
  // What follows the scheme without a slash has no parts.
  if (!beforeQuery.startsWith('/')) {
    return { scheme: name, host: '', hostname: '', port: '', escapedPath: '', query }
  }
  const hasAuthority =
    beforeQuery.startsWith('//') && (scheme !== undefined || !beforeQuery.startsWith('///'))
  if (!hasAuthority) return withPath({ scheme: name, host: '', hostname: '', port: '', query }, beforeQuery)
  const slash = beforeQuery.indexOf('/', 2)
  const authority = beforeQuery.slice(2, slash < 0 ? undefined : slash)
  const host = authority.slice(authority.lastIndexOf('@') + 1)
  const match = HOST.exec(host)
  if (!match) return undefined
  const port = match[1] ?? ''
  const hostname = match[1] === undefined ? host : host.slice(0, -port.length - 1)
  const path = slash < 0 ? '' : beforeQuery.slice(slash)
  return withPath({ scheme: name, host, hostname: hostname.replace(/^\[(.*)\]$/, '$1'), port, query }, path)
}

function withPath(url: Omit<UrlReference, 'escapedPath'>, path: string): UrlReference | undefined {
  if (BAD_ESCAPE.test(path)) return undefined
  if (ESCAPED_PATH.test(path)) return { ...url, escapedPath: path }
  const escapedPath = Buffer.from(unescaped(path) ?? '', 'utf8').reduce((text, byte) => {
    const character = String.fromCharCode(byte)
    return text + (/[A-Za-z0-9\-_.~$&+,/:;=@]/.test(character) ? character : escapeByte(byte))
  }, '')
  return { ...url, escapedPath }
}

const escapeByte = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`

function unescaped(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/** The values of a query by their names. Pairs that are not well written are left out. */
export function queryValues(query: string): Map<string, string[]> {
  const values = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '' || pair.includes(';')) continue
    const equals = pair.indexOf('=')
    const name = unescaped((equals < 0 ? pair : pair.slice(0, equals)).replaceAll('+', ' '))
    const value = unescaped((equals < 0 ? '' : pair.slice(equals + 1)).replaceAll('+', ' '))
    if (name === undefined || value === undefined) continue
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  return values
}
