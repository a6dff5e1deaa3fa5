import type { CachedObject } from '#cache/cached-object.js'
import type { EncodingCache } from '#cache/encoding-cache.js'
import type { EventType } from '#cache/watch-event.js'
import { PROTOBUF_TYPE } from '#codec/media-type.js'
import { messageIn } from '#codec/protobuf/envelope.js'
import { itemHead, type ListLayout, listEnvelope, USUAL_LAYOUT } from '#codec/protobuf/list.js'
import { encodeObject } from '#codec/protobuf/object.js'
import { PROTOBUF_WATCH_TYPE, watchFrame } from '#codec/protobuf/watch-frame.js'
import { META_GROUP, type MetaVersion } from '#codec/representation.js'
import type { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import { PartialObjectMetadata } from '#meta/partial-object-metadata.js'
import { apiVersionOf } from '#meta/resource.js'
import { Status } from '#meta/status.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ObjectList } from '#registry/read/object-list.js'
import type { AnyStruct } from '#schema/type.js'
import { partialObject } from './metadata.js'
import { encodeItems, type ListPieces, type Serializer } from './serializer.js'
import { listMetadata } from './shape.js'
import type { VersionView } from './version-view.js'

/** What is shown of objects of one kind, as messages. Tables have none. */
export interface MessageShape {
  readonly apiVersion: string
  readonly kind: string
  readonly schema: AnyStruct
  readonly listLayout: ListLayout
  value(object: CachedObject): object
  /** A bookmark, which is an object of the version with nothing but metadata. */
  bookmark(bookmark: ApiObject): object
}

export function wholeMessages(definition: ServedVersion, view: VersionView): MessageShape {
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

/** The fields of these lists have changed their numbers from version to version. */
const METADATA_LISTS: Readonly<Record<MetaVersion, ListLayout>> = {
  v1: USUAL_LAYOUT,
  v1beta1: { items: 1, metadata: 2 },
  v1alpha1: { items: 1, metadata: undefined },
}

export function metadataMessages(version: MetaVersion, view: VersionView): MessageShape {
  return {
    apiVersion: `${META_GROUP}/${version}`,
    kind: 'PartialObjectMetadata',
    schema: PartialObjectMetadata,
    listLayout: METADATA_LISTS[version],
    value: (object) => partialObject(view.metadata(object), version),
    bookmark: ({ metadata }) => partialObject(metadata, version),
  }
}

export interface ProtobufOptions {
  readonly shape: MessageShape
  readonly encodings: EncodingCache
  /** Numbers of two forms that no other serializer of the kind uses. */
  readonly forms: readonly [object: number, item: number]
}

/** Objects in protobuf, each encoded once. */
export class ProtobufSerializer implements Serializer {
  readonly contentType = PROTOBUF_TYPE
  readonly streamType = PROTOBUF_WATCH_TYPE
  readonly timeless = true
  readonly following = this
  readonly #parts: ProtobufOptions

  constructor(parts: ProtobufOptions) {
    this.#parts = parts
  }

  object(object: CachedObject): Buffer {
    const { encodings, forms } = this.#parts
    return encodings.get(object, forms[0], this.#encode)
  }

  async list(list: ObjectList): Promise<ListPieces> {
    const { encodings, forms, shape } = this.#parts
    const { apiVersion, kind, listLayout } = shape
    const { pieces: items } = await encodeItems(list.objects, (object) =>
      encodings.get(object, forms[1], this.#message),
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
    return watchFrame('BOOKMARK', this.#encodeValue(this.#parts.shape.bookmark(bookmark)))
  }

  error(error: ApiError): Buffer {
    return watchFrame('ERROR', encodeObject(Status, 'v1', 'Status', error.toStatus()))
  }

  readonly #encode = (object: CachedObject): Buffer => this.#encodeValue(this.#parts.shape.value(object))

  #encodeValue(value: object): Buffer {
    const { apiVersion, kind, schema } = this.#parts.shape
    return encodeObject(schema, apiVersion, kind, value)
  }

  /** What an item of a list consists of: a view of the object's own encoding. */
  readonly #message = (object: CachedObject): Buffer => messageIn(this.object(object))
}
