import { expectEmptyMetadata, validateSubjectAction } from '#kinds/authorization/access-rules.js'
import { authorizationV1 } from '#kinds/groups.js'
import { builtInKind } from '#registry/kind.js'
import { SubjectAccessReview } from './schema.js'

export const subjectAccessReview = builtInKind<SubjectAccessReview>({
  kind: 'SubjectAccessReview',
  plural: 'subjectaccessreviews',
  singular: 'subjectaccessreview',
  namespaced: false,
  review: true,
  storageVersion: {
    ...authorizationV1,
    schema: SubjectAccessReview,
    subresources: [],
    rules: {
      validate: ({ metadata, spec }, errors) => {
        errors.member('spec', spec, validateSubjectAction)
        expectEmptyMetadata(metadata, errors)
      },
    },
  },
})
