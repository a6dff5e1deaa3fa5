import { boolean, explicit, type Infer, list, map, optional, required, string, struct } from '#schema/type.js'
import { NonResourceAttributes, ResourceAttributes } from './attributes.js'

const RESOURCE = 'The action, if it is on a resource.'
const PATH = 'The action, if it is on a path that is no resource.'

/** The spec of a review about the sender of the request. */
export const SelfSubjectAccessReviewSpec = struct(
  'io.k8s.api.authorization.v1.SelfSubjectAccessReviewSpec',
  'The action that is asked about: exactly one of the two.',
  () => ({
    resourceAttributes: explicit(1, ResourceAttributes, RESOURCE),
    nonResourceAttributes: explicit(2, NonResourceAttributes, PATH),
  }),
)
export interface SelfSubjectAccessReviewSpec extends Infer<typeof SelfSubjectAccessReviewSpec> {}

/** The spec of a review about any user. */
export const SubjectAccessReviewSpec = struct(
  'io.k8s.api.authorization.v1.SubjectAccessReviewSpec',
  'The action that is asked about, and by whom.',
  () => ({
    resourceAttributes: explicit(1, ResourceAttributes, RESOURCE),
    nonResourceAttributes: explicit(2, NonResourceAttributes, PATH),
    user: optional(3, string, 'Name of the user; without one the groups alone are asked about.'),
    groups: optional(4, list(string), 'Groups that the user is in; no other ones are added.', {
      listType: 'atomic',
    }),
    extra: optional(5, map(list(string)), 'What an authenticator knows of the user besides.'),
    uid: optional(6, string, 'Identifier of the user.'),
  }),
)
export interface SubjectAccessReviewSpec extends Infer<typeof SubjectAccessReviewSpec> {}

export const SubjectAccessReviewStatus = struct(
  'io.k8s.api.authorization.v1.SubjectAccessReviewStatus',
  'The answer to the question whether an action is allowed.',
  () => ({
    allowed: required(1, boolean, 'Whether the action is allowed.'),
    denied: optional(4, boolean, 'True when the action is refused whatever else allows it.'),
    reason: optional(2, string, 'Why, for readers.'),
    evaluationError: optional(3, string, 'What could not be looked at; the answer holds all the same.'),
  }),
)
export interface SubjectAccessReviewStatus extends Infer<typeof SubjectAccessReviewStatus> {}
