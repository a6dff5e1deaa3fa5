import type { CachedObject } from '#cache/cached-object.js'
import type { EncodingCache } from '#cache/encoding-cache.js'
import type { EventType } from '#cache/watch-event.js'
import { compactList } from '#codec/json-list.js'
import { JSON_TYPE } from '#codec/media-type.js'
import type { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectList } from '#registry/read/object-list.js'
import { isOverBudget, TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { stringifyJson } from '#util/json-integers.js'
import type { Piece } from '#util/packed-bytes.js'
import { ageText } from './age.js'
import { jsonError, jsonFrame } from './json-frame.js'
import { heldOrLate } from './late-piece.js'
import { ENCODING_STEP, type Items, type ListPieces, type Serializer, separatedPieces } from './serializer.js'
import type { TableShape } from './table.js'

/** Stands for the age in a row that is cached. Names and texts of objects have no such character. */
const AGE_MARK = '\u0000'
const AGE_MARK_JSON = Buffer.from(JSON.stringify(AGE_MARK))

export interface JsonTableOptions {
  readonly shape: TableShape
  /** The same table without its headers; undefined when this is it. */
  readonly following?: Serializer
  readonly encodings: EncodingCache
  /** The number of the form that a row is cached in, which no other serializer of the kind uses. */
  readonly form: number
}

/** Tables as JSON, as kubectl asks for them. Of a row everything is cached but the age, unless more of it changes with time. */
export class JsonTableSerializer implements Serializer {
  readonly contentType = JSON_TYPE
  readonly streamType = JSON_TYPE
  readonly timeless = false
  readonly following: Serializer
  readonly #parts: JsonTableOptions

  constructor(parts: JsonTableOptions) {
    this.#parts = parts
    this.following = parts.following ?? this
  }

  object(object: CachedObject): Buffer {
    return Buffer.from(stringifyJson(this.#parts.shape.objectValue(object)))
  }

  async list(list: ObjectList): Promise<ListPieces> {
    const { begin, first, next, end } = compactList
    const { objects } = list
    const items = await this.#items(objects, new Ages(Date.now()), next)
    const isEmpty = objects.length === 0
    const head = begin(this.#parts.shape.listMembers(list), 'rows', isEmpty)
    return separatedPieces({ head, first, next, tail: end(isEmpty), items, skip: 0 })
  }

  frame(type: EventType, object: CachedObject): Buffer {
    return jsonFrame(type, this.object(object))
  }

  bookmark(bookmark: ApiObject): Buffer {
    return jsonFrame('BOOKMARK', Buffer.from(JSON.stringify(this.#parts.shape.bookmarkValue(bookmark))))
  }

  error(error: ApiError): Buffer {
    return jsonError(error)
  }

  /** Over several turns of the event loop when it takes long. */
  async #items(objects: readonly CachedObject[], ages: Ages, separator: Buffer): Promise<Items<Piece>> {
    const pieces: Piece[] = []
    let length = 0
    if (isOverBudget()) await yieldToEventLoop()
    for (let start = 0, slice = new TimeBudget(); start < objects.length; ) {
      const batch = this.#batch(objects, start, slice)
      const rows = joined(batch, ages, separator)
      length += rows.length
      pieces.push(this.#piece(rows, batch, ages, separator))
      start += batch.length
      if (!slice.isOver || start === objects.length) continue
      await yieldToEventLoop()
      slice = new TimeBudget()
    }
    return { pieces, length }
  }

  /** What is much larger than its objects is made again when it is sent, unless it were another then. */
  #piece(rows: Buffer, batch: readonly MarkedRow[], ages: Ages, separator: Buffer): Piece {
    if (this.#parts.shape.isPassing) return rows
    const size = batch.reduce((sum, { object }) => sum + object.size, 0)
    const objects = batch.map(({ object }) => object)
    const again = () =>
      joined(
        objects.map((object) => this.#row(object)),
        ages,
        separator,
      )
    return heldOrLate(rows, size, again)
  }

  /** The rows of a few objects, no more than are made in a short time. A large object is alone. */
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
    const { encodings, form, shape } = this.#parts
    const bytes = shape.isPassing ? this.#markedRow(object) : encodings.get(object, form, this.#markedRow)
    return { object, bytes, mark: shape.showsAge ? bytes.indexOf(AGE_MARK_JSON) : -1 }
  }

  readonly #markedRow = (object: CachedObject): Buffer =>
    Buffer.from(stringifyJson(this.#parts.shape.row(object, AGE_MARK)))
}

/** The row of an object, and where its age belongs. */
interface MarkedRow {
  readonly object: CachedObject
  readonly bytes: Buffer
  /** -1 in a row without an age. */
  readonly mark: number
}

/** The rows of a few objects in one piece: a list of very many would else be a heap of very many small buffers. */
function joined(rows: readonly MarkedRow[], ages: Ages, separator: Buffer): Buffer {
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
    const age = Buffer.from(JSON.stringify(ageText(created, this.#now)))
    this.#byCreation.set(created, age)
    return age
  }
}

/** In bytes of JSON. Sixteen of the usual objects have half of that. */
const LARGE_BATCH = 64 * 1024
