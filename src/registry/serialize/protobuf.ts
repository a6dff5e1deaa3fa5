import type { CachedObject } from '#cache/cached-object.js'
import type { EncodingCache } from '#cache/encoding-cache.js'
import type { EventType } from '#cache/watch/watch-event.js'
import { PROTOBUF_TYPE } from '#codec/media-type.js'
import { messageIn } from '#codec/protobuf/envelope.js'
import { itemHead, type ListLayout, listEnvelope, USUAL_LAYOUT } from '#codec/protobuf/list.js'
import { encodeObject } from '#codec/protobuf/object.js'
import { PROTOBUF_WATCH_TYPE, watchFrame } from '#codec/protobuf/watch-frame.js'
import { META_GROUP, type MetaVersion } from '#codec/representation.js'
import type { ApiError } from '#meta/api-error.js'
import { type ApiObject, PartialObjectMetadata } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import { Status } from '#meta/status.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ObjectList } from '#registry/read/lister.js'
import type { AnyStruct } from '#schema/type.js'
import { listMetadata, partialObjectMetadata } from './projection.js'
import { encodeItems, type ListPieces, type Serializer } from './serializer.js'
import type { VersionView } from './version-view.js'

/** Makes the protobuf messages of responses. Tables have none. */
export interface MessageProjection {
  readonly apiVersion: string
  readonly kind: string
  readonly schema: AnyStruct
  readonly listLayout: ListLayout
  value(object: CachedObject): object
  /** A bookmark: an object of the version with only metadata. */
  bookmark(bookmark: ApiObject): object
}

export function objectMessages(definition: ServedVersion, view: VersionView): MessageProjection {
  const { kind, schema } = definition
  return {
    apiVersion: apiVersionOf(definition),
    kind,
    schema,
    listLayout: USUAL_LAYOUT,
    value: view.value,
    bookmark: (bookmark) => bookmark,
  }
}

/** The field numbers of these lists differ by version. */
const METADATA_LISTS: Readonly<Record<MetaVersion, ListLayout>> = {
  v1: USUAL_LAYOUT,
  v1beta1: { items: 1, metadata: 2 },
  v1alpha1: { items: 1, metadata: undefined },
}

export function metadataMessages(version: MetaVersion, view: VersionView): MessageProjection {
  return {
    apiVersion: `${META_GROUP}/${version}`,
    kind: 'PartialObjectMetadata',
    schema: PartialObjectMetadata,
    listLayout: METADATA_LISTS[version],
    value: (object) => partialObjectMetadata(view.metadata(object), version),
    bookmark: ({ metadata }) => partialObjectMetadata(metadata, version),
  }
}

export interface ProtobufOptions {
  readonly projection: MessageProjection
  readonly encodings: EncodingCache
  /** Ids of the cached encodings; unique among the serializers of the kind. */
  readonly encodingIds: readonly [object: number, item: number]
}

/** Objects in protobuf, each encoded once. */
export class ProtobufSerializer implements Serializer {
  readonly contentType = PROTOBUF_TYPE
  readonly streamType = PROTOBUF_WATCH_TYPE
  readonly isCacheable = true
  readonly following = this
  readonly #options: ProtobufOptions

  constructor(options: ProtobufOptions) {
    this.#options = options
  }

  object(object: CachedObject): Buffer {
    const { encodings, encodingIds } = this.#options
    return encodings.get(object, encodingIds[0], this.#encode)
  }

  async list(list: ObjectList): Promise<ListPieces> {
    const { encodings, encodingIds, projection } = this.#options
    const { apiVersion, kind, listLayout } = projection
    const { pieces: items } = await encodeItems(list.objects, (object) =>
      encodings.get(object, encodingIds[1], this.#message),
    )
    const { head, tail, length } = listEnvelope(
      apiVersion,
      `${kind}List`,
      listMetadata(list),
      items,
      listLayout,
    )
    const lead = (index: number) => itemHead(items[index] as Buffer, listLayout)
    return { head, items, skip: 0, lead, tail, length }
  }

  frame(type: EventType, object: CachedObject): Buffer {
    return watchFrame(type, this.object(object))
  }

  bookmark(bookmark: ApiObject): Buffer {
    return watchFrame('BOOKMARK', this.#encodeValue(this.#options.projection.bookmark(bookmark)))
  }

  error(error: ApiError): Buffer {
    return watchFrame('ERROR', encodeObject(Status, 'v1', 'Status', error.toStatus()))
  }

  readonly #encode = (object: CachedObject): Buffer =>
    this.#encodeValue(this.#options.projection.value(object))

  #encodeValue(value: object): Buffer {
    const { apiVersion, kind, schema } = this.#options.projection
    return encodeObject(schema, apiVersion, kind, value)
  }

  /** The message of a list item: a view of the object's encoding. */
  readonly #message = (object: CachedObject): Buffer => messageIn(this.object(object))
}
