import { SubjectAccessReviewSpec } from '#kinds/authorization/access-spec.js'
import { SubjectAccessReviewStatus } from '#kinds/authorization/access-status.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { type Infer, optional, required, struct } from '#schema/type.js'

export const SubjectAccessReview = struct(
  'io.k8s.api.authorization.v1.SubjectAccessReview',
  'Asks whether a user may do something.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Has to be left empty.'),
    spec: required(2, SubjectAccessReviewSpec, 'The user and the action that are asked about.'),
    status: optional(3, SubjectAccessReviewStatus, 'The answer, filled in by the server.'),
  }),
)
export interface SubjectAccessReview extends Infer<typeof SubjectAccessReview> {}
