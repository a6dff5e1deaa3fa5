import type { CachedObject } from '#cache/cached-object.js'
import type { EventType } from '#cache/watch-event.js'
import { compactList } from '#codec/json-list.js'
import { JSON_TYPE } from '#codec/media-type.js'
import type { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ObjectList } from '#registry/read/object-list.js'
import type { Piece } from '#util/packed-bytes.js'
import { jsonError, jsonFrame } from './json-frame.js'
import { encodeItems, type Items, type ListPieces, type Serializer, separatedPieces } from './serializer.js'
import type { ObjectShape } from './shape.js'
import type { VersionView } from './version-view.js'
import { wholeShape } from './whole.js'

/** The brace that is left out with what stands at the beginning of each object. */
const FIRST = Buffer.from('{')
const NEXT = Buffer.from(',{')

/**
 * Whole objects as JSON, the usual case: their bytes are at hand and go out as they are. Items of a list are the objects
 * without `kind` and `apiVersion`, which are the same for all of them and stand at their beginning; those of defined kinds
 * are the objects as they are.
 */
export class JsonSerializer implements Serializer {
  readonly contentType = JSON_TYPE
  readonly streamType = JSON_TYPE
  readonly timeless = true
  readonly following = this
  readonly #shape: ObjectShape
  readonly #view: VersionView
  readonly #skip: number

  constructor(version: ServedVersion, view: VersionView) {
    this.#view = view
    this.#shape = wholeShape(version, view)
    const head = `{"kind":"${version.kind}","apiVersion":"${apiVersionOf(version)}",`
    this.#skip = version.form === undefined ? Buffer.byteLength(head) : 0
  }

  object(object: CachedObject): Buffer {
    return this.#view.json(object)
  }

  list(list: ObjectList): ListPieces | Promise<ListPieces> {
    const pieces = (items: Items<Piece>) => {
      const isEmpty = list.objects.length === 0
      const head = compactList.begin(this.#shape.listMembers(list), 'items', isEmpty)
      const tail = compactList.end(isEmpty)
      const [first, next] = this.#skip > 0 ? [FIRST, NEXT] : [compactList.first, compactList.next]
      return separatedPieces({ head, first, next, tail, items, skip: this.#skip })
    }
    const items = encodeItems(list.objects, this.#view.piece)
    return items instanceof Promise ? items.then(pieces) : pieces(items)
  }

  frame(type: EventType, object: CachedObject): Buffer {
    return jsonFrame(type, this.#view.json(object))
  }

  bookmark(bookmark: ApiObject): Buffer {
    return jsonFrame('BOOKMARK', Buffer.from(JSON.stringify(bookmark)))
  }

  error(error: ApiError): Buffer {
    return jsonError(error)
  }
}
