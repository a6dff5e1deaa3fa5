import { groupInDetails } from '#meta/resource.js'
import { type AdmissionReview, reviewedName } from '#registry/write/admission.js'
import { Rejection } from '#webhooks/admission/rejections.js'
import type { Binding } from './bound-policies.js'
import type { CompiledMutations } from './compiled-mutations.js'
import { UnknownParamKind, type UnusableBinding } from './parameters.js'

/** Collects why mutations of a write have failed. */
export class MutationFailures {
  /** The reason that the Status has, and the message; the first decides. */
  readonly #failures: { readonly reason: string; readonly message: string }[] = []

  add(policy: CompiledMutations, binding: Binding, why: string): void {
    const denied = `policy '${policy.name}' with binding '${binding.metadata.name}' denied request`
    if (!policy.failsOpen) this.#failures.push({ reason: 'Invalid', message: `${denied}: ${why}` })
  }

  addUnusable(policy: CompiledMutations, binding: Binding, error: UnusableBinding): void {
    if (policy.failsOpen) return
    const message =
      error instanceof UnknownParamKind
        ? `policy ${JSON.stringify(policy.name)} denied request: failed to configure policy: ${error.message}`
        : `policy '${policy.name}' with binding '${binding.metadata.name}' denied request: failed to configure binding: ${error.message}`
    this.#failures.push({ reason: 'Forbidden', message })
  }

  /** Throws the error for the client if a policy must not fail. */
  conclude(review: AdmissionReview): void {
    const [first] = this.#failures
    if (first === undefined) return
    const { version } = review
    throw new Rejection(403, first.reason, first.message, {
      name: reviewedName(review),
      group: groupInDetails(version),
      kind: version.plural,
      causes: this.#failures.map(({ message }) => ({ message })),
    })
  }
}
