import { protect } from '#kinds/shared/protection.js'
import { reconcileDataSources } from './data-sources.js'
import type { PersistentVolumeClaim } from './schema.js'

/** The finalizer that keeps a claim as long as a pod uses it. */
const PROTECTION = 'kubernetes.io/pvc-protection'

export function prepareNewClaim(claim: PersistentVolumeClaim): void {
  protect(claim.metadata, PROTECTION)
  reconcileDataSources(claim.spec)
  claim.status.phase = 'Pending'
}

export function prepareChangedClaim({ spec }: PersistentVolumeClaim): void {
  reconcileDataSources(spec)
}
