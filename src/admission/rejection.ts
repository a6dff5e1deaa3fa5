import { ApiError } from '#meta/api-error.js'
import { groupInDetails, qualifiedResource } from '#meta/resource.js'
import { type AdmissionReview, reviewedName } from '#registry/write/admission.js'

/** The error for a write that a plugin rejects. */
export function rejection(review: AdmissionReview, why: string): ApiError {
  const { version } = review
  const called = reviewedName(review)
  return new ApiError(
    'forbidden',
    `${qualifiedResource(version)} ${JSON.stringify(called)} is forbidden: ${why}`,
    { name: called, group: groupInDetails(version), kind: version.plural },
  )
}
