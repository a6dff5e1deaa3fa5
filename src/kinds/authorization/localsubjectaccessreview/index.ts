import { authorizationV1 } from '#kinds/groups.js'
import { builtInKind } from '#registry/kind.js'
import { LocalSubjectAccessReview } from './schema.js'
import { validateLocalReview } from './validation.js'

export const localSubjectAccessReview = builtInKind<LocalSubjectAccessReview>({
  kind: 'LocalSubjectAccessReview',
  plural: 'localsubjectaccessreviews',
  singular: 'localsubjectaccessreview',
  namespaced: true,
  review: true,
  storageVersion: {
    ...authorizationV1,
    schema: LocalSubjectAccessReview,
    subresources: [],
    rules: { validate: validateLocalReview },
  },
})
