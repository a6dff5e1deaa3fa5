import type { ObjectMeta } from '#meta/object-meta.js'
import { formatTime } from '#schema/times.js'

/** What becomes of the objects that are owned by one that is deleted. */
export const PROPAGATION_POLICIES = ['Foreground', 'Background', 'Orphan'] as const
export type PropagationPolicy = (typeof PROPAGATION_POLICIES)[number]

/** Finalizers by which the garbage collector holds an object until it has dealt with its dependents. */
export const ORPHAN_FINALIZER = 'orphan'
export const FOREGROUND_FINALIZER = 'foregroundDeletion'
/** The finalizer by which the federation holds an object until it has dealt with the copies in member clusters. */
export const MEMBERS_FINALIZER = 'federation.kubernetes.io/delete-from-underlying-clusters'
const COLLECTOR_FINALIZERS: readonly string[] = [ORPHAN_FINALIZER, FOREGROUND_FINALIZER]

/**
 * The finalizers of an object that is being deleted. What the request says comes first, then a finalizer that
 * the object already has, then what the kind does by default.
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
      // A second deletion that asks for nothing in particular leaves the first one to its course.
      if (others.length < finalizers.length || deletionTimestamp) return [...finalizers]
      return orphansByDefault ? [...others, ORPHAN_FINALIZER] : others
  }
}

/**
 * Marks an object that finalizers or a grace period hold back as one that is going away. Doing it twice changes nothing,
 * but that a grace period may be made shorter. `now` is in milliseconds since 1970.
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

/** Whether nothing holds an object back any longer from the deletion that was asked for. */
export function isReleased(metadata: ObjectMeta): boolean {
  if (!metadata.deletionTimestamp || (metadata.deletionGracePeriodSeconds ?? 0) > 0) return false
  return (metadata.finalizers ?? []).length === 0
}
