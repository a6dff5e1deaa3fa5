import type { CachedObject } from '#cache/cached-object.js'
import type { EncodingCache } from '#cache/encoding-cache.js'
import type { EventType } from '#cache/watch/watch-event.js'
import { compactList } from '#codec/json/json.js'
import { JSON_TYPE } from '#codec/media-type.js'
import type { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ObjectList } from '#registry/read/lister.js'
import type { Piece } from '#util/bytes/packed-bytes.js'
import { isOverBudget, TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { stringifyJson } from '#util/text/json-integers.js'
import { formatAge } from './age.js'
import { encodedOrDeferred } from './deferred-piece.js'
import {
  ENCODING_STEP,
  type Items,
  jsonError,
  jsonFrame,
  type ListPieces,
  type Serializer,
  separatedPieces,
} from './serializer.js'
import type { TableProjection } from './table.js'

/** The placeholder of the age in a cached row. Values of objects cannot contain this character. */
const AGE_MARK = '\u0000'
const AGE_MARK_JSON = Buffer.from(JSON.stringify(AGE_MARK))

export interface JsonTableOptions {
  readonly projection: TableProjection
  /** The same table without column headers; undefined if this is it. */
  readonly following?: Serializer
  readonly encodings: EncodingCache
  /** Id of the cached rows; unique among the serializers of the kind. */
  readonly encodingId: number
}

/** Tables as JSON, as kubectl requests them. Rows are cached without their age, unless other cells change with time. */
export class JsonTableSerializer implements Serializer {
  readonly contentType = JSON_TYPE
  readonly streamType = JSON_TYPE
  readonly isCacheable = false
  readonly following: Serializer
  readonly #options: JsonTableOptions

  constructor(options: JsonTableOptions) {
    this.#options = options
    this.following = options.following ?? this
  }

  object(object: CachedObject): Buffer {
    return Buffer.from(stringifyJson(this.#options.projection.objectValue(object)))
  }

  async list(list: ObjectList): Promise<ListPieces> {
    const { begin, first, next, end } = compactList
    const objects = this.#options.projection.inOrder(list.objects)
    const items = await this.#items(objects, new Ages(this.#options.projection.now()), next)
    const isEmpty = objects.length === 0
    const head = begin(this.#options.projection.listProperties(list), 'rows', isEmpty)
    return separatedPieces({ head, first, next, tail: end(isEmpty), items, skip: 0 })
  }

  frame(type: EventType, object: CachedObject): Buffer {
    return jsonFrame(type, this.object(object))
  }

  bookmark(bookmark: ApiObject): Buffer {
    return jsonFrame(
      'BOOKMARK',
      Buffer.from(JSON.stringify(this.#options.projection.bookmarkValue(bookmark))),
    )
  }

  error(error: ApiError): Buffer {
    return jsonError(error)
  }

  /** Takes several turns of the event loop for long lists. */
  async #items(objects: readonly CachedObject[], ages: Ages, separator: Buffer): Promise<Items<Piece>> {
    const pieces: Piece[] = []
    let length = 0
    if (isOverBudget()) await yieldToEventLoop()
    for (let start = 0, slice = new TimeBudget(); start < objects.length; ) {
      const batch = this.#batch(objects, start, slice)
      const rows = joinRows(batch, ages, separator)
      length += rows.length
      pieces.push(this.#piece(rows, batch, ages, separator))
      start += batch.length
      if (!slice.isOver || start === objects.length) continue
      await yieldToEventLoop()
      slice = new TimeBudget()
    }
    return { pieces, length }
  }

  /** Rows much larger than their objects are made again when they are sent, unless they change with time. */
  #piece(rows: Buffer, batch: readonly MarkedRow[], ages: Ages, separator: Buffer): Piece {
    if (this.#options.projection.isPassing) return rows
    const size = batch.reduce((sum, { object }) => sum + object.size, 0)
    const objects = batch.map(({ object }) => object)
    const again = () =>
      joinRows(
        objects.map((object) => this.#row(object)),
        ages,
        separator,
      )
    return encodedOrDeferred(rows, size, again)
  }

  /** The rows of a few objects, encoded in one short step. A large object has its own batch. */
  #batch(objects: readonly CachedObject[], start: number, slice: TimeBudget): readonly MarkedRow[] {
    const batch: MarkedRow[] = []
    let bytes = 0
    do {
      const row = this.#row(objects[start + batch.length] as CachedObject)
      batch.push(row)
      bytes += Math.max(row.object.size, row.bytes.length)
    } while (
      start + batch.length < objects.length &&
      batch.length < ENCODING_STEP &&
      bytes < LARGE_BATCH &&
      !slice.isOver
    )
    return batch
  }

  #row(object: CachedObject): MarkedRow {
    const { encodings, encodingId, projection } = this.#options
    const bytes = projection.isPassing
      ? this.#markedRow(object)
      : encodings.get(object, encodingId, this.#markedRow)
    return { object, bytes, mark: projection.showsAge ? bytes.indexOf(AGE_MARK_JSON) : -1 }
  }

  readonly #markedRow = (object: CachedObject): Buffer =>
    Buffer.from(stringifyJson(this.#options.projection.row(object, AGE_MARK)))
}

/** The row of an object, and the offset of its age. */
interface MarkedRow {
  readonly object: CachedObject
  readonly bytes: Buffer
  /** -1 in a row without an age. */
  readonly mark: number
}

/** Joins the rows of a few objects: a long list should not consist of many small buffers. */
function joinRows(rows: readonly MarkedRow[], ages: Ages, separator: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (const { object, bytes, mark } of rows) {
    if (pieces.length > 0) pieces.push(separator)
    if (mark < 0) pieces.push(bytes)
    else pieces.push(bytes.subarray(0, mark), ages.of(object), bytes.subarray(mark + AGE_MARK_JSON.length))
  }
  return Buffer.concat(pieces)
}

/** The ages of objects at one time, as JSON. Many are created in the same second. */
class Ages {
  readonly #now: number
  readonly #byCreation = new Map<string | undefined, Buffer>()

  constructor(now: number) {
    this.#now = now
  }

  of(object: CachedObject): Buffer {
    const created = object.createdAt()
    const known = this.#byCreation.get(created)
    if (known !== undefined) return known
    const age = Buffer.from(JSON.stringify(formatAge(created, this.#now)))
    this.#byCreation.set(created, age)
    return age
  }
}

/** In bytes of JSON. */
const LARGE_BATCH = 64 * 1024
