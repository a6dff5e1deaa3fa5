import { authorizationV1 } from '#kinds/groups.js'
import { builtInKind } from '#registry/kind.js'
import { SelfSubjectRulesReview } from './schema.js'

export const selfSubjectRulesReview = builtInKind<SelfSubjectRulesReview>({
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  singular: 'selfsubjectrulesreview',
  namespaced: false,
  review: true,
  storageVersion: { ...authorizationV1, schema: SelfSubjectRulesReview, subresources: [] },
})
