import type { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/api-object.js'

/** One of the states that an object has been in. */
export interface Revision {
  /** Counts from 1: the larger, the newer. */
  readonly revision: number
}

/**
 * The revisions of the objects of a kind. A record beside each object keeps them, and objects of another kind show them to
 * clients: a controller makes those, and the object owns them.
 */
export interface History<O extends ApiObject = ApiObject, R extends Revision = Revision> {
  /** What the keys of the records begin with: `~/plural/`. Namespace and name of the object follow. */
  readonly records: string
  /** The kind of the objects that show revisions, in any of its versions. */
  readonly shownAs: { readonly apiVersion: string; readonly kind: string }
  /** Oldest first; the last one is the state that the object is in now. */
  revisions(object: Readonly<O>, record: Buffer): readonly R[]
  /** The object that shows a revision, in the version that is stored. The same state is always shown under the same name. */
  show(object: Readonly<O>, revision: R): ApiObject
  /** The number of the revision that an object shows; undefined when it shows none. */
  numberOf(shown: CachedObject): number | undefined
  /** Takes number and annotations from `wanted`, the object as `show` makes it. */
  update(shown: ApiObject, wanted: ApiObject): void
  /** Whether an object does nothing but show a revision, so that it can be deleted with the revision. */
  onlyShows(shown: CachedObject): boolean
}
