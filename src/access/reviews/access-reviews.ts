import type { RequestAttributes } from '../../http/request-attributes.js'
import type {
  SelfSubjectAccessReviewSpec,
  SubjectAccessReviewSpec,
} from '../../kinds/authorization/access-spec.js'
import type { SubjectAccessReviewStatus } from '../../kinds/authorization/access-status.js'
import type { SelfSubjectAccessReview } from '../../kinds/authorization/selfsubjectaccessreview/schema.js'
import type { SelfSubjectRulesReview } from '../../kinds/authorization/selfsubjectrulesreview/schema.js'
import type { SubjectAccessReview } from '../../kinds/authorization/subjectaccessreview/schema.js'
import { badRequest } from '../../meta/api-error.js'
import type { User } from '../../meta/user.js'
import type { Evaluator } from '../../registry/evaluation.js'
import type { Authorizer } from '../authorization/authorizer.js'
import { joined } from '../authorization/rbac/authorizer.js'
import { unreadSelectors } from './unread-selectors.js'

/** May I? */
export const reviewOwnAccess =
  (authorizer: Authorizer): Evaluator<SelfSubjectAccessReview> =>
  ({ object, user }) => {
    object.status = decide(authorizer, user, object.spec)
  }

/** May another user? The user is in the groups that are named, and in no other. */
export const reviewAccess =
  (authorizer: Authorizer): Evaluator<SubjectAccessReview> =>
  ({ object }) => {
    object.status = decide(authorizer, subjectOf(object.spec), object.spec)
  }

/** What may I, in a namespace and everywhere? */
export const reviewOwnRules =
  (authorizer: Authorizer): Evaluator<SelfSubjectRulesReview> =>
  ({ object, user }) => {
    const { namespace } = object.spec
    if (namespace === undefined) throw badRequest('no namespace on request')
    const { rules, problems } = authorizer.rulesFor(user, namespace)
    object.status = {
      resourceRules: rules
        .filter(({ resources }) => resources?.length)
        .map(({ verbs, apiGroups, resources, resourceNames }) => ({
          verbs,
          apiGroups,
          resources,
          resourceNames,
        })),
      nonResourceRules: rules
        .filter(({ nonResourceURLs }) => nonResourceURLs?.length)
        .map(({ verbs, nonResourceURLs }) => ({ verbs, nonResourceURLs })),
      incomplete: false,
      evaluationError: problems.length === 0 ? undefined : joined(problems),
    }
  }

function decide(
  authorizer: Authorizer,
  user: User,
  spec: Readonly<SelfSubjectAccessReviewSpec>,
): SubjectAccessReviewStatus {
  const { allowed, reason } = authorizer.decide(attributesOf(user, spec))
  const { resourceAttributes } = spec
  const evaluationError = resourceAttributes && unreadSelectors(resourceAttributes)
  return { allowed, reason: reason || undefined, evaluationError }
}

function attributesOf(
  user: User,
  { resourceAttributes, nonResourceAttributes }: Readonly<SelfSubjectAccessReviewSpec>,
): RequestAttributes {
  if (resourceAttributes === undefined) {
    const { verb = '', path = '' } = nonResourceAttributes ?? {}
    return { user, verb, path, resource: undefined }
  }
  const {
    verb = '',
    group = '',
    version = '*',
    resource = '',
    subresource,
    namespace,
    name,
  } = resourceAttributes
  return {
    user,
    verb,
    path: '',
    resource: { group, version, plural: resource, subresource, namespace, name },
  }
}

function subjectOf({ user = '', groups = [], extra = {}, uid }: Readonly<SubjectAccessReviewSpec>): User {
  return { name: user, uid, groups, extra }
}
