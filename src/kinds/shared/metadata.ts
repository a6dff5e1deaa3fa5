import type { ApiObject, ObjectMeta } from '#meta/object-meta.js'
import type { Strategy } from '#registry/strategy.js'
import { setOwn, sortedKeys } from '#schema/json-object.js'

/** Sets annotations; an undefined value removes one. Returns a copy. */
export function withAnnotations(
  metadata: ObjectMeta,
  changes: Readonly<Record<string, string | undefined>>,
): ObjectMeta {
  const changed = { ...metadata.annotations, ...changes }
  const annotations: Record<string, string> = {}
  let isEmpty = true
  // Sorted, as if a client had sent them.
  for (const key of sortedKeys(changed)) {
    const value = changed[key]
    if (value === undefined) continue
    setOwn(annotations, key, value)
    isEmpty = false
  }
  return { ...metadata, annotations: isEmpty ? undefined : annotations }
}

/** For kinds whose status updates may not change metadata: it is restored. */
export const STATUS_ONLY: Strategy<ApiObject> = {
  prepareForStatusUpdate({ metadata }, { metadata: current }) {
    metadata.labels = current.labels
    metadata.annotations = current.annotations
    metadata.finalizers = current.finalizers
    metadata.ownerReferences = current.ownerReferences
  },
  keptFields: { status: [['metadata']] },
}
