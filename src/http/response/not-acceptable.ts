import type { ResponseFormats, ResponseKind } from '#codec/accept.js'
import { namesType } from '#codec/accept-entry.js'
import { FORMATS, JSON_TYPE, MEDIA_TYPES, PROTOBUF_TYPE } from '#codec/media-type.js'
import { type ApiError, notAcceptable, onlyAccepted } from '#meta/api-error.js'
import type { ServedVersion } from '#registry/kind.js'
import type { NegotiatedBy } from '../routes/route.js'

const OBJECT_TYPES: readonly string[] = FORMATS.map((format) => MEDIA_TYPES[format])
/** Logs are text, which is a type of the route but not one of objects: Kubernetes finds the route and no serializer. */
const TEXT_TYPE = 'text/plain'
const STREAM_TYPES: readonly string[] = [JSON_TYPE, PROTOBUF_TYPE].map((type) => `${type};stream=watch`)

/** The error for an `Accept` header without a type of a document. */
export function documentNotAcceptable(by: NegotiatedBy | undefined, accept: string): ApiError {
  if (by === undefined) return notAcceptable()
  const isUnrouted = by === 'route' && !namesType(accept, OBJECT_TYPES)
  return isUnrouted ? notAcceptable(OBJECT_TYPES) : onlyAccepted(OBJECT_TYPES)
}

/**
 * The error for an `Accept` header without a served type. Built-in kinds of current groups first check whether any
 * type is known, and have another message.
 */
export function notAcceptableMessage(
  { conventions, isCustomResource }: Pick<ServedVersion, 'conventions' | 'isCustomResource'>,
  accept: string,
  kind: ResponseKind,
  accepted: ResponseFormats,
  isText = false,
): ApiError {
  if (kind === 'stream' && accepted.list !== undefined) return onlyAccepted(STREAM_TYPES)
  if (conventions.legacyErrors) return notAcceptable()
  const types = isText ? [TEXT_TYPE, ...OBJECT_TYPES] : OBJECT_TYPES
  if (isCustomResource || namesType(accept, types)) {
    return onlyAccepted(kind === 'stream' ? STREAM_TYPES : OBJECT_TYPES)
  }
  return notAcceptable(kind === 'list' || kind === 'stream' ? [...types, ...STREAM_TYPES] : types)
}
