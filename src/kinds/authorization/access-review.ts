import { boolean, explicit, type Infer, list, map, optional, required, string, struct } from '#schema/type.js'
import { NonResourceAttributes, ResourceAttributes } from './attributes.js'

const RESOURCE = 'The action, if it is on a resource.'
const PATH = 'The action, if it is on a non-resource path.'

/** The spec of a review about the sender of the request. */
export const SelfSubjectAccessReviewSpec = struct(
  'io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec',
  'The action to check; set exactly one field.',
  () => ({
    resourceAttributes: explicit(1, ResourceAttributes, RESOURCE),
    nonResourceAttributes: explicit(2, NonResourceAttributes, PATH),
  }),
)
export interface SelfSubjectAccessReviewSpec extends Infer<typeof SelfSubjectAccessReviewSpec> {}

/** The spec of a review about any user. */
export const SubjectAccessReviewSpec = struct(
  'io.k8s.api.authorization.v1.SubjectAccessReviewSpec',
  'The action to check, and the user.',
  () => ({
    resourceAttributes: explicit(1, ResourceAttributes, RESOURCE),
    nonResourceAttributes: explicit(2, NonResourceAttributes, PATH),
    user: optional(3, string, 'Name of the user; without a name only the groups are checked.'),
    groups: optional(4, list(string), 'Groups of the user; the server adds none.', {
      listType: 'atomic',
    }),
    extra: optional(5, map(list(string)), 'Further data about the user from the authenticator.'),
    uid: optional(6, string, 'Identifier of the user.'),
  }),
)
export interface SubjectAccessReviewSpec extends Infer<typeof SubjectAccessReviewSpec> {}

export const SubjectAccessReviewStatus = struct(
  'io.k8s.api.authorization.v1.SubjectAccessReviewStatus',
  'Result of an access review.',
  () => ({
    allowed: required(1, boolean, 'Whether the action is allowed.'),
    denied: optional(
      4,
      boolean,
      'True when an authorizer denied the action, which overrides others that allow it.',
    ),
    reason: optional(2, string, 'Reason of the decision, for people.'),
    evaluationError: optional(3, string, 'Error during evaluation; the decision is valid despite it.'),
  }),
)
export interface SubjectAccessReviewStatus extends Infer<typeof SubjectAccessReviewStatus> {}
