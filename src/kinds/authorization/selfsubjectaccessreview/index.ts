import { builtInKind } from '../../../registry/kind.js'
import { authorizationV1 } from '../../groups.js'
import { expectEmptyMetadata, validateAction } from '../access-rules.js'
import { SelfSubjectAccessReview } from './schema.js'

export const selfSubjectAccessReview = builtInKind<SelfSubjectAccessReview>({
  kind: 'SelfSubjectAccessReview',
  plural: 'selfsubjectaccessreviews',
  singular: 'selfsubjectaccessreview',
  namespaced: false,
  review: true,
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
