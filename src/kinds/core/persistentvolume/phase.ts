import { protect } from '#kinds/shared/protection.js'
import { formatTime } from '#schema/times.js'
import type { PersistentVolume } from './schema.js'

/** The finalizer that keeps a volume as long as a claim is bound to it. */
const PROTECTION = 'kubernetes.io/pv-protection'

const now = () => formatTime(new Date())

export function prepareNewVolume(volume: PersistentVolume): void {
  protect(volume.metadata, PROTECTION)
  volume.status.phase = 'Pending'
  volume.status.lastPhaseTransitionTime = now()
}

/** The server notes when the phase changes, unless the report says when. */
export function noteTransition(
  { status }: PersistentVolume,
  { status: before }: Readonly<PersistentVolume>,
): void {
  const isSameTime =
    (status.lastPhaseTransitionTime ?? before.lastPhaseTransitionTime) === before.lastPhaseTransitionTime
  if (!isSameTime) return
  status.lastPhaseTransitionTime = status.phase === before.phase ? before.lastPhaseTransitionTime : now()
}
