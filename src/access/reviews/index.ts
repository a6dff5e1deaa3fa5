import type { Authorizer } from '#access/authorization/authorizer.js'
import { selfSubjectReview } from '#kinds/authentication/selfsubjectreview/index.js'
import { tokenReview } from '#kinds/authentication/tokenreview/index.js'
import { localSubjectAccessReview } from '#kinds/authorization/localsubjectaccessreview/index.js'
import { selfSubjectAccessReview } from '#kinds/authorization/selfsubjectaccessreview/index.js'
import { selfSubjectRulesReview } from '#kinds/authorization/selfsubjectrulesreview/index.js'
import { subjectAccessReview } from '#kinds/authorization/subjectaccessreview/index.js'
import type { StoredKind } from '#registry/kind.js'
import type { ReviewHandler } from '#registry/review-handler.js'
import type { Clock } from '#util/clock.js'
import { reviewAccess, reviewOwnAccess, reviewOwnRules } from './access-reviews.js'
import { type IdentifyToken, reviewOwnIdentity, reviewToken } from './identity-reviews.js'

// biome-ignore lint/suspicious/noExplicitAny: each evaluator knows the type of its own kind's objects.
type AnyReviewHandler = ReviewHandler<any>

/** The handlers of access and identity reviews. */
export function createReviewHandlers(
  authorizer: Authorizer,
  identify: IdentifyToken,
  ownAudiences: readonly string[],
  clock: Clock,
): readonly (readonly [StoredKind, AnyReviewHandler])[] {
  return [
    [selfSubjectReview, reviewOwnIdentity(clock)],
    [tokenReview, reviewToken(identify, ownAudiences)],
    [selfSubjectAccessReview, reviewOwnAccess(authorizer)],
    [subjectAccessReview, reviewAccess(authorizer)],
    [localSubjectAccessReview, reviewAccess(authorizer)],
    [selfSubjectRulesReview, reviewOwnRules(authorizer)],
  ]
}
