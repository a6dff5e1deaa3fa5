import { fractionWarnings } from '#kinds/shared/resource-names.js'
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim.js'

const STORAGE = ['storage']

/** Warnings about the spec of a claim: an object of its own, or the template of one. */
export function claimSpecWarnings(
  { resources: { requests, limits } = {} }: Readonly<PersistentVolumeClaimSpec>,
  path: string,
): string[] {
  return [
    ...fractionWarnings(requests, STORAGE, `${path}.resources.requests`),
    ...fractionWarnings(limits, STORAGE, `${path}.resources.limits`),
  ]
}
