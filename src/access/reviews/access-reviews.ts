import type { Authorizer } from '#access/authorization/authorizer.js'
import { joinErrors } from '#access/authorization/rbac/authorizer.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import type {
  SelfSubjectAccessReviewSpec,
  SubjectAccessReviewSpec,
  SubjectAccessReviewStatus,
} from '#kinds/authorization/access-review.js'
import type { ResourceAttributes } from '#kinds/authorization/attributes.js'
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
  async ({ object, user }) => {
    object.status = await decide(authorizer, user, object.spec)
  }

/** SubjectAccessReview. The user has exactly the named groups. */
export const reviewAccess =
  (authorizer: Authorizer): ReviewHandler<SubjectAccessReview> =>
  async ({ object }) => {
    object.status = await decide(authorizer, subjectOf(object.spec), object.spec)
  }

/** SelfSubjectRulesReview. */
export const reviewOwnRules =
  (authorizer: Authorizer): ReviewHandler<SelfSubjectRulesReview> =>
  ({ object, user }) => {
    const { namespace } = object.spec
    if (namespace === undefined) throw badRequest('no namespace on request')
    const { rules: held, errors, incomplete = false } = authorizer.rulesFor(user, namespace)
    const rules = withinLimit(held)
    const isCut = rules.length < held.length
    const allErrors = isCut ? [...errors, `only ${rules.length} of ${held.length} rules are listed`] : errors
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
      incomplete: incomplete || isCut,
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

async function decide(
  authorizer: Authorizer,
  user: User,
  spec: Readonly<SelfSubjectAccessReviewSpec>,
): Promise<SubjectAccessReviewStatus> {
  const { allowed, denied, reason, error } = await authorizer.decide(attributesOf(user, spec))
  const { resourceAttributes } = spec
  const invalid = resourceAttributes && selectorErrors(resourceAttributes)
  const evaluationError = error && invalid ? `[${invalid}, ${error}]` : error || invalid
  return { allowed, denied: denied || undefined, reason: reason || undefined, evaluationError }
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
    fieldSelector,
    labelSelector,
  } = resourceAttributes
  return {
    user,
    verb,
    path: '',
    resource: { group, version, plural: resource, subresource, namespace, name },
    fieldSelector: fieldSelector && fieldSelectorText(fieldSelector),
    labelSelector: labelSelector && labelSelectorText(labelSelector),
  }
}

/** The selector of a review as a list request has it. A review has the text or the requirements. */
function fieldSelectorText({
  rawSelector,
  requirements = [],
}: NonNullable<ResourceAttributes['fieldSelector']>): string {
  if (rawSelector !== undefined) return rawSelector
  const terms = requirements.map(({ key, operator, values = [] }) => {
    const comparison = operator === 'In' ? '=' : operator === 'NotIn' ? '!=' : undefined
    if (comparison === undefined || values.length !== 1) return undefined
    return `${key}${comparison}${escapedTerm(values[0] ?? '')}`
  })
  return terms.filter((term) => term !== undefined).join(',')
}

/** The same for labels, whose values cannot have commas. */
function labelSelectorText({
  rawSelector,
  requirements = [],
}: NonNullable<ResourceAttributes['labelSelector']>): string {
  if (rawSelector !== undefined) return rawSelector
  const terms = requirements.map(({ key, operator, values = [] }) => {
    if (operator === 'Exists') return key
    if (operator === 'DoesNotExist') return `!${key}`
    return `${key} ${operator.toLowerCase()} (${values.join(',')})`
  })
  return terms.join(',')
}

const escapedTerm = (value: string) => value.replace(/[\\,=]/g, (character) => `\\${character}`)

function subjectOf({ user = '', groups = [], extra = {}, uid }: Readonly<SubjectAccessReviewSpec>): User {
  return { name: user, uid, groups, extra }
}
