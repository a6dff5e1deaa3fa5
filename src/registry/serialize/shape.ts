import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/api-object.js'
import type { ObjectList } from '#registry/read/object-list.js'

/** What is shown of objects of one kind, as values that any format of text can be made of. */
export interface ObjectShape {
  /** Whether an object always looks the same. */
  readonly timeless: boolean
  /** All of an object as JSON; undefined where only a part of it is shown. */
  json?(object: CachedObject): Buffer
  /** Whether the elements of a list say what kind they are. */
  readonly hasTypedItems?: boolean
  /** The answer about one object. */
  objectValue(object: CachedObject): object
  /** What the elements of a list are called. */
  readonly items: 'items' | 'rows'
  /** An element of a list. */
  itemValue(object: CachedObject): object
  /** A bookmark, which is an object of the version with nothing but metadata. */
  bookmarkValue(bookmark: ApiObject): object
  /** Everything of a list but its elements. */
  listMembers(list: ObjectList): object
}

export function listMetadata({ selfLink, revision, next, remaining }: ObjectList) {
  return { selfLink, resourceVersion: String(revision), continue: next, remainingItemCount: remaining }
}
