import { diffObjects, type FieldChange } from '#apply/diff/object-diff.js'
import { writerOf } from '#apply/diff/writer-of.js'
import { CachedObject } from '#cache/cached-object.js'
import { objectKey } from '#registry/keys.js'
import type { ServerParts } from '#server/server.js'
import type { Change } from '#storage/contract.js'
import { type ObjectReference, parseReference } from '#testing/client/find-version.js'
import type { LooseObject } from '#testing/client/object-types.js'
import { memoryOf } from '#testing/snapshot.js'
import { servedObject, storeOfVersion } from './served-object.js'

/** A version of an object. */
export interface ObjectChange<T = LooseObject> {
  /** The revision of the write, which is the object's `resourceVersion`. */
  readonly revision: number
  readonly time: Date
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** The object after the change; a deleted one as it was before. */
  readonly object: T
  /** What the write has changed, without `managedFields` and `resourceVersion`. Empty for a new or deleted object. */
  readonly diff: readonly FieldChange[]
  /** The field manager of the write; undefined if unknown. */
  readonly manager: string | undefined
}

/** The versions of an object in the history, the oldest first. */
export async function* historyOf<T>(
  parts: ServerParts,
  reference: string,
  namespace: string,
): AsyncGenerator<ObjectChange<T>, void, undefined> {
  const found = parseReference(parts.kinds, reference)
  const { version } = found
  const store = storeOfVersion(parts.stores, version)
  const read = (key: string, stored: NonNullable<Change['previous']>) =>
    servedObject<LooseObject>(store, CachedObject.fromStored(key, stored.revision, stored.value))
  for (const { time, change } of memoryOf(parts).changesOf(keyOf(found, namespace))) {
    const { key, revision, value, previous } = change
    const before = previous && (await read(key, previous))
    const after = value && (await read(key, { key, value, revision }))
    const diff = before && after ? diffObjects(before, after) : []
    yield {
      revision,
      time: new Date(time),
      type: after === undefined ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED',
      object: (after ?? before) as T,
      diff,
      manager: after && writerOf(before, after, diff)?.manager,
    }
  }
}

/** The key of a referenced object. */
export function keyOf({ version, name }: ObjectReference, namespace: string): string {
  return objectKey(version.stored, version.namespaced ? namespace : undefined, name)
}
