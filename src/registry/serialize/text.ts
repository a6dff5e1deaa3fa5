import type { CachedObject } from '#cache/cached-object.js'
import type { EncodingCache } from '#cache/encoding-cache.js'
import type { EventType } from '#cache/watch/watch-event.js'
import {
  type Codec,
  type LargeObjectRole,
  type ListEncoder,
  OversizedBody,
  ReaderBusy,
} from '#codec/codec.js'
import { type ApiError, tooLargeForStore, tooManyRequests } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ObjectList } from '#registry/read/lister.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import type { ObjectProjection } from './projection.js'
import {
  encodeItems,
  jsonError,
  jsonFrame,
  type ListPieces,
  type Serializer,
  separatedPieces,
} from './serializer.js'

/** Larger objects are written on another thread, where the codec has one. They are not cached. */
const LARGE_OBJECT = 64 * 1024

/** How many times its stored size a list may grow: defaults added to a schema later can make small objects large. */
const USUAL_GROWTH = 4
const MAX_GROWTH = 64 * 1024 * 1024
const TOO_MUCH_TEXT = 'the list is too large in this format; ask for less, as by a limit, or accept JSON'

export interface TextOptions {
  readonly projection: ObjectProjection
  readonly codec: Codec
  readonly pretty: boolean
  readonly encodings: EncodingCache
  /** Ids of the cached encodings; unique among the serializers of the kind. */
  readonly encodingIds: readonly [object: number, item: number]
}

/** Any projection as JSON or YAML. Encodings that never change are cached. */
export class TextSerializer implements Serializer {
  readonly contentType: string
  readonly streamType: string
  readonly #options: TextOptions
  readonly #list: ListEncoder

  constructor(options: TextOptions) {
    const { codec, pretty } = options
    this.contentType = codec.mediaType
    this.streamType = codec.mediaType
    this.#options = options
    this.#list = codec.list(pretty)
  }

  get isCacheable(): boolean {
    return this.#options.projection.isCacheable
  }

  get following(): Serializer {
    return this
  }

  object(object: CachedObject): Buffer {
    const { projection, encodings, encodingIds } = this.#options
    return projection.isCacheable
      ? encodings.get(object, encodingIds[0], this.#encodeObject)
      : this.#encodeObject(object)
  }

  largeObject(object: CachedObject): Promise<Buffer> | undefined {
    return this.#encodeLarge(object, 'object')
  }

  async list(list: ObjectList): Promise<ListPieces> {
    const { projection, encodings, encodingIds } = this.#options
    const { first, next } = this.#list
    const objects = projection.inOrder?.(list.objects) ?? list.objects
    const isEmpty = objects.length === 0
    const large = await this.#largeItems(objects)
    const encode = projection.isCacheable
      ? (object: CachedObject) => encodings.get(object, encodingIds[1], this.#encodeItem)
      : this.#encodeItem
    const items = await encodeItems(objects, (object) => large.get(object) ?? encode(object))
    const head = this.#list.begin(projection.listProperties(list), projection.items, isEmpty)
    return separatedPieces({ head, first, next, tail: this.#list.end(isEmpty), items, skip: 0 })
  }

  frame(type: EventType, object: CachedObject): Buffer {
    return jsonFrame(type, this.object(object))
  }

  bookmark(bookmark: ApiObject): Buffer {
    const { codec, projection, pretty } = this.#options
    return jsonFrame('BOOKMARK', codec.encode(projection.bookmarkValue(bookmark), pretty))
  }

  error(error: ApiError): Buffer {
    return jsonError(error)
  }

  async #largeItems(objects: readonly CachedObject[]): Promise<ReadonlyMap<CachedObject, Buffer>> {
    const items = new Map<CachedObject, Buffer>()
    const { codec, projection } = this.#options
    if (codec.encodeLarge === undefined) return items
    let growth = 0
    let budget = new TimeBudget()
    for (const object of objects) {
      const large = this.#encodeLarge(object, projection.hasTypedItems ? 'item' : 'untyped item')
      if (large !== undefined) {
        const item = await large
        items.set(object, item)
        growth += Math.max(0, item.length - USUAL_GROWTH * object.size)
        if (growth > MAX_GROWTH) throw tooLargeForStore(TOO_MUCH_TEXT)
      } else if (!budget.isOver) continue
      await yieldToEventLoop()
      budget = new TimeBudget()
    }
    return items
  }

  #encodeLarge(object: CachedObject, as: LargeObjectRole): Promise<Buffer> | undefined {
    const { codec, projection } = this.#options
    if (codec.encodeLarge === undefined || projection.json === undefined) return undefined
    const json = projection.json(object)
    return json.length <= LARGE_OBJECT ? undefined : codec.encodeLarge(json, as).catch(rejectWrites)
  }

  readonly #encodeItem = (object: CachedObject): Buffer =>
    this.#list.item(this.#options.projection.itemValue(object))

  readonly #encodeObject = (object: CachedObject): Buffer => {
    const { codec, projection, pretty } = this.#options
    return codec.encode(projection.objectValue(object), pretty)
  }
}

/** Throws the error for the client when the other thread is overloaded. */
function rejectWrites(error: unknown): never {
  if (!(error instanceof ReaderBusy || error instanceof OversizedBody)) throw error
  throw tooManyRequests('the server has too much YAML to write, please try again later or accept JSON')
}
