import type { Pod } from '#kinds/core/pod/schema.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { waitsForFirstConsumer } from '#workloads/volumes/storage-classes.js'
import { CLAIMS, type ClaimSummary, type Claims } from '#workloads/volumes/summaries.js'

/** The indexes in which claims of a pod are found. */
export interface PodClaims {
  readonly claims: Claims
  readonly feed: ChangeFeed
}

/** The state of the claims that a pod uses. */
export type ClaimsState =
  | { readonly type: 'bound' }
  /** Why the pod cannot be scheduled. */
  | { readonly type: 'missing'; readonly reason: string }
  /** Claims that wait for their first consumer. */
  | { readonly type: 'awaiting-node'; readonly claims: readonly ClaimSummary[] }

export function claimKeys({ metadata, spec }: Readonly<Pod>): readonly string[] {
  return (spec.volumes ?? []).flatMap(({ persistentVolumeClaim: claim }) =>
    claim === undefined ? [] : [`${CLAIMS}${metadata.namespace}/${claim.claimName}`],
  )
}

export function claimsState(keys: readonly string[], { claims, feed }: PodClaims): ClaimsState {
  const unbound: ClaimSummary[] = []
  for (const key of keys) {
    const claim = claims.get(key)
    const name = JSON.stringify(key.slice(key.lastIndexOf('/') + 1))
    if (claim === undefined) return { type: 'missing', reason: `persistentvolumeclaim ${name} not found` }
    if (claim.isTerminating)
      return { type: 'missing', reason: `persistentvolumeclaim ${name} is being deleted` }
    if (claim.isBound) continue
    if (!waitsForFirstConsumer(feed, claim.className))
      return { type: 'missing', reason: 'pod has unbound immediate PersistentVolumeClaims' }
    unbound.push(claim)
  }
  return unbound.length === 0 ? { type: 'bound' } : { type: 'awaiting-node', claims: unbound }
}
