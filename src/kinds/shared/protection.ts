import type { ObjectMeta } from '#meta/object-meta.js'

/** Gives a new object the finalizer that keeps the object as long as others use it. */
export function protect(metadata: ObjectMeta, finalizer: string): void {
  const { finalizers = [] } = metadata
  if (!finalizers.includes(finalizer)) metadata.finalizers = [...finalizers, finalizer]
}
