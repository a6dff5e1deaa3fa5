import { defineKind } from '../../../registry/kind.js'
import { authenticationV1 } from '../../groups.js'
import { TokenReview } from './schema.js'

export const tokenReview = defineKind<TokenReview>({
  kind: 'TokenReview',
  plural: 'tokenreviews',
  singular: 'tokenreview',
  namespaced: false,
  evaluated: true,
  storageVersion: { ...authenticationV1, schema: TokenReview, subresources: [] },
})
