import type { CachedObject } from '../../cache/cached-object.js'
import type { EncodingCache } from '../../cache/encoding-cache.js'
import type { EventType } from '../../cache/watch-event.js'
import { compactList } from '../../codec/json-list.js'
import { JSON_TYPE } from '../../codec/media-type.js'
import type { ApiError } from '../../meta/api-error.js'
import type { ApiObject } from '../../meta/api-object.js'
import { stringifyJson } from '../../util/json-integers.js'
import type { ObjectList } from '../read/object-list.js'
import { ageText } from './age.js'
import { jsonError, jsonFrame } from './json-frame.js'
import {
  ENCODING_STEP,
  encodeItems,
  type ListPieces,
  type Serializer,
  separatedPieces,
} from './serializer.js'
import type { TableShape } from './table.js'

/** Stands for the age in a row that is cached. Names and texts of objects have no such character. */
const AGE_MARK = '\u0000'
const AGE_MARK_JSON = Buffer.from(JSON.stringify(AGE_MARK))

export interface JsonTableParts {
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
  readonly #parts: JsonTableParts

  constructor(parts: JsonTableParts) {
    this.#parts = parts
    this.following = parts.following ?? this
  }

  object(object: CachedObject): Buffer {
    return Buffer.from(stringifyJson(this.#parts.shape.objectValue(object)))
  }

  async list(list: ObjectList): Promise<ListPieces> {
    const { begin, first, next, end } = compactList
    const ages = new Ages(Date.now())
    const { objects } = list
    const rows = (batch: readonly CachedObject[]) => this.#rows(batch, ages, next)
    const items = await encodeItems(inBatches(objects), rows, 1)
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

  /** The rows of a few objects in one piece: a list of very many would else be a heap of very many small buffers. */
  #rows(objects: readonly CachedObject[], ages: Ages, separator: Buffer): Buffer {
    const { encodings, form, shape } = this.#parts
    const pieces: Buffer[] = []
    for (const object of objects) {
      const row = shape.isPassing ? this.#markedRow(object) : encodings.get(object, form, this.#markedRow)
      const mark = shape.showsAge ? row.indexOf(AGE_MARK_JSON) : -1
      if (pieces.length > 0) pieces.push(separator)
      if (mark < 0) pieces.push(row)
      else pieces.push(row.subarray(0, mark), ages.of(object), row.subarray(mark + AGE_MARK_JSON.length))
    }
    return Buffer.concat(pieces)
  }

  readonly #markedRow = (object: CachedObject): Buffer =>
    Buffer.from(stringifyJson(this.#parts.shape.row(object, AGE_MARK)))
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

/** A few objects each, but a large one alone: its row is made of all of it, which takes as long as many. */
function inBatches(objects: readonly CachedObject[]): (readonly CachedObject[])[] {
  const batches: (readonly CachedObject[])[] = []
  for (let start = 0; start < objects.length; ) {
    let end = start
    let bytes = 0
    do bytes += (objects[end++] as CachedObject).size
    while (end < objects.length && end - start < ENCODING_STEP && bytes < LARGE_BATCH)
    batches.push(objects.slice(start, end))
    start = end
  }
  return batches
}
