import { SubjectAccessReviewSpec, SubjectAccessReviewStatus } from '#kinds/authorization/access-review.js'
import { expectEmptyMetadata, validateSubjectAction } from '#kinds/authorization/access-rules.js'
import { authorizationV1 } from '#kinds/groups.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Infer, optional, required, struct } from '#schema/type.js'

export const SubjectAccessReview = struct(
  'io.k8s.api.authorization.v1.SubjectAccessReview',
  'Checks whether a user may do something.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Must be empty.'),
    spec: required(2, SubjectAccessReviewSpec, 'The user and the action to check.'),
    status: optional(3, SubjectAccessReviewStatus, 'Result, filled in by the server.'),
  }),
)
export interface SubjectAccessReview extends Infer<typeof SubjectAccessReview> {}

export const subjectAccessReview = builtInKind<SubjectAccessReview>({
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  singular: 'subjectaccessreview',
  namespaced: false,
  review: true,
  storageVersion: {
    ...authorizationV1,
    schema: SubjectAccessReview,
    subresources: [],
    rules: {
      validate: ({ metadata, spec }, errors) => {
        errors.field('spec', spec, validateSubjectAction)
        expectEmptyMetadata(metadata, errors)
      },
    },
  },
})
