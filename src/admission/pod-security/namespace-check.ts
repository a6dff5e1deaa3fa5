import type { StoredObjects } from '#admission/stored-objects.js'
import type { Namespace } from '#kinds/core/namespace/schema.js'
import type { Pod } from '#kinds/core/pod/schema.js'
import { invalid } from '#meta/api-error.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import type { PodSecurityConfig } from './configuration.js'
import { violationsOf } from './evaluate.js'
import { describeStandard, isSame, isStricter, type Policy, policyOf, type Standard } from './policy.js'

const PODS = 'core/pods/'
/** Of the pods that a new level is compared with. */
const MAX_PODS = 3000

/** Rejects labels that cannot be read, unless they were there before, and warns of pods that a stricter level forbids. */
export async function checkNamespace(
  review: AdmissionReview,
  stored: StoredObjects,
  { defaults, exempt }: PodSecurityConfig,
): Promise<void> {
  const { metadata } = review.object as Namespace
  const { current, version, warnings } = review
  const policy = policyOf(metadata.labels, defaults)
  const before = current && policyOf(current.metadata.labels, defaults)
  if (policy.errors.length > 0 && describeErrors(policy) !== (before && describeErrors(before)))
    throw invalid(version, metadata.name ?? '', policy.errors)
  if (warnings === undefined || before === undefined || !isRaised(policy.enforce, before.enforce)) return
  const namespace = metadata.name as string
  if (exempt.namespaces.has(namespace)) return
  const pods = await stored.allOf<Pod>(PODS, namespace)
  const found = warningsOf(pods.slice(0, MAX_PODS), policy.enforce)
  const standard = JSON.stringify(describeStandard(policy.enforce))
  const of = JSON.stringify(namespace)
  if (pods.length > MAX_PODS)
    warnings.push(
      `new PodSecurity enforce level only checked against the first ${MAX_PODS} of ${pods.length} existing pods`,
    )
  if (found.length === 0) return
  warnings.push(
    `existing pods in namespace ${of} violate the new PodSecurity enforce level ${standard}`,
    ...found,
  )
}

const describeErrors = ({ errors }: Policy) => JSON.stringify(errors)

/** Of the same version, a laxer level allows every pod that is there. */
const isRaised = (standard: Standard, before: Standard) =>
  standard.level !== 'privileged' &&
  !isSame(standard, before) &&
  (standard.minor !== before.minor || isStricter(standard, before))

function warningsOf(pods: readonly Pod[], standard: Standard): readonly string[] {
  const found = new Map<string, { readonly name: string; others: number }>()
  for (const { metadata, spec } of pods) {
    const violations = violationsOf({ metadata, spec }, standard)
    if (violations.length === 0) continue
    const reasons = violations.map(({ reason }) => reason).join(', ')
    const same = found.get(reasons)
    if (same === undefined) found.set(reasons, { name: metadata.name as string, others: 0 })
    else same.others++
  }
  return [...found].map(([reasons, { name, others }]) => `${name}${andOthers(others)}: ${reasons}`).sort()
}

const andOthers = (others: number) =>
  others === 0 ? '' : ` (and ${others} other ${others === 1 ? 'pod' : 'pods'})`
