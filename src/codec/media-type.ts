/**
 * Media types: which ones are spoken here, and what a client's `Accept` and `Content-Type` headers ask for.
 *
 * Headers repeat: a client sends the same `Accept` with every request. So a header is parsed once and its
 * meaning is looked up from then on.
 */

/** The formats that bodies and answers can have, the preferred one first: it is what a wildcard gives. */
export const FORMATS = ['json', 'yaml'] as const
export type Format = (typeof FORMATS)[number]

export const JSON_TYPE = 'application/json'
export const YAML_TYPE = 'application/yaml'

/** The name of the API family in vendor media types, fixed by its clients. */
export const VENDOR = 'kubernetes'
export const PROTOBUF_TYPE = `application/vnd.${VENDOR}.protobuf`

export const MEDIA_TYPES: Readonly<Record<Format, string>> = { json: JSON_TYPE, yaml: YAML_TYPE }

/** What the refusal of a body in another format lists. */
export const BODY_TYPES: readonly string[] = [JSON_TYPE, YAML_TYPE, PROTOBUF_TYPE]

/** Every distinct header takes a place; when all are taken the cache starts afresh. */
const CACHED_HEADERS = 256
/** Longer headers are parsed each time, so that the cache holds at most 256 times this many characters. */
const CACHED_LENGTH = 512

/** Remembers what `parse` makes of a header. */
function cached(parse: (header: string) => Format | undefined): (header: string) => Format | undefined {
  const known = new Map<string, Format | undefined>()
  return (header) => {
    const format = known.get(header)
    if (format !== undefined || known.has(header)) return format
    const parsed = parse(header)
    if (header.length <= CACHED_LENGTH) {
      if (known.size >= CACHED_HEADERS) known.clear()
      known.set(header, parsed)
    }
    return parsed
  }
}

const parseAcceptOnce = cached(parseAccept)
const parseContentTypeOnce = cached(parseContentType)

/**
 * The format to answer in, or undefined when none of those that the client accepts is served.
 * The highest q wins; among equals a named type comes before a wildcard, then the order of appearance counts.
 */
export function negotiate(accept: string | undefined): Format | undefined {
  if (accept === undefined || accept === JSON_TYPE || accept === '*/*') return 'json'
  return parseAcceptOnce(accept)
}

/** The format of a body, or undefined when it is not one that can be read. */
export function contentFormat(contentType: string | undefined): Format | undefined {
  if (contentType === undefined || contentType === JSON_TYPE) return 'json'
  return parseContentTypeOnce(contentType)
}

const FORMATS_BY_TYPE: ReadonlyMap<string, Format> = new Map(
  FORMATS.map((format) => [MEDIA_TYPES[format], format]),
)

function parseAccept(header: string): Format | undefined {
  if (header.trim() === '') return 'json'
  const refused = new Set<Format>()
  let named: Format | undefined
  let namedQuality = 0
  let wildcardQuality = 0
  for (const entry of header.split(',')) {
    const { type, quality, transformed } = parseEntry(entry)
    if (transformed) continue
    const format = FORMATS_BY_TYPE.get(type)
    if (format !== undefined) {
      if (quality === 0) refused.add(format)
      else if (quality > namedQuality) {
        named = format
        namedQuality = quality
      }
    } else if (type === '*/*' || type === '*' || type === 'application/*') {
      wildcardQuality = Math.max(wildcardQuality, quality)
    }
  }
  return wildcardQuality > namedQuality ? FORMATS.find((format) => !refused.has(format)) : named
}

interface AcceptEntry {
  readonly type: string
  readonly quality: number
  /** Whether the object is wanted in another shape, such as a table (`as=Table`). None is served yet. */
  readonly transformed: boolean
}

function parseEntry(entry: string): AcceptEntry {
  const [type = '', ...parameters] = entry.split(';')
  let quality = 1
  let transformed = false
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=')
    if (equals < 0) continue
    const name = parameter.slice(0, equals).trim().toLowerCase()
    if (name === 'as') transformed = true
    else if (name === 'q') quality = parseQuality(parameter.slice(equals + 1).trim())
  }
  return { type: type.trim().toLowerCase(), quality, transformed }
}

/** A q that cannot be read counts as none given. */
function parseQuality(text: string): number {
  if (!/^[0-9.]+$/.test(text)) return 1
  const quality = Number(text)
  return quality >= 0 && quality <= 1 ? quality : 1
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
/** `type/subtype`, parameters, and at most one semicolon that nothing follows. */
const CONTENT_TYPE = new RegExp(
  `^(${TOKEN}/${TOKEN})(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"(?:[^"\\\\]|\\\\.)*"))*(?:[ \\t]*;)?$`,
)

function parseContentType(header: string): Format | undefined {
  const text = header.trim()
  // An empty header says as much as none.
  if (text === '') return 'json'
  const type = CONTENT_TYPE.exec(text)?.[1]
  return type === undefined ? undefined : FORMATS_BY_TYPE.get(type.toLowerCase())
}
