import type { ValidatingAdmissionPolicy } from '#kinds/admissionregistration/validatingadmissionpolicy/schema.js'
import type { ValidatingAdmissionPolicyBinding } from '#kinds/admissionregistration/validatingadmissionpolicybinding/schema.js'
import type { Authorize } from '#registry/authorize.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { endOfLongStep } from '#util/event-loop.js'
import { type ExpressionContext, valueOfJson, WriteValues } from '#webhooks/expressions/write-values.js'
import type { MatchedPolicy } from './bound-policies.js'
import { CompiledPolicies } from './compiled-policy.js'
import { CompiledValidations } from './compiled-validations.js'
import { Parameters, UnusableBinding } from './parameters.js'
import { evaluatePolicy } from './validation-evaluation.js'
import { ValidationFailures } from './validation-failures.js'

type MatchedValidations = MatchedPolicy<ValidatingAdmissionPolicy, ValidatingAdmissionPolicyBinding>

/** Evaluates matching policies and enforces their result. */
export class ValidationDispatcher {
  readonly #context: ExpressionContext
  readonly #parameters: Parameters
  readonly #compiled = new CompiledPolicies(
    (policy: ValidatingAdmissionPolicy) => new CompiledValidations(policy),
  )

  constructor(kinds: KindRegistry, feed: ChangeFeed, authorize: Authorize) {
    this.#context = { objects: feed, authorize }
    this.#parameters = new Parameters(kinds, feed)
  }

  /** Rejects with the error for the client if the write is denied. */
  async check(review: AdmissionReview, policies: readonly MatchedValidations[]): Promise<void> {
    const failures = new ValidationFailures(review)
    /** The variables, by version. */
    const values = new Map<ServedVersion, WriteValues>()
    for (const { binding, policy, seen } of policies) {
      const known = values.get(seen) ?? new WriteValues(review, seen, this.#context)
      values.set(seen, known)
      await endOfLongStep()
      await this.#evaluate(this.#compiled.get(policy), binding, review, known, failures)
    }
    failures.conclude()
  }

  async #evaluate(
    policy: CompiledValidations,
    binding: ValidatingAdmissionPolicyBinding,
    review: AdmissionReview,
    values: WriteValues,
    failures: ValidationFailures,
  ): Promise<void> {
    try {
      const bindings = await values.bindings
      for (const found of this.#parameters.find(policy.paramKind, binding.spec.paramRef, review.namespace)) {
        await endOfLongStep()
        if (found === undefined) continue
        const params = valueOfJson(found === null ? null : found.read())
        const outcome = await evaluatePolicy(policy, { ...bindings, params })
        failures.add(policy.name, binding, outcome)
      }
    } catch (error) {
      if (!(error instanceof UnusableBinding)) throw error
      if (!policy.failsOpen) failures.addInvalidBinding(policy.name, binding, error.message)
    }
  }
}
