import { ApiError } from '../meta/api-error.js'
import { groupInDetails, qualifiedResource } from '../meta/resource.js'
import type { AdmissionReview } from '../registry/write/admission.js'

/** The error for a client whose write a plugin does not let pass. */
export function rejection({ version, name, object }: AdmissionReview, why: string): ApiError {
  const called = name ?? object?.metadata.name ?? object?.metadata.generateName ?? 'Unknown'
  return new ApiError(
    'forbidden',
    `${qualifiedResource(version)} ${JSON.stringify(called)} is forbidden: ${why}`,
    { name: called, group: groupInDetails(version), kind: version.plural },
  )
}
