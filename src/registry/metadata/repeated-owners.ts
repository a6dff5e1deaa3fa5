import { type ObjectMeta, OwnerReference } from '#meta/object-meta.js'
import { semanticEqual } from '#schema/equal.js'

/** Kubernetes removes repeated owners of patches after admission. */
const AFTER_ADMISSION = ' after mutating admission happens'

/** Removes owner references that repeat others, and warns of them. */
export function removeRepeatedOwners(
  metadata: ObjectMeta,
  warnings: string[] | undefined,
  isPatched = false,
): void {
  const { ownerReferences: owners } = metadata
  if (owners === undefined || owners.length < 2) return
  const kept: OwnerReference[] = []
  const repeated: string[] = []
  const seen = new Set<string>()
  for (const owner of owners) {
    if (seen.has(owner.uid) && kept.some((other) => semanticEqual(OwnerReference, owner, other))) {
      repeated.push(owner.uid)
      continue
    }
    seen.add(owner.uid)
    kept.push(owner)
  }
  if (repeated.length === 0) return
  metadata.ownerReferences = kept
  const when = isPatched ? AFTER_ADMISSION : ''
  const warning = `.metadata.ownerReferences contains duplicate entries${when}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${repeated.join(', ')}`
  // A write may be tried again.
  if (!warnings?.includes(warning)) warnings?.push(warning)
}
