import type { ObjectMeta } from '#meta/object-meta.js'
import { formatTime } from '#schema/times.js'

/** What happens to the dependents of a deleted object. */
export const PROPAGATION_POLICIES = ['Foreground', 'Background', 'Orphan'] as const
export type PropagationPolicy = (typeof PROPAGATION_POLICIES)[number]

/** The garbage collector removes these finalizers once it has handled the dependents. */
export const ORPHAN_FINALIZER = 'orphan'
export const FOREGROUND_FINALIZER = 'foregroundDeletion'
/** The federation removes this finalizer once it has handled the copies in member clusters. */
export const MEMBERS_FINALIZER = 'federation.kubernetes.io/delete-from-underlying-clusters'
const COLLECTOR_FINALIZERS: readonly string[] = [ORPHAN_FINALIZER, FOREGROUND_FINALIZER]

/**
 * The finalizers of an object that is being deleted: by the request, else by the finalizers that the object has, else
 * by the default of the kind.
 */
export function deletionFinalizers(
  { finalizers = [], deletionTimestamp }: ObjectMeta,
  policy: PropagationPolicy | undefined,
  orphansByDefault: boolean,
): string[] {
  const others = finalizers.filter((finalizer) => !COLLECTOR_FINALIZERS.includes(finalizer))
  switch (policy) {
    case 'Orphan':
      return [...others, ORPHAN_FINALIZER]
    case 'Foreground':
      return [...others, FOREGROUND_FINALIZER]
    case 'Background':
      return others
    case undefined:
      // A second delete without options does not change the first one.
      if (others.length < finalizers.length || deletionTimestamp) return [...finalizers]
      return orphansByDefault ? [...others, ORPHAN_FINALIZER] : others
  }
}

/**
 * Marks an object with finalizers or a grace period as being deleted. A second call may only shorten the grace period.
 * `now` is in milliseconds since 1970.
 */
export function beginDeletion(metadata: ObjectMeta, now: number, gracePeriod = 0): void {
  if (metadata.deletionTimestamp) {
    shorten(metadata, gracePeriod)
    return
  }
  metadata.deletionTimestamp = formatTime(new Date(now + gracePeriod * 1000))
  metadata.deletionGracePeriodSeconds = gracePeriod
  if ((metadata.generation ?? 0) > 0) metadata.generation = (metadata.generation ?? 0) + 1
}

function shorten(metadata: ObjectMeta, gracePeriod: number): void {
  const { deletionTimestamp, deletionGracePeriodSeconds: before = 0 } = metadata
  if (gracePeriod >= before) return
  const end = Date.parse(deletionTimestamp ?? '') - (before - gracePeriod) * 1000
  metadata.deletionTimestamp = formatTime(new Date(end))
  metadata.deletionGracePeriodSeconds = gracePeriod
}

/** Whether nothing blocks the pending deletion of an object any longer. */
export function isReleased(metadata: ObjectMeta): boolean {
  if (!metadata.deletionTimestamp || (metadata.deletionGracePeriodSeconds ?? 0) > 0) return false
  return (metadata.finalizers ?? []).length === 0
}
