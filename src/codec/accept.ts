import { memoized } from '#util/memoize.js'
import { type AcceptEntry, acceptEntries, isWildcard, namesType, rejectedTypes } from './accept-entry.js'
import { FORMATS, type Format, formatOf, JSON_TYPE, MEDIA_TYPES } from './media-type.js'
import {
  META_GROUP,
  META_VERSIONS,
  type MetaVersion,
  PLAIN_JSON,
  type Representation,
  representation,
} from './representation.js'

/** The kinds of response content. Not every projection fits each of them. */
export const RESPONSE_KINDS = ['value', 'object', 'list', 'stream'] as const
export type ResponseKind = (typeof RESPONSE_KINDS)[number]

/** The representation of each kind of response that an `Accept` header asks for; undefined if none is acceptable. */
export type ResponseFormats = Readonly<Record<ResponseKind, Representation | undefined>>

export interface NegotiatedFormats extends ResponseFormats {
  /** For kinds without a protobuf encoding. */
  readonly textual: ResponseFormats
  /** Whether the header names a type of objects or any type. Kubernetes finds no route of a built-in kind otherwise. */
  readonly isRouted: boolean
}

const HTML_TYPE = 'text/html'
const PLAIN: ResponseFormats = { value: PLAIN_JSON, object: PLAIN_JSON, list: PLAIN_JSON, stream: PLAIN_JSON }
const ANYTHING: NegotiatedFormats = { ...PLAIN, textual: PLAIN, isRouted: true }
const parseOnce = memoized(parse)

/**
 * What an `Accept` header asks for. The highest q wins; among equals a named type comes before a wildcard, then the
 * order of appearance counts.
 */
export function negotiate(accept: string | undefined): NegotiatedFormats {
  if (accept === undefined || accept === JSON_TYPE || accept === '*/*') return ANYTHING
  return parseOnce(accept)
}

function parse(header: string): NegotiatedFormats {
  if (header.trim() === '') return ANYTHING
  const entries = acceptEntries(header)
  const rejected = new Set(rejectedTypes(header).map(formatOf))
  // Sorting is stable: among types of the same rank the order stays.
  const preferred = entries.sort((left, right) => right.quality - left.quality || rank(left) - rank(right))
  const choose = (kind: ResponseKind, hasMessages: boolean) => {
    for (const entry of preferred) {
      const offered = offer(entry, kind, rejected)
      const fits = hasMessages || offered?.format !== 'protobuf' || offered.projection !== 'whole'
      if (offered !== undefined && fits) return offered
    }
    return undefined
  }
  const formatsOf = (hasMessages: boolean): ResponseFormats => ({
    value: choose('value', hasMessages),
    object: choose('object', hasMessages),
    list: choose('list', hasMessages),
    stream: choose('stream', hasMessages),
  })
  return {
    ...formatsOf(true),
    textual: formatsOf(false),
    isRouted: namesType(header, Object.values(MEDIA_TYPES)),
  }
}

/**
 * Among types of the same q the smaller rank wins. A v1beta1 table ranks after plain types: old clients that accept
 * both, and no v1 table, print objects better themselves.
 */
function rank({ type, parameters }: AcceptEntry): number {
  if (isWildcard(type)) return 2
  return parameters.get('as') === 'Table' && parameters.get('v') === 'v1beta1' ? 1 : 0
}

function offer(
  entry: AcceptEntry,
  kind: ResponseKind,
  rejected: ReadonlySet<Format | undefined>,
): Representation | undefined {
  const { type, parameters } = entry
  if (isWildcard(type)) {
    const format = FORMATS.find((candidate) => !rejected.has(candidate) && canCarry(candidate, kind))
    return format && representation(format, 'whole', 'v1', isPretty(entry))
  }
  const format = formatOf(type)
  if (format === undefined || !canCarry(format, kind)) return undefined
  const as = parameters.get('as')
  if (as === undefined) return representation(format, 'whole', 'v1', isPretty(entry))
  const version = metaVersion(entry)
  if (version === undefined) return undefined
  if (as === 'Table') {
    // It has no message.
    if (kind === 'value' || format === 'protobuf') return undefined
    return representation(format, 'table', version, isPretty(entry))
  }
  const fits =
    kind === 'list' ? as === 'PartialObjectMetadataList' : kind !== 'value' && as === 'PartialObjectMetadata'
  return fits ? representation(format, 'metadata', version, isPretty(entry)) : undefined
}

const isPretty = ({ parameters }: AcceptEntry) => parameters.get('pretty') === '1'

/** YAML events would need document markers, which no client expects. */
const canCarry = (format: Format, kind: ResponseKind) => kind !== 'stream' || format !== 'yaml'

function metaVersion({ parameters }: AcceptEntry): MetaVersion | undefined {
  if (parameters.get('g') !== META_GROUP) return undefined
  return META_VERSIONS.find((known) => known === parameters.get('v'))
}

/** Whether a browser asks for a page. Other clients name a format of the API, or take anything. */
export const prefersHtml = (accept: string | undefined) =>
  accept?.includes(HTML_TYPE) === true &&
  negotiateMediaType(accept, [...Object.values(MEDIA_TYPES), HTML_TYPE]) === HTML_TYPE

/** Chooses among the media types of a document, as `negotiate` does for objects. */
export function negotiateMediaType(
  accept: string | undefined,
  offered: readonly string[],
): string | undefined {
  if (accept === undefined || accept.trim() === '') return offered[0]
  const rejected = rejectedTypes(accept)
  for (const { type } of acceptEntries(accept)) {
    if (offered.includes(type)) return type
    if (!isWildcard(type)) continue
    const found = offered.find((candidate) => !rejected.includes(candidate))
    if (found !== undefined) return found
  }
  return undefined
}
