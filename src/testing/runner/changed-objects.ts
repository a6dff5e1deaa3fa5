import { SERVER_RECORDS } from '#registry/keys.js'
import type { Snapshot } from '#testing/snapshot.js'

/** An object as it is stored. */
export interface StoredObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly [field: string]: unknown
  }
  readonly [field: string]: unknown
}

export interface ChangedObject {
  readonly object: StoredObject
  /** False if the object existed before, with other contents. */
  readonly isNew: boolean
}

/** The objects of `after` that `before` does not have, or has with other contents, in the order of their keys. */
export function changedObjects(before: Snapshot, after: Snapshot): ChangedObject[] {
  const changed: (ChangedObject & { readonly key: string })[] = []
  after.state.differences(before.state, (key, now, then) => {
    const value = now?.stored?.value
    const former = then?.stored?.value
    if (value === undefined || former?.equals(value) || key.startsWith(SERVER_RECORDS)) return
    changed.push({ key, object: JSON.parse(value.toString()), isNew: former === undefined })
  })
  return changed.sort((a, b) => (a.key < b.key ? -1 : 1))
}
