import type { MatchResources } from '#kinds/admissionregistration/shared/match-resources.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { matchedVersion, mayMatch } from './resource-match.js'
import { isSelected, type ObjectFinder } from './selector-match.js'

/**
 * The version in which a policy or binding matches a write; undefined if it does not. Without rules all writes
 * match.
 */
export function matchingVersion(
  resources: MatchResources,
  review: AdmissionReview,
  objects: ObjectFinder,
): ServedVersion | undefined {
  const { matchPolicy, resourceRules = [], excludeResourceRules = [] } = resources
  const seen =
    resourceRules.length === 0
      ? review.version
      : matchedVersion({ rules: resourceRules, matchPolicy }, review)
  if (seen === undefined || !isSelected(resources, review, objects)) return undefined
  const isExcluded = matchedVersion({ rules: excludeResourceRules, matchPolicy }, review) !== undefined
  return isExcluded ? undefined : seen
}

/** Whether such writes can match at all. */
export function mayMatchResources(
  { matchPolicy, resourceRules = [] }: MatchResources,
  version: ServedVersion,
  operation: AdmittedOperation,
): boolean {
  return resourceRules.length === 0 || mayMatch({ rules: resourceRules, matchPolicy }, version, operation)
}
