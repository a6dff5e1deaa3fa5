import { defineKind } from '../../../registry/kind.js'
import { authenticationV1 } from '../../groups.js'
import { SelfSubjectReview } from './schema.js'

export const selfSubjectReview = defineKind<SelfSubjectReview>({
  kind: 'SelfSubjectReview',
  plural: 'selfsubjectreviews',
  singular: 'selfsubjectreview',
  namespaced: false,
  evaluated: true,
  storageVersion: { ...authenticationV1, schema: SelfSubjectReview, subresources: [] },
})
