import { defineKind } from '../../../registry/kind.js'
import { authorizationV1 } from '../../groups.js'
import { expectEmptyMetadata, validateAction } from '../access-rules.js'
import { SelfSubjectAccessReview } from './schema.js'

export const selfSubjectAccessReview = defineKind<SelfSubjectAccessReview>({
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  singular: 'selfsubjectaccessreview',
  namespaced: false,
  evaluated: true,
  storageVersion: {
    ...authorizationV1,
    schema: SelfSubjectAccessReview,
    subresources: [],
    rules: {
      validate: ({ metadata, spec }, errors) => {
        errors.member('spec', spec, validateAction)
        expectEmptyMetadata(metadata, errors)
      },
    },
  },
})
