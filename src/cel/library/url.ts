import { traverses } from '#cel/cost/models.js'
import { BOOL, listOf, mapOf, opaque, STRING } from '#cel/types.js'
import { ArrayList, EntryMap } from '#cel/values/collections.js'
import { Failure } from '#cel/values/failure.js'
import { OpaqueValue } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, member, overload } from './declaration.js'

/** URLs as request targets: absolute, or a path from the root. A fragment is part of the path or the query here. */
export interface UrlReference {
  readonly scheme: string
  /** With the port, if any. */
  readonly host: string
  readonly hostname: string
  readonly port: string
  readonly escapedPath: string
  readonly query: string
}

const SCHEME = /^([a-zA-Z][a-zA-Z0-9+.-]*):/
const HOST =
  /^(?:\[[0-9a-fA-F:.]+(?:%25[^\]]*)?\]|(?:[^:[\]/?#<>"\\^`{|}%\s]|%[89a-fA-F][0-9a-fA-F])*)(?::([0-9]*))?$/
/** The characters that a path may contain unescaped, and escapes. */
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
  // An opaque URL has no parts.
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

/** The query parameters by name. Skips malformed pairs. */
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

const URL_TYPE = opaque('kubernetes.URL')

class Url extends OpaqueValue {
  override readonly type = URL_TYPE
  readonly text: string
  readonly parts: UrlReference

  constructor(text: string, parts: UrlReference) {
    super()
    this.text = text
    this.parts = parts
  }

  override equals(other: OpaqueValue): boolean {
    return other instanceof Url && other.text === this.text
  }
}

function urlOf(text: string): Url {
  const parts = parseUrl(text)
  if (!parts) {
    throw new Failure(
      `URL parse error during conversion from string: parse ${JSON.stringify(text)}: invalid URI for request`,
    )
  }
  return new Url(text, parts)
}

const getter = (name: string, part: keyof UrlReference) =>
  declare(
    name,
    member([URL_TYPE], STRING, ({ parts }: Url) => parts[part]),
  )

const query = ({ parts }: Url) =>
  new EntryMap([...queryValues(parts.query)].map(([name, values]) => [name, new ArrayList(values)]))

export const urls: readonly FunctionDeclaration[] = [
  declare('url', overload([STRING], URL_TYPE, urlOf, traverses())),
  declare(
    'isURL',
    overload([STRING], BOOL, (text: string) => parseUrl(text) !== undefined),
  ),
  getter('getScheme', 'scheme'),
  getter('getHost', 'host'),
  getter('getHostname', 'hostname'),
  getter('getPort', 'port'),
  getter('getEscapedPath', 'escapedPath'),
  declare('getQuery', member([URL_TYPE], mapOf(STRING, listOf(STRING)), query)),
]
