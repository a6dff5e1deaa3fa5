import { UserInfo } from '#kinds/authentication/tokenreview/index.js'
import { authenticationV1 } from '#kinds/groups.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { type Infer, optional, struct } from '#schema/type.js'

const SelfSubjectReviewStatus = struct(
  'io.k8s.api.authentication.v1.SelfSubjectReviewStatus',
  'The authenticated user.',
  () => ({ userInfo: optional(1, UserInfo, 'The user that the server authenticated.') }),
)

export const SelfSubjectReview = struct(
  'io.k8s.api.authentication.v1.SelfSubjectReview',
  'Returns the user that the server authenticated for the request.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Ignored.'),
    status: optional(2, SelfSubjectReviewStatus, 'Result, filled in by the server.'),
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
