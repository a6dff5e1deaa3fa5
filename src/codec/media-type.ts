import { memoized } from '#util/memoize.js'

/** Media types: which formats are spoken here, and which one a body is in. `accept.ts` chooses the format of a response. */

/** The formats of bodies and responses. A wildcard gets the first. */
export const FORMATS = ['json', 'yaml', 'protobuf'] as const
export type Format = (typeof FORMATS)[number]

export const JSON_TYPE = 'application/json'
export const YAML_TYPE = 'application/yaml'

/** The name of the API family in vendor media types, fixed by its clients. */
export const VENDOR = 'kubernetes'
export const PROTOBUF_TYPE = `application/vnd.${VENDOR}.protobuf`

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  json: JSON_TYPE,
  yaml: YAML_TYPE,
  protobuf: PROTOBUF_TYPE,
}

/** The media types that the error for an unsupported body lists. */
export const BODY_TYPES: readonly string[] = FORMATS.map((format) => MEDIA_TYPES[format])
/** For kinds without a protobuf encoding. */
export const TEXT_BODY_TYPES = BODY_TYPES.filter((type) => type !== PROTOBUF_TYPE)

const FORMATS_BY_TYPE: ReadonlyMap<string, Format> = new Map(
  FORMATS.map((format) => [MEDIA_TYPES[format], format]),
)

/** The format that a media type without parameters stands for, in lower case. */
export function formatOf(mediaType: string): Format | undefined {
  return FORMATS_BY_TYPE.get(mediaType)
}

const parseContentTypeOnce = memoized(parseContentType)

/** The format of a body, or undefined when it is not one that can be read. */
export function contentFormat(contentType: string | undefined): Format | undefined {
  if (contentType === undefined || contentType === JSON_TYPE) return 'json'
  return parseContentTypeOnce(contentType)
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
  return type === undefined ? undefined : formatOf(type.toLowerCase())
}
