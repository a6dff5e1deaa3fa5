import { authenticationV1 } from '#kinds/groups.js'
import { builtInKind } from '#registry/kind.js'
import { SelfSubjectReview } from './schema.js'

export const selfSubjectReview = builtInKind<SelfSubjectReview>({
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  singular: 'selfsubjectreview',
  namespaced: false,
  review: true,
  storageVersion: { ...authenticationV1, schema: SelfSubjectReview, subresources: [] },
})
