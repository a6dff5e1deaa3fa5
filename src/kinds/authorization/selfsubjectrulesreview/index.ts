import { authorizationV1 } from '#kinds/groups.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { boolean, type Infer, list, optional, required, string, struct } from '#schema/type.js'

const SelfSubjectRulesReviewSpec = struct(
  'io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec',
  'The namespace that is asked about.',
  () => ({ namespace: optional(1, string, 'Namespace in which the rights hold.') }),
)

const ResourceRule = struct('io.k8s.api.authorization.v1.ResourceRule', 'A right to resources.', () => ({
  verbs: required(1, list(string), 'Verbs that are allowed; * stands for all.', { listType: 'atomic' }),
  apiGroups: optional(2, list(string), 'Groups of the resources.', { listType: 'atomic' }),
  resources: optional(3, list(string), 'The resources, with a subresource behind a slash.', {
    listType: 'atomic',
  }),
  resourceNames: optional(4, list(string), 'Names that the right is limited to.', { listType: 'atomic' }),
}))

const NonResourceRule = struct('io.k8s.api.authorization.v1.NonResourceRule', 'A right to paths.', () => ({
  verbs: required(1, list(string), 'Methods that are allowed, in lower case; * stands for all.', {
    listType: 'atomic',
  }),
  nonResourceURLs: optional(2, list(string), 'The paths; a * at the end stands for all that begin so.', {
    listType: 'atomic',
  }),
}))

const SubjectRulesReviewStatus = struct(
  'io.k8s.api.authorization.v1.SubjectRulesReviewStatus',
  'What a user may do.',
  () => ({
    resourceRules: required(1, list(ResourceRule), 'Rights to resources, in no particular order.', {
      listType: 'atomic',
    }),
    nonResourceRules: required(2, list(NonResourceRule), 'Rights to paths, in no particular order.', {
      listType: 'atomic',
    }),
    incomplete: required(3, boolean, 'True when there may be more rights than are listed.'),
    evaluationError: optional(4, string, 'What could not be looked at, such as a role that is not there.'),
  }),
)

export const SelfSubjectRulesReview = struct(
  'io.k8s.api.authorization.v1.SelfSubjectRulesReview',
  'Asks for all that the sender of the request may do in a namespace.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Is not looked at.'),
    spec: required(2, SelfSubjectRulesReviewSpec, 'The namespace that is asked about.'),
    status: optional(3, SubjectRulesReviewStatus, 'The answer, filled in by the server.'),
  }),
)
export interface SelfSubjectRulesReview extends Infer<typeof SelfSubjectRulesReview> {}

export const selfSubjectRulesReview = builtInKind<SelfSubjectRulesReview>({
  kind: 'SelfSubjectRulesReview',
  plural: 'selfsubjectrulesreviews',
  singular: 'selfsubjectrulesreview',
  namespaced: false,
  review: true,
  storageVersion: { ...authorizationV1, schema: SelfSubjectRulesReview, subresources: [] },
})
