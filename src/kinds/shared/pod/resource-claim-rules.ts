import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import type { ResourceRequirements } from './containers/container.js'
import type { PodRules } from './pod-rules.js'
import type { PodSpec } from './pod-spec.js'
import type { PodResourceClaim } from './scheduling/scheduling.js'

/** The claims of a pod on devices, and their use by its containers. */

export function validatePodClaims(
  { resourceClaims }: PodSpec,
  errors: FieldErrors,
  { podName }: PodRules,
): void {
  errors.eachDistinct('resourceClaims', resourceClaims, (claim, errors, names) => {
    validateName(claim, errors, names, podName)
    validateSource(claim, errors)
  })
}

function validateName(
  { name, resourceClaimTemplateName: template }: PodResourceClaim,
  errors: FieldErrors,
  names: Set<string>,
  podName: string | undefined,
): void {
  if (name === '') {
    errors.required('name')
    return
  }
  if (names.has(name)) errors.duplicate('name', name)
  else {
    const messages = rfc1123Label(name)
    for (const message of messages) errors.invalid('name', name, message)
    if (messages.length === 0 && podName && template !== undefined) {
      const made = `${podName}-${name}`
      for (const message of rfc1123Subdomain(made)) {
        errors.invalid('name', made, `final ResourceClaim name: ${message}`)
      }
    }
  }
  names.add(name)
}

function validateSource(claim: PodResourceClaim, errors: FieldErrors): void {
  const { resourceClaimName: named, resourceClaimTemplateName: template } = claim
  if (named !== undefined && template !== undefined) {
    const only = 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified'
    errors.invalid('', claim, only)
  }
  if (named === undefined && template === undefined) {
    errors.invalid('', claim, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`')
  }
  if (named !== undefined) errors.format('resourceClaimName', named, rfc1123Subdomain)
  if (template !== undefined) errors.format('resourceClaimTemplateName', template, rfc1123Subdomain)
}

/** The claims that a container uses, each or one of its requests once. */
export function validateUsedClaims(
  { claims }: ResourceRequirements,
  errors: FieldErrors,
  { resourceClaims = [] }: PodSpec,
): void {
  if (claims === undefined) return
  const known = resourceClaims.map(({ name }) => name).filter((name) => name !== '')
  errors.eachDistinct('claims', claims, ({ name, request = '' }, errors, used) => {
    if (name === '') {
      errors.required('name')
      return
    }
    const key = request === '' ? name : `${name}/${request}`
    if (request !== '') errors.format('request', request, rfc1123Label)
    if (used.has(key)) errors.duplicate('', key)
    used.add(key)
    if (known.includes(name)) return
    const names = known.length === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`
    errors.notFound('', name, `must be one of the names in pod.spec.resourceClaims${names}`)
  })
}
