import type { ValidatingAdmissionPolicy } from '#kinds/admissionregistration/validatingadmissionpolicy/schema.js'
import type { ValidatingAdmissionPolicyBinding } from '#kinds/admissionregistration/validatingadmissionpolicybinding/schema.js'
import type { Authorize } from '#registry/authorize.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import type { ServedVersion } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { endOfLongStep } from '#util/event-loop.js'
import { type ExpressionContext, valueOfJson, WriteValues } from '#webhooks/expressions/write-values.js'
import { CompiledPolicy } from './compiled-policy.js'
import { Parameters, UnusableBinding } from './parameters.js'
import { evaluatePolicy } from './policy-evaluation.js'
import { PolicyFailures } from './policy-failures.js'

/** A policy that matches a write, and the version that its expressions see. */
export interface MatchedPolicy {
  readonly binding: ValidatingAdmissionPolicyBinding
  readonly policy: ValidatingAdmissionPolicy
  readonly seen: ServedVersion
}

/** Evaluates matching policies and enforces their result. */
export class PolicyDispatcher {
  readonly #context: ExpressionContext
  readonly #parameters: Parameters
  /** By uid, while the generation is the same. */
  readonly #compiled = new Map<string, { readonly generation: number; readonly policy: CompiledPolicy }>()

  constructor(kinds: KindRegistry, feed: ChangeFeed, authorize: Authorize) {
    this.#context = { objects: feed, authorize }
    this.#parameters = new Parameters(kinds, feed)
  }

  /** Rejects with the error for the client if the write is denied. */
  async check(review: AdmissionReview, policies: readonly MatchedPolicy[]): Promise<void> {
    const failures = new PolicyFailures(review)
    /** The variables, by version. */
    const values = new Map<ServedVersion, WriteValues>()
    for (const { binding, policy, seen } of policies) {
      const known = values.get(seen) ?? new WriteValues(review, seen, this.#context)
      values.set(seen, known)
      await endOfLongStep()
      await this.#evaluate(this.#compile(policy), binding, review, known, failures)
    }
    failures.conclude()
  }

  async #evaluate(
    policy: CompiledPolicy,
    binding: ValidatingAdmissionPolicyBinding,
    review: AdmissionReview,
    values: WriteValues,
    failures: PolicyFailures,
  ): Promise<void> {
    try {
      const { paramKind } = policy.spec
      const bindings = await values.bindings
      for (const params of this.#parameters.find(paramKind, binding.spec.paramRef, review.namespace)) {
        await endOfLongStep()
        if (params === undefined) continue
        const outcome = await evaluatePolicy(policy, { ...bindings, params: valueOfJson(params) })
        failures.add(policy.name, binding, outcome)
      }
    } catch (error) {
      if (!(error instanceof UnusableBinding)) throw error
      if (!policy.failsOpen) failures.addInvalidBinding(policy.name, binding, error.message)
    }
  }

  #compile(policy: ValidatingAdmissionPolicy): CompiledPolicy {
    const { uid = '', generation = 0 } = policy.metadata
    let known = this.#compiled.get(uid)
    if (known?.generation !== generation) {
      if (this.#compiled.size >= MAX_COMPILED) this.#compiled.clear()
      known = { generation, policy: new CompiledPolicy(policy) }
      this.#compiled.set(uid, known)
    }
    return known.policy
  }
}

/** Deleted policies are removed from the cache at this size. */
const MAX_COMPILED = 1000
