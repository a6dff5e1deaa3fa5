import type { Bindings } from '#cel/program.js'
import type { CelValue } from '#cel/values/values.js'
import type { MutatingAdmissionPolicy } from '#kinds/admissionregistration/mutatingadmissionpolicy/schema.js'
import type { MutatingAdmissionPolicyBinding } from '#kinds/admissionregistration/mutatingadmissionpolicybinding/schema.js'
import type { Authorize } from '#registry/authorize.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { endOfLongStep } from '#util/event-loop.js'
import { Reinvocation } from '#webhooks/admission/reinvocation.js'
import { rightsBindings } from '#webhooks/expressions/rights.js'
import { type ExpressionContext, valueOfJson, WriteValues } from '#webhooks/expressions/write-values.js'
import type { Binding, MatchedPolicy } from './bound-policies.js'
import { CompiledMutations } from './compiled-mutations.js'
import { CompiledPolicies } from './compiled-policy.js'
import { mutate } from './mutation-evaluation.js'
import { MutationFailures } from './mutation-failures.js'
import { type Parameter, Parameters, UnusableBinding } from './parameters.js'

type MatchedMutations = MatchedPolicy<MutatingAdmissionPolicy, MutatingAdmissionPolicyBinding>

/** A policy with a binding and one of its parameters. */
interface Invocation {
  readonly policy: CompiledMutations
  readonly binding: Binding
  readonly seen: ServedVersion
  readonly parameter: Parameter | null
  /** The same for the same policy, binding and parameter. */
  readonly key: string
}

/** Invokes matching policies one after the other; each sees what those before it have changed. */
export class MutationDispatcher {
  readonly #context: ExpressionContext
  readonly #parameters: Parameters
  readonly #compiled = new CompiledPolicies(
    (policy: MutatingAdmissionPolicy) => new CompiledMutations(policy),
  )
  /** The state of the first round of each review. */
  readonly #rounds = new WeakMap<AdmissionReview, Reinvocation<string>>()

  constructor(kinds: KindRegistry, feed: ChangeFeed, authorize: Authorize) {
    this.#context = { objects: feed, authorize }
    this.#parameters = new Parameters(kinds, feed)
  }

  /** Rejects with the error for the client if a policy fails that must not. */
  async mutate(review: AdmissionReview, policies: readonly MatchedMutations[]): Promise<void> {
    const failures = new MutationFailures()
    const rounds = this.#rounds.get(review) ?? new Reinvocation<string>()
    this.#rounds.set(review, rounds)
    if (review.isSecondRound) rounds.beginSecond(review.object)
    const values = new CurrentValues(review, this.#context)
    let isChanged = false
    for (const invocation of await this.#invocations(review, policies, failures)) {
      const { policy, key, parameter } = invocation
      await endOfLongStep()
      const params = valueOfJson(parameter === null ? null : parameter.read())
      const isMatch = await matches(invocation, params, values, failures)
      // A policy that was skipped in the first round stays skipped.
      if (!isMatch || (review.isSecondRound && !rounds.isDue(key))) continue
      if (await invoke(invocation, params, review, values, failures)) isChanged = true
      if (policy.isReinvoked) rounds.onAsked(key)
    }
    if (isChanged) {
      // As in kube-apiserver, a policy is due even if only itself has changed the object.
      rounds.onChange()
      review.admitAgain()
    }
    rounds.end(review.object)
    failures.conclude(review)
  }

  /** Finds the parameters of all policies before any of them changes the object. */
  async #invocations(
    review: AdmissionReview,
    policies: readonly MatchedMutations[],
    failures: MutationFailures,
  ): Promise<readonly Invocation[]> {
    const invocations: Invocation[] = []
    for (const { binding, policy: described, seen } of policies) {
      await endOfLongStep()
      const policy = this.#compiled.get(described)
      const { paramRef } = binding.spec
      try {
        for (const parameter of this.#parameters.find(policy.paramKind, paramRef, review.namespace)) {
          await endOfLongStep()
          if (parameter === undefined) continue
          const key = JSON.stringify([policy.name, binding.metadata.name, parameter?.key])
          invocations.push({ policy, binding, seen, parameter, key })
        }
      } catch (error) {
        if (!(error instanceof UnusableBinding)) throw error
        failures.addUnusable(policy, binding, error)
      }
    }
    return invocations
  }
}

async function matches(
  { policy, binding, seen }: Invocation,
  params: CelValue,
  values: CurrentValues,
  failures: MutationFailures,
): Promise<boolean> {
  const { matches: isMatch, failure } = await policy.conditions.evaluate(await values.in(seen, params))
  if (failure !== undefined) failures.add(policy, binding, failure)
  return isMatch === true
}

/**
 * Makes the mutations of a policy in order; one that fails does not stop those after it. Resolves with whether any has
 * changed the object.
 */
async function invoke(
  { policy, binding, seen }: Invocation,
  params: CelValue,
  review: AdmissionReview,
  values: CurrentValues,
  failures: MutationFailures,
): Promise<boolean> {
  let isChanged = false
  for (const mutation of policy.mutations) {
    const outcome = await mutate(mutation, policy, review, seen, await values.in(seen, params))
    if (outcome.failure !== undefined) failures.add(policy, binding, outcome.failure)
    if (!outcome.isChanged) continue
    isChanged = true
    values.forget()
  }
  return isChanged
}

/** The variables of a write, by version, until the object changes. */
class CurrentValues {
  readonly #review: AdmissionReview
  readonly #context: ExpressionContext
  readonly #rights: Bindings
  #values = new Map<ServedVersion, WriteValues>()

  constructor(review: AdmissionReview, context: ExpressionContext) {
    this.#review = review
    this.#context = context
    this.#rights = rightsBindings(review, context.authorize)
  }

  async in(seen: ServedVersion, params: CelValue): Promise<Bindings> {
    const known = this.#values.get(seen) ?? new WriteValues(this.#review, seen, this.#context, this.#rights)
    this.#values.set(seen, known)
    return { ...(await known.bindings), params }
  }

  forget(): void {
    this.#values = new Map()
  }
}
