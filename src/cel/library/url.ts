import { traverses } from '#cel/cost/models.js'
import { BOOL, listOf, mapOf, opaque, STRING } from '#cel/types.js'
import { ArrayList, EntryMap } from '#cel/values/collections.js'
import { Failure } from '#cel/values/failure.js'
import { OpaqueValue } from '#cel/values/values.js'
import { declare, type FunctionDeclaration, member, overload } from './declaration.js'
import { parseUrl, queryValues, type UrlReference } from './url-reference.js'

/** URLs and their parts. */

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
