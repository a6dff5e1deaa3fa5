import { authenticationV1 } from '#kinds/groups.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { boolean, type Infer, list, map, optional, required, string, struct } from '#schema/type.js'

export const UserInfo = struct('io.k8s.api.authentication.v1.UserInfo', 'Who a user is.', () => ({
  username: optional(1, string, 'Name that is unique among all users.'),
  uid: optional(2, string, 'Identifier that is never reused.'),
  groups: optional(3, list(string), 'Groups that the user is in.', { listType: 'atomic' }),
  extra: optional(4, map(list(string)), 'Further data about the user from the authenticator.'),
}))
export interface UserInfo extends Infer<typeof UserInfo> {}

const TokenReviewSpec = struct(
  'io.k8s.api.authentication.v1.TokenReviewSpec',
  'The token to review.',
  () => ({
    token: optional(1, string, 'The bearer token.'),
    audiences: optional(
      2,
      list(string),
      'Audiences of which the token must have one; this server when left out.',
      {
        listType: 'atomic',
      },
    ),
  }),
)

const TokenReviewStatus = struct(
  'io.k8s.api.authentication.v1.TokenReviewStatus',
  'Result of the token review.',
  () => ({
    authenticated: optional(1, boolean, 'True when the token is valid.'),
    user: optional(2, UserInfo, 'The user that the token belongs to.'),
    audiences: optional(4, list(string), 'Requested audiences that the token has.', {
      listType: 'atomic',
    }),
    error: optional(3, string, 'Why the token is not accepted.'),
  }),
)

export const TokenReview = struct(
  'io.k8s.api.authentication.v1.TokenReview',
  'Authenticates a token and returns its user.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Ignored.'),
    spec: required(2, TokenReviewSpec, 'The token to review.'),
    status: optional(3, TokenReviewStatus, 'Result, filled in by the server.'),
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
