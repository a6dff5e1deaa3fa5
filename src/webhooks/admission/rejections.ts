import { ApiError } from '#meta/api-error.js'
import { groupInDetails, qualifiedResource } from '#meta/resource.js'
import type { Status } from '#meta/status.js'
import { type AdmissionReview, reviewedName } from '#registry/write/admission.js'
import type { ReviewStatus } from './review-response.js'

/** An error with the code and reason that a webhook or policy chose. */
export class Rejection extends ApiError {
  readonly #code: number
  readonly #reason: string

  constructor(code: number, reason: string, message: string, details?: ApiError['details']) {
    super('forbidden', message, details)
    this.#code = code
    this.#reason = reason
  }

  override get code(): number {
    return this.#code
  }

  override toStatus(): Status {
    return { ...super.toStatus(), reason: this.#reason, code: this.#code }
  }
}

const LOWEST_CODE = 400
const HIGHEST_CODE = 599

/** The error for a write that a webhook denies. */
export function deniedBy(webhook: string, { code, reason, message, details }: ReviewStatus): Rejection {
  const denied = `admission webhook ${JSON.stringify(webhook)} denied the request`
  const why = message || reason
  // A denial never has a success code.
  const isError = Number.isInteger(code) && code >= LOWEST_CODE && code <= HIGHEST_CODE
  return new Rejection(
    isError ? code : LOWEST_CODE,
    reason,
    why === '' ? `${denied} without explanation` : `${denied}: ${why}`,
    details,
  )
}

const FORBIDDEN = { code: 403, reason: 'Forbidden' }

/** The error for a rejected write, with its object; a policy may choose its reason. */
export function forbiddenWrite(
  review: AdmissionReview,
  why: string,
  decided?: { readonly code: number; readonly reason: string },
): Rejection {
  const { version } = review
  const called = reviewedName(review)
  const message = `${qualifiedResource(version)} ${JSON.stringify(called)} is forbidden: ${why}`
  const { code, reason } = decided ?? FORBIDDEN
  return new Rejection(code, reason, message, {
    name: called,
    group: groupInDetails(version),
    kind: version.plural,
    causes: decided && [{ message: why }],
  })
}

/** The error for a write that could not be decided because of the server or a webhook. */
export function internalAdmissionError(why: string): ApiError {
  return new ApiError('internal', `Internal error occurred: ${why}`, { causes: [{ message: why }] })
}
