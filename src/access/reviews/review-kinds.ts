import { selfSubjectReview } from '#kinds/authentication/selfsubjectreview/index.js'
import { tokenReview } from '#kinds/authentication/tokenreview/index.js'
import { localSubjectAccessReview } from '#kinds/authorization/localsubjectaccessreview/index.js'
import { selfSubjectAccessReview } from '#kinds/authorization/selfsubjectaccessreview/index.js'
import { selfSubjectRulesReview } from '#kinds/authorization/selfsubjectrulesreview/index.js'
import { subjectAccessReview } from '#kinds/authorization/subjectaccessreview/index.js'
import { token } from '#kinds/core/serviceaccount/token.js'
import type { StoredKind, Subresource } from '#registry/kind.js'

/** Kinds and subresources that are evaluated and not stored. */
export const REVIEW_KINDS: readonly (StoredKind | Subresource)[] = [
  selfSubjectReview,
  tokenReview,
  selfSubjectAccessReview,
  subjectAccessReview,
  localSubjectAccessReview,
  selfSubjectRulesReview,
  token,
]
