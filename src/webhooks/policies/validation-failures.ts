import type { ValidatingAdmissionPolicyBinding } from '#kinds/admissionregistration/validatingadmissionpolicybinding/schema.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { forbiddenWrite } from '#webhooks/admission/rejections.js'
import type { FailedValidation, PolicyOutcome } from './validation-evaluation.js'

const CODES: Readonly<Record<string, number>> = {
  Forbidden: 403,
  Invalid: 422,
  RequestEntityTooLarge: 413,
  Unauthorized: 401,
}
const FORBIDDEN = 403
const USUAL_REASON = 'Invalid'

const FAILURES_NOTE = 'validation.policy.admission.k8s.io/validation_failure'

interface Denial {
  readonly message: string
  readonly reason: string
}

/** Collects the failures of policies for one write, and decides the outcome. */
export class ValidationFailures {
  readonly #review: AdmissionReview
  #denial: Denial | undefined
  readonly #audited: object[] = []
  /** Several bindings may set the same audit annotation. */
  readonly #notes = new Map<string, Set<string>>()

  constructor(review: AdmissionReview) {
    this.#review = review
  }

  add(
    policy: string,
    binding: ValidatingAdmissionPolicyBinding,
    { failures, annotations }: PolicyOutcome,
  ): void {
    for (const failure of failures) this.#fail(policy, binding, failure)
    for (const [key, value] of annotations) {
      const values = this.#notes.get(key) ?? new Set()
      this.#notes.set(key, values.add(value))
    }
  }

  /** An invalid binding always denies, whatever its actions are. */
  addInvalidBinding(policy: string, { metadata }: ValidatingAdmissionPolicyBinding, why: string): void {
    this.#deny(policy, metadata.name ?? '', { message: `failed to configure binding: ${why}`, reason: '' })
  }

  /** Records audit annotations. Throws the error for the client if the write is denied. */
  conclude(): void {
    const { auditAnnotations } = this.#review
    for (const [key, values] of this.#notes) auditAnnotations?.annotate(key, [...values].join(', '))
    if (this.#audited.length > 0) auditAnnotations?.annotate(FAILURES_NOTE, JSON.stringify(this.#audited))
    if (this.#denial === undefined) return
    const { message, reason } = this.#denial
    throw forbiddenWrite(this.#review, message, { code: CODES[reason] ?? FORBIDDEN, reason })
  }

  #fail(
    policy: string,
    { metadata, spec }: ValidatingAdmissionPolicyBinding,
    failure: FailedValidation,
  ): void {
    const { name: binding = '' } = metadata
    const { validationActions = [] } = spec
    const { message, expressionIndex } = failure
    if (validationActions.includes('Deny')) this.#deny(policy, binding, failure)
    if (validationActions.includes('Warn')) {
      const where = `ValidatingAdmissionPolicy '${policy}' with binding '${binding}'`
      this.#review.warnings?.push(`Validation failed for ${where}: ${message}`)
    }
    if (validationActions.includes('Audit')) {
      this.#audited.push({ message, policy, binding, expressionIndex, validationActions })
    }
  }

  /** The first denial is reported. */
  #deny(policy: string, binding: string, { message, reason }: Denial): void {
    this.#denial ??= {
      message: `ValidatingAdmissionPolicy '${policy}' with binding '${binding}' denied request: ${message}`,
      reason: reason || USUAL_REASON,
    }
  }
}
