import type { Authorizer } from '#access/authorization/authorizer.js'
import { joinErrors } from '#access/authorization/rbac/authorizer.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type {
  SelfSubjectAccessReviewSpec,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from '#kinds/authorization/access-review.js'
import type { SelfSubjectAccessReview } from '#kinds/authorization/selfsubjectaccessreview/index.js'
import type { SelfSubjectRulesReview } from '#kinds/authorization/selfsubjectrulesreview/index.js'
import type { SubjectAccessReview } from '#kinds/authorization/subjectaccessreview/index.js'
import type { PolicyRule } from '#kinds/rbac/policy-rule.js'
import { badRequest } from '#meta/api-error.js'
import type { User } from '#meta/user.js'
import type { ReviewHandler } from '#registry/review-handler.js'
import { selectorErrors } from './selector-errors.js'

/** SelfSubjectAccessReview. */
export const reviewOwnAccess =
  (authorizer: Authorizer): ReviewHandler<SelfSubjectAccessReview> =>
  ({ object, user }) => {
    object.status = decide(authorizer, user, object.spec)
  }

/** SubjectAccessReview. The user has exactly the named groups. */
export const reviewAccess =
  (authorizer: Authorizer): ReviewHandler<SubjectAccessReview> =>
  ({ object }) => {
    object.status = decide(authorizer, subjectOf(object.spec), object.spec)
  }

/** SelfSubjectRulesReview. */
export const reviewOwnRules =
  (authorizer: Authorizer): ReviewHandler<SelfSubjectRulesReview> =>
  ({ object, user }) => {
    const { namespace } = object.spec
    if (namespace === undefined) throw badRequest('no namespace on request')
    const { rules: held, errors } = authorizer.rulesFor(user, namespace)
    const rules = withinLimit(held)
    const incomplete = rules.length < held.length
    const allErrors = incomplete
      ? [...errors, `only ${rules.length} of ${held.length} rules are listed`]
      : errors
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
      incomplete,
      evaluationError: allErrors.length === 0 ? undefined : joinErrors(allErrors),
    }
  }

/** Maximum characters of rules in a response. */
const MAX_CHARACTERS = 2 * 1024 * 1024

/** The first rules, within the limit. */
function withinLimit(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  let left = MAX_CHARACTERS
  const end = rules.findIndex((rule) => {
    const { verbs, apiGroups, resources, resourceNames, nonResourceURLs } = rule
    for (const texts of [verbs, apiGroups, resources, resourceNames, nonResourceURLs]) {
      for (const text of texts ?? []) left -= text.length + 3
    }
    return left < 0
  })
  return end < 0 ? rules : rules.slice(0, end)
}

function decide(
  authorizer: Authorizer,
  user: User,
  spec: Readonly<SelfSubjectAccessReviewSpec>,
): SubjectAccessReviewStatus {
  const { allowed, reason } = authorizer.decide(attributesOf(user, spec))
  const { resourceAttributes } = spec
  const evaluationError = resourceAttributes && selectorErrors(resourceAttributes)
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
