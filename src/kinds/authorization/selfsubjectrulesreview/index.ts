import { authorizationV1 } from '#kinds/groups.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import { builtInKind } from '#registry/kind.js'
import { boolean, type Infer, list, optional, required, string, struct } from '#schema/type.js'

const SelfSubjectRulesReviewSpec = struct(
  'io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec',
  'Namespace of the review.',
  () => ({ namespace: optional(1, string, 'Namespace to list the rules of.') }),
)

const ResourceRule = struct(
  'io.k8s.api.authorization.v1.ResourceRule',
  'A rule that allows verbs on resources.',
  () => ({
    verbs: required(1, list(string), 'Verbs that are allowed; * stands for all.', { listType: 'atomic' }),
    apiGroups: optional(2, list(string), 'Groups of the resources.', { listType: 'atomic' }),
    resources: optional(3, list(string), 'The resources; a subresource follows a slash.', {
      listType: 'atomic',
    }),
    resourceNames: optional(4, list(string), 'Object names that the rule is limited to; all when empty.', {
      listType: 'atomic',
    }),
  }),
)

const NonResourceRule = struct(
  'io.k8s.api.authorization.v1.NonResourceRule',
  'A rule that allows methods on non-resource paths.',
  () => ({
    verbs: required(1, list(string), 'Methods that are allowed, in lower case; * stands for all.', {
      listType: 'atomic',
    }),
    nonResourceURLs: optional(2, list(string), 'The paths; a * at the end matches any suffix.', {
      listType: 'atomic',
    }),
  }),
)

const SubjectRulesReviewStatus = struct(
  'io.k8s.api.authorization.v1.SubjectRulesReviewStatus',
  'Rules of the user.',
  () => ({
    resourceRules: required(1, list(ResourceRule), 'Rules for resources, in no particular order.', {
      listType: 'atomic',
    }),
    nonResourceRules: required(
      2,
      list(NonResourceRule),
      'Rules for non-resource paths, in no particular order.',
      {
        listType: 'atomic',
      },
    ),
    incomplete: required(3, boolean, 'True when there may be more rules than are listed.'),
    evaluationError: optional(4, string, 'Error during evaluation, such as a missing role.'),
  }),
)

export const SelfSubjectRulesReview = struct(
  'io.k8s.api.authorization.v1.SelfSubjectRulesReview',
  'Lists what the user of this request may do in a namespace.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Ignored.'),
    spec: required(2, SelfSubjectRulesReviewSpec, 'Namespace of the review.'),
    status: optional(3, SubjectRulesReviewStatus, 'Result, filled in by the server.'),
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
