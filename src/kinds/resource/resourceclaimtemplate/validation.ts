import { validateClaimSpec } from '#kinds/resource/claim-rules.js'
import { type ResourceClaimTemplate, V1 } from '#kinds/resource/types/kind-types.js'
import { validateTemplateMetadata } from '#kinds/shared/template-metadata.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { semanticEqual } from '#schema/equal.js'

export function validateTemplate({ spec }: Readonly<ResourceClaimTemplate>, errors: FieldErrors): void {
  errors.field('spec', spec, ({ metadata, spec }, errors) => {
    errors.field('metadata', metadata, validateTemplateMetadata)
    errors.field('spec', spec, validateClaimSpec)
  })
}

export function validateTemplateUpdate(
  { spec }: Readonly<ResourceClaimTemplate>,
  { spec: before }: Readonly<ResourceClaimTemplate>,
  errors: FieldErrors,
): void {
  if (!semanticEqual(V1.ResourceClaimTemplateSpec, spec, before)) {
    errors.invalid('spec', spec, 'field is immutable')
  }
}
