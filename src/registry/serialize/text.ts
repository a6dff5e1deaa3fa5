import type { CachedObject } from '#cache/cached-object.js'
import type { EncodingCache } from '#cache/encoding-cache.js'
import type { EventType } from '#cache/watch-event.js'
import { type Codec, type LargeObjectCodec, type ListText, OversizedBody, ReaderBusy } from '#codec/codec.js'
import { type ApiError, tooLargeForStore, tooManyRequests } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectList } from '#registry/read/object-list.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { jsonError, jsonFrame } from './json-frame.js'
import { encodeItems, type ListPieces, type Serializer, separatedPieces } from './serializer.js'
import type { ObjectShape } from './shape.js'

/** Larger objects are written on another thread, where the codec has one. They are not cached. */
const LARGE_OBJECT = 64 * 1024

/** Defaults that were added to a schema later may make very much of small objects: by how much a list may grow, in bytes. */
const USUAL_GROWTH = 4
const MAX_GROWTH = 64 * 1024 * 1024
const TOO_MUCH_TEXT = 'the list is too large in this format; ask for less, as by a limit, or accept JSON'

export interface TextOptions {
  readonly shape: ObjectShape
  readonly codec: Codec
  readonly pretty: boolean
  readonly encodings: EncodingCache
  /** Numbers of two forms, one for objects and one for items of lists, that no other serializer of the kind uses. */
  readonly forms: readonly [object: number, item: number]
}

/** Any shape in any format of text. What does not change with time is encoded once. */
export class TextSerializer implements Serializer {
  readonly contentType: string
  readonly streamType: string
  readonly #parts: TextOptions
  readonly #list: ListText

  constructor(parts: TextOptions) {
    const { codec, pretty } = parts
    this.contentType = codec.mediaType
    this.streamType = codec.mediaType
    this.#parts = parts
    this.#list = codec.list(pretty)
  }

  get timeless(): boolean {
    return this.#parts.shape.timeless
  }

  get following(): Serializer {
    return this
  }

  object(object: CachedObject): Buffer {
    const { shape, encodings, forms } = this.#parts
    return shape.timeless ? encodings.get(object, forms[0], this.#encodeObject) : this.#encodeObject(object)
  }

  largeObject(object: CachedObject): Promise<Buffer> | undefined {
    return this.#encodeLarge(object, 'object')
  }

  async list(list: ObjectList): Promise<ListPieces> {
    const { shape, encodings, forms } = this.#parts
    const { first, next } = this.#list
    const isEmpty = list.objects.length === 0
    const large = await this.#largeItems(list.objects)
    const encode = shape.timeless
      ? (object: CachedObject) => encodings.get(object, forms[1], this.#encodeItem)
      : this.#encodeItem
    const items = await encodeItems(list.objects, (object) => large.get(object) ?? encode(object))
    const head = this.#list.begin(shape.listMembers(list), shape.items, isEmpty)
    return separatedPieces({ head, first, next, tail: this.#list.end(isEmpty), items, skip: 0 })
  }

  frame(type: EventType, object: CachedObject): Buffer {
    return jsonFrame(type, this.object(object))
  }

  bookmark(bookmark: ApiObject): Buffer {
    const { codec, shape, pretty } = this.#parts
    return jsonFrame('BOOKMARK', codec.encode(shape.bookmarkValue(bookmark), pretty))
  }

  error(error: ApiError): Buffer {
    return jsonError(error)
  }

  async #largeItems(objects: readonly CachedObject[]): Promise<ReadonlyMap<CachedObject, Buffer>> {
    const items = new Map<CachedObject, Buffer>()
    const { codec, shape } = this.#parts
    if (codec.encodeLarge === undefined) return items
    let growth = 0
    let budget = new TimeBudget()
    for (const object of objects) {
      const large = this.#encodeLarge(object, shape.hasTypedItems ? 'item' : 'untyped item')
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

  #encodeLarge(object: CachedObject, as: LargeObjectCodec): Promise<Buffer> | undefined {
    const { codec, shape } = this.#parts
    if (codec.encodeLarge === undefined || shape.json === undefined) return undefined
    const json = shape.json(object)
    return json.length <= LARGE_OBJECT ? undefined : codec.encodeLarge(json, as).catch(rejectWrites)
  }

  readonly #encodeItem = (object: CachedObject): Buffer =>
    this.#list.item(this.#parts.shape.itemValue(object))

  readonly #encodeObject = (object: CachedObject): Buffer => {
    const { codec, shape, pretty } = this.#parts
    return codec.encode(shape.objectValue(object), pretty)
  }
}

/** There is more to write on the other thread than can be written in time. */
function rejectWrites(error: unknown): never {
  if (!(error instanceof ReaderBusy || error instanceof OversizedBody)) throw error
  throw tooManyRequests('the server has too much YAML to write, please try again later or accept JSON')
}
