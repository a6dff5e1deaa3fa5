import { boolean, type Infer, optional, required, string, struct } from '#schema/type.js'

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
