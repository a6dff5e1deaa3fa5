import {
  FRACTION,
  hasDomain,
  isHugePages,
  isNative,
  isStandard,
  OF_CONTAINERS,
} from '#kinds/shared/resource-names.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { NEGATIVE } from '#meta/field-rules.js'
import { qualifiedName } from '#meta/formats.js'

/** Resources in legacy groups: messages quote names, and few rules apply to extended and to counted resources. */

/** Local storage can be requested, but limits of it are not enforced. */
export const NO_STORAGE_LIMITS =
  'ResourceEphemeralStorage field disabled by feature-gate for ResourceRequirements'

/** Cannot be overcommitted, although its domain is one of Kubernetes. */
export const NVIDIA = 'alpha.kubernetes.io/nvidia-gpu'

export function mustBeLegacyAmount(amount: string, errors: FieldErrors, name: string): void {
  if (!OF_CONTAINERS.has(name)) validateName(name, errors)
  if (amount.startsWith('-')) errors.invalid(`[${name}]`, amount, NEGATIVE)
  if (!isNative(name) && FRACTION.test(amount)) errors.invalid(`[${name}]`, amount, 'must be an integer')
}

function validateName(name: string, errors: FieldErrors): void {
  const messages = qualifiedName(name)
  for (const message of messages) errors.invalid(`[${name}]`, name, message)
  if (hasDomain(name)) return
  if (messages.length === 0 && !isStandard(name)) {
    errors.invalid(`[${name}]`, name, 'must be a standard resource type or fully qualified')
  }
  if (!isHugePages(name)) errors.invalid(`[${name}]`, name, 'must be a standard resource for containers')
}
