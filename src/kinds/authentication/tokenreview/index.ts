import { authenticationV1 } from '#kinds/groups.js'
import { builtInKind } from '#registry/kind.js'
import { TokenReview } from './schema.js'

export const tokenReview = builtInKind<TokenReview>({
  kind: 'TokenReview',
  plural: 'tokenreviews',
  singular: 'tokenreview',
  namespaced: false,
  review: true,
  storageVersion: { ...authenticationV1, schema: TokenReview, subresources: [] },
})
