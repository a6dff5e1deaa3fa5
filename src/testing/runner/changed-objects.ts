import { kinds } from '#kinds/index.js'
import type { ApiObject } from '#meta/object-meta.js'
import { compareVersionPriority } from '#meta/resource.js'
import { fromStored } from '#registry/conversion.js'
import { SERVER_RECORDS } from '#registry/keys.js'
import type { Snapshot } from '#testing/snapshot.js'

/** An object of the store. */
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
  /** The object; the former one if it was deleted. */
  readonly object: StoredObject
  readonly change: 'created' | 'changed' | 'deleted'
}

/** The objects that differ between two states, in the order of their keys. */
export function changedObjects(before: Snapshot, after: Snapshot): ChangedObject[] {
  const changed: (ChangedObject & { readonly key: string })[] = []
  after.state.differences(before.state, (key, now, then) => {
    const value = now?.stored?.value
    const former = then?.stored?.value
    const shown = value ?? former
    if (shown === undefined || (value && former?.equals(value)) || key.startsWith(SERVER_RECORDS)) return
    const change = value === undefined ? 'deleted' : former === undefined ? 'created' : 'changed'
    changed.push({ key, object: inPreferredVersion(key, JSON.parse(shown.toString())), change })
  })
  return changed.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** A built-in kind may be stored in a version that nobody uses any more. */
function inPreferredVersion(key: string, object: ApiObject): StoredObject {
  const kind = kinds.find(({ prefix }) => key.startsWith(prefix))
  const [preferred] = (kind?.versions ?? [])
    .filter(({ served }) => served)
    .toSorted(
      (a, b) =>
        Number(a.group === 'extensions') - Number(b.group === 'extensions') ||
        compareVersionPriority(a.version, b.version),
    )
  return (preferred === undefined ? object : fromStored(preferred, object)) as unknown as StoredObject
}
