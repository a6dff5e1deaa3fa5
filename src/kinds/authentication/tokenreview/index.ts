import { authenticationV1 } from '#kinds/groups.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { boolean, type Infer, list, map, optional, required, string, struct } from '#schema/type.js'

export const UserInfo = struct('io.k8s.api.authentication.v1.UserInfo', 'Who a user is.', () => ({
  username: optional(1, string, 'Name that is unique among all users.'),
  uid: optional(2, string, 'Identifier that is never given again.'),
  groups: optional(3, list(string), 'Groups that the user is in.', { listType: 'atomic' }),
  extra: optional(4, map(list(string)), 'What an authenticator knows of the user besides.'),
}))
export interface UserInfo extends Infer<typeof UserInfo> {}

const TokenReviewSpec = struct(
  'io.k8s.api.authentication.v1.TokenReviewSpec',
  'The token that is asked about.',
  () => ({
    token: optional(1, string, 'The token, as requests carry it.'),
    audiences: optional(2, list(string), 'For whom the token has to be; for this server when left out.', {
      listType: 'atomic',
    }),
  }),
)

const TokenReviewStatus = struct(
  'io.k8s.api.authentication.v1.TokenReviewStatus',
  'Whose the token is.',
  () => ({
    authenticated: optional(1, boolean, 'True when the token is known and valid.'),
    user: optional(2, UserInfo, 'The user that the token belongs to.'),
    audiences: optional(4, list(string), 'For whom the token is, of those that were asked for.', {
      listType: 'atomic',
    }),
    error: optional(3, string, 'Why the token is not accepted.'),
  }),
)

export const TokenReview = struct(
  'io.k8s.api.authentication.v1.TokenReview',
  'Asks whose a token is.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Is not looked at.'),
    spec: required(2, TokenReviewSpec, 'The token that is asked about.'),
    status: optional(3, TokenReviewStatus, 'The answer, filled in by the server.'),
  }),
)
export interface TokenReview extends Infer<typeof TokenReview> {}

export const tokenReview = builtInKind<TokenReview>({
  kind: 'TokenReview',
  plural: 'tokenreviews',
  singular: 'tokenreview',
  namespaced: false,
  review: true,
  storageVersion: { ...authenticationV1, schema: TokenReview, subresources: [] },
})
