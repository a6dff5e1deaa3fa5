import { SelfSubjectAccessReviewSpec, SubjectAccessReviewStatus } from '#kinds/authorization/access-review.js'
import { expectEmptyMetadata, validateAction } from '#kinds/authorization/access-rules.js'
import { authorizationV1 } from '#kinds/groups.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Infer, optional, required, struct } from '#schema/type.js'

export const SelfSubjectAccessReview = struct(
  'io.k8s.api.authorization.v1.SelfSubjectAccessReview',
  'Checks whether the user of this request may do something.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Must be empty.'),
    spec: required(2, SelfSubjectAccessReviewSpec, 'The action to check.'),
    status: optional(3, SubjectAccessReviewStatus, 'Result, filled in by the server.'),
  }),
)
export interface SelfSubjectAccessReview extends Infer<typeof SelfSubjectAccessReview> {}

export const selfSubjectAccessReview = builtInKind<SelfSubjectAccessReview>({
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  singular: 'selfsubjectaccessreview',
  namespaced: false,
  review: true,
  storageVersion: {
    ...authorizationV1,
    schema: SelfSubjectAccessReview,
    subresources: [],
    rules: {
      validate: ({ metadata, spec }, errors) => {
        errors.field('spec', spec, validateAction)
        expectEmptyMetadata(metadata, errors)
      },
    },
  },
})
