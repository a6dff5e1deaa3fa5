import { expectEmptyMetadata, validateAction } from '#kinds/authorization/access-rules.js'
import { authorizationV1 } from '#kinds/groups.js'
import { builtInKind } from '#registry/kind.js'
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
