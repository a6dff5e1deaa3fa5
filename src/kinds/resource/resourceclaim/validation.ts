import { validateClaimSpec } from '#kinds/resource/claim-rules.js'
import { type ResourceClaim, V1 } from '#kinds/resource/types/kind-types.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { semanticEqual } from '#schema/equal.js'

export { validateClaimStatus } from '#kinds/resource/status-rules.js'

export function validateClaim({ spec }: Readonly<ResourceClaim>, errors: FieldErrors): void {
  errors.field('spec', spec, validateClaimSpec)
}

export function validateClaimUpdate(
  { spec }: Readonly<ResourceClaim>,
  { spec: before }: Readonly<ResourceClaim>,
  errors: FieldErrors,
): void {
  if (!semanticEqual(V1.ResourceClaimSpec, spec, before)) errors.invalid('spec', spec, 'field is immutable')
}
