import { type AcceptEntry, acceptEntries, isWildcard, rejectedTypes } from './accept-entry.js'
import { FORMATS, type Format, formatOf, JSON_TYPE } from './media-type.js'
import { memoized } from './memoize.js'
import {
  META_GROUP,
  META_VERSIONS,
  type MetaVersion,
  PLAIN_JSON,
  type Representation,
  representation,
} from './representation.js'

/** What an answer can be about. Not every shape fits all of them. */
export const RESPONSE_KINDS = ['value', 'object', 'list', 'stream'] as const
export type ResponseKind = (typeof RESPONSE_KINDS)[number]

/** How each face is to be answered, by an `Accept` header; undefined where nothing that is accepted is served. */
export type Answers = Readonly<Record<ResponseKind, Representation | undefined>>

export interface Accepted extends Answers {
  /** The same for kinds whose objects have no message in protobuf. */
  readonly textual: Answers
}

const PLAIN: Answers = { value: PLAIN_JSON, object: PLAIN_JSON, list: PLAIN_JSON, stream: PLAIN_JSON }
const ANYTHING: Accepted = { ...PLAIN, textual: PLAIN }
const parseOnce = memoized(parse)

/**
 * What an `Accept` header asks for. The highest q wins; among equals a named type comes before a wildcard, then the
 * order of appearance counts.
 */
export function negotiate(accept: string | undefined): Accepted {
  if (accept === undefined || accept === JSON_TYPE || accept === '*/*') return ANYTHING
  return parseOnce(accept)
}

function parse(header: string): Accepted {
  if (header.trim() === '') return ANYTHING
  const entries = acceptEntries(header)
  const rejected = new Set(rejectedTypes(header).map(formatOf))
  // Sorting is stable: among types of the same rank the order stays.
  const preferred = entries.sort((left, right) => right.quality - left.quality || rank(left) - rank(right))
  const choose = (face: ResponseKind, hasMessages: boolean) => {
    for (const entry of preferred) {
      const offered = offer(entry, face, rejected)
      const fits = hasMessages || offered?.format !== 'protobuf' || offered.shape !== 'whole'
      if (offered !== undefined && fits) return offered
    }
    return undefined
  }
  const answers = (hasMessages: boolean): Answers => ({
    value: choose('value', hasMessages),
    object: choose('object', hasMessages),
    list: choose('list', hasMessages),
    stream: choose('stream', hasMessages),
  })
  return { ...answers(true), textual: answers(false) }
}

/**
 * Among types of the same q the smaller rank goes first. A table of v1beta1 stands back behind plain types: the clients
 * that name both, and no table of v1, are of a time when servers did not have it, and print better by themselves.
 */
function rank({ type, parameters }: AcceptEntry): number {
  if (isWildcard(type)) return 2
  return parameters.get('as') === 'Table' && parameters.get('v') === 'v1beta1' ? 1 : 0
}

function offer(
  entry: AcceptEntry,
  face: ResponseKind,
  rejected: ReadonlySet<Format | undefined>,
): Representation | undefined {
  const { type, parameters } = entry
  if (isWildcard(type)) {
    const format = FORMATS.find((candidate) => !rejected.has(candidate) && canCarry(candidate, face))
    return format && representation(format, 'whole', 'v1', isPretty(entry))
  }
  const format = formatOf(type)
  if (format === undefined || !canCarry(format, face)) return undefined
  const as = parameters.get('as')
  if (as === undefined) return representation(format, 'whole', 'v1', isPretty(entry))
  const version = metaVersion(entry)
  if (version === undefined) return undefined
  if (as === 'Table') {
    // It has no message.
    if (face === 'value' || format === 'protobuf') return undefined
    return representation(format, 'table', version, isPretty(entry))
  }
  const fits =
    face === 'list' ? as === 'PartialObjectMetadataList' : face !== 'value' && as === 'PartialObjectMetadata'
  return fits ? representation(format, 'metadata', version, isPretty(entry)) : undefined
}

const isPretty = ({ parameters }: AcceptEntry) => parameters.get('pretty') === '1'

/** Events in YAML would have to be separated by document markers, which no client looks for. */
const canCarry = (format: Format, face: ResponseKind) => face !== 'stream' || format !== 'yaml'

function metaVersion({ parameters }: AcceptEntry): MetaVersion | undefined {
  if (parameters.get('g') !== META_GROUP) return undefined
  return META_VERSIONS.find((known) => known === parameters.get('v'))
}
