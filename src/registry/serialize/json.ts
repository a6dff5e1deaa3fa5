import type { CachedObject } from '#cache/cached-object.js'
import type { EventType } from '#cache/watch/watch-event.js'
import { compactList } from '#codec/json/json.js'
import { JSON_TYPE } from '#codec/media-type.js'
import type { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import type { ServedVersion } from '#registry/kind.js'
import type { ObjectList } from '#registry/read/lister.js'
import { type ObjectProjection, objectProjection } from './projection.js'
import {
  encodeItems,
  jsonError,
  jsonFrame,
  type ListPieces,
  type Serializer,
  separatedPieces,
} from './serializer.js'
import type { VersionView } from './version-view.js'

/** The brace before the fields that items omit. */
const FIRST = Buffer.from('{')
const NEXT = Buffer.from(',{')

/**
 * Whole objects as JSON, the usual case: their bytes are sent as they are. List items of built-in kinds omit `kind` and
 * `apiVersion`, which are the first fields; those of custom resources are complete.
 */
export class JsonSerializer implements Serializer {
  readonly contentType = JSON_TYPE
  readonly streamType = JSON_TYPE
  readonly isCacheable = true
  readonly following = this
  readonly #projection: ObjectProjection
  readonly #view: VersionView
  readonly #skip: number

  constructor(version: ServedVersion, view: VersionView) {
    this.#view = view
    this.#projection = objectProjection(version, view)
    const head = `{"kind":"${version.kind}","apiVersion":"${apiVersionOf(version)}",`
    this.#skip = version.codec === undefined ? Buffer.byteLength(head) : 0
  }

  object(object: CachedObject): Buffer {
    return this.#view.json(object)
  }

  async list(list: ObjectList): Promise<ListPieces> {
    const items = await encodeItems(list.objects, this.#view.piece)
    const isEmpty = list.objects.length === 0
    const head = compactList.begin(this.#projection.listProperties(list), 'items', isEmpty)
    const tail = compactList.end(isEmpty)
    const [first, next] = this.#skip > 0 ? [FIRST, NEXT] : [compactList.first, compactList.next]
    return separatedPieces({ head, first, next, tail, items, skip: this.#skip })
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
