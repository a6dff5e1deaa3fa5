import type { ResponseFormats, ResponseKind } from '#codec/accept.js'
import { acceptEntries } from '#codec/accept-entry.js'
import { FORMATS, formatOf, JSON_TYPE, MEDIA_TYPES, PROTOBUF_TYPE } from '#codec/media-type.js'
import { type ApiError, notAcceptable, onlyAccepted } from '#meta/api-error.js'
import type { ServedVersion } from '#registry/kind.js'

const OBJECT_TYPES: readonly string[] = FORMATS.map((format) => MEDIA_TYPES[format])
const STREAM_TYPES: readonly string[] = [JSON_TYPE, PROTOBUF_TYPE].map((type) => `${type};stream=watch`)

/**
 * The error for an `Accept` header without a served type. Built-in kinds of current groups first check whether any
 * type is known, and have another message.
 */
export function notAcceptableMessage(
  { conventions, isCustomResource }: Pick<ServedVersion, 'conventions' | 'isCustomResource'>,
  accept: string,
  kind: ResponseKind,
  accepted: ResponseFormats,
): ApiError {
  if (kind === 'stream' && accepted.list !== undefined) return onlyAccepted(STREAM_TYPES)
  if (conventions.legacyErrors) return notAcceptable()
  const isKnown = acceptEntries(accept).some(({ type }) => type === '*/*' || formatOf(type) !== undefined)
  if (isKnown || isCustomResource) return onlyAccepted(kind === 'stream' ? STREAM_TYPES : OBJECT_TYPES)
  return notAcceptable(
    kind === 'list' || kind === 'stream' ? [...OBJECT_TYPES, ...STREAM_TYPES] : OBJECT_TYPES,
  )
}
