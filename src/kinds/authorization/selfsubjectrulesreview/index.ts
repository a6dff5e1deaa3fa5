import { defineKind } from '../../../registry/kind.js'
import { authorizationV1 } from '../../groups.js'
import { SelfSubjectRulesReview } from './schema.js'

export const selfSubjectRulesReview = defineKind<SelfSubjectRulesReview>({
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  singular: 'selfsubjectrulesreview',
  namespaced: false,
  evaluated: true,
  storageVersion: { ...authorizationV1, schema: SelfSubjectRulesReview, subresources: [] },
})
