import { SubjectAccessReviewSpec, SubjectAccessReviewStatus } from '#kinds/authorization/access-review.js'
import { expectEmptyMetadata, validateSubjectAction } from '#kinds/authorization/access-rules.js'
import { authorizationV1 } from '#kinds/groups.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Infer, optional, required, struct } from '#schema/type.js'

const LocalSubjectAccessReview = struct(
  'io.k8s.api.authorization.v1.LocalSubjectAccessReview',
  'Checks whether a user may do something in one namespace.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Must be empty except for the namespace.'),
    spec: required(2, SubjectAccessReviewSpec, 'The user and the action to check.'),
    status: optional(3, SubjectAccessReviewStatus, 'Result, filled in by the server.'),
  }),
)
interface LocalSubjectAccessReview extends Infer<typeof LocalSubjectAccessReview> {}

/** The review must be about the namespace of the request. */
function validateLocalReview(
  { metadata, spec }: Readonly<LocalSubjectAccessReview>,
  errors: FieldErrors,
): void {
  errors.field('spec', spec, validateSubjectAction)
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

export const localSubjectAccessReview = builtInKind<LocalSubjectAccessReview>({
  kind: 'LocalSubjectAccessReview',
  plural: 'localsubjectaccessreviews',
  singular: 'localsubjectaccessreview',
  namespaced: true,
  review: true,
  storageVersion: {
    ...authorizationV1,
    schema: LocalSubjectAccessReview,
    subresources: [],
    rules: { validate: validateLocalReview },
  },
})
