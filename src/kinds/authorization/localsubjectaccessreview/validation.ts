import { expectEmptyMetadata, validateSubjectAction } from '#kinds/authorization/access-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import type { LocalSubjectAccessReview } from './schema.js'

/** The question is about the namespace that it is asked in. */
export function validateLocalReview(
  { metadata, spec }: Readonly<LocalSubjectAccessReview>,
  errors: FieldErrors,
): void {
  errors.member('spec', spec, validateSubjectAction)
  expectEmptyMetadata({ ...metadata, namespace: undefined }, errors, 'must be empty except for namespace')
  const { resourceAttributes, nonResourceAttributes } = spec
  const { namespace = '' } = resourceAttributes ?? {}
  if (resourceAttributes !== undefined && namespace !== metadata.namespace) {
    errors.invalid('spec.resourceAttributes.namespace', namespace, 'must match metadata.namespace')
  }
  if (nonResourceAttributes !== undefined) {
    errors.invalid('spec.nonResourceAttributes', nonResourceAttributes, 'disallowed on this kind of request')
  }
}
