import { UserInfo } from '#kinds/authentication/tokenreview/index.js'
import { authenticationV1 } from '#kinds/groups.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Infer, optional, struct } from '#schema/type.js'

const SelfSubjectReviewStatus = struct(
  'io.k8s.api.authentication.v1.SelfSubjectReviewStatus',
  'Who the sender of the request is.',
  () => ({ userInfo: optional(1, UserInfo, 'The user that the server takes the sender for.') }),
)

export const SelfSubjectReview = struct(
  'io.k8s.api.authentication.v1.SelfSubjectReview',
  'Asks who the sender of the request is.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Is not looked at.'),
    status: optional(2, SelfSubjectReviewStatus, 'The answer, filled in by the server.'),
  }),
)
export interface SelfSubjectReview extends Infer<typeof SelfSubjectReview> {}

export const selfSubjectReview = builtInKind<SelfSubjectReview>({
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  singular: 'selfsubjectreview',
  namespaced: false,
  review: true,
  storageVersion: { ...authenticationV1, schema: SelfSubjectReview, subresources: [] },
})
