import type { CachedObject } from '../../cache/cached-object.js'
import type { EncodedForms } from '../../cache/encoded-forms.js'
import type { EventType } from '../../cache/watch-event.js'
import { compactList } from '../../codec/json-list.js'
import { JSON_TYPE } from '../../codec/media-type.js'
import type { ApiError } from '../../meta/api-error.js'
import type { ObjectList } from '../object-list.js'
import { ageText } from './age.js'
import { jsonError, jsonFrame } from './json-frame.js'
import { encodeItems, type ListPieces, type Rendering, separatedPieces } from './rendering.js'
import type { TableShape } from './table.js'

/** Stands for the age in a row that is kept. Names and texts of objects have no such character. */
const AGE_MARK = '\u0000'
const AGE_MARK_JSON = JSON.stringify(AGE_MARK)

export interface JsonTableParts {
  readonly shape: TableShape
  /** The same table without its headers; undefined when this is it. */
  readonly following?: Rendering
  readonly kept: EncodedForms
  /** Numbers of the two forms that a row is kept in: what stands before the age, and what stands behind it. */
  readonly forms: readonly [before: number, behind: number]
}

/** Tables as JSON, as kubectl asks for them. Of a row everything is kept but the age. */
export class JsonTableRendering implements Rendering {
  readonly contentType = JSON_TYPE
  readonly streamType = JSON_TYPE
  readonly timeless = false
  readonly following: Rendering
  readonly #parts: JsonTableParts

  constructor(parts: JsonTableParts) {
    this.#parts = parts
    this.following = parts.following ?? this
  }

  object(object: CachedObject): Buffer {
    return Buffer.from(JSON.stringify(this.#parts.shape.objectValue(object)))
  }

  async list(list: ObjectList): Promise<ListPieces> {
    const { begin, first, next, end } = compactList
    const now = Date.now()
    const items = await encodeItems(list.objects, (object) => this.#row(object, now))
    const isEmpty = list.objects.length === 0
    const head = begin(this.#parts.shape.listMembers(list), 'rows', isEmpty)
    return separatedPieces({ head, first, next, tail: end(isEmpty), items, skip: 0 })
  }

  frame(type: EventType, object: CachedObject): Buffer {
    return jsonFrame(type, this.object(object))
  }

  bookmark(bookmark: CachedObject): Buffer {
    return jsonFrame('BOOKMARK', Buffer.from(JSON.stringify(this.#parts.shape.bookmarkValue(bookmark))))
  }

  error(error: ApiError): Buffer {
    return jsonError(error)
  }

  #row(object: CachedObject, now: number): Buffer {
    const { kept, forms, shape } = this.#parts
    const before = kept.get(object, forms[0], (row) => Buffer.from(this.#split(row)[0]))
    if (!shape.showsAge) return before
    const behind = kept.get(object, forms[1], (row) => Buffer.from(this.#split(row)[1]))
    return Buffer.concat([before, Buffer.from(JSON.stringify(ageText(object.createdAt(), now))), behind])
  }

  #split(object: CachedObject): [before: string, behind: string] {
    const row = JSON.stringify(this.#parts.shape.row(object, AGE_MARK))
    const mark = row.indexOf(AGE_MARK_JSON)
    if (mark < 0) return [row, '']
    return [row.slice(0, mark), row.slice(mark + AGE_MARK_JSON.length)]
  }
}
