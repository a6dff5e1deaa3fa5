import type { ObjectMeta } from '#meta/object-meta.js'
import { setOwn, sortedKeys } from '#schema/map-members.js'

/** The same metadata with other values of some annotations; an undefined one is taken away. */
export function withAnnotations(
  metadata: ObjectMeta,
  changes: Readonly<Record<string, string | undefined>>,
): ObjectMeta {
  const changed = { ...metadata.annotations, ...changes }
  const annotations: Record<string, string> = {}
  let isEmpty = true
  // In order, as if a client had sent them.
  for (const key of sortedKeys(changed)) {
    const value = changed[key]
    if (value === undefined) continue
    setOwn(annotations, key, value)
    isEmpty = false
  }
  return { ...metadata, annotations: isEmpty ? undefined : annotations }
}
