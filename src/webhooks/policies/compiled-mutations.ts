import { APPLY_RESULT, JSON_PATCH_RESULT } from '#kinds/admissionregistration/expressions/expression.js'
import {
  APPLY,
  type MutatingAdmissionPolicy,
  type Mutation,
} from '#kinds/admissionregistration/mutatingadmissionpolicy/schema.js'
import { CompiledPolicy, compiledExpression, type PolicyExpression } from './compiled-policy.js'

export interface CompiledMutation {
  /** Whether the expression constructs fields to apply; otherwise it constructs a JSON Patch. */
  readonly isApply: boolean
  readonly expression: PolicyExpression
}

/** The compiled expressions of a mutating policy. */
export class CompiledMutations extends CompiledPolicy {
  readonly isReinvoked: boolean
  readonly mutations: readonly CompiledMutation[]

  constructor(policy: MutatingAdmissionPolicy) {
    super(policy)
    const { mutations = [], reinvocationPolicy } = policy.spec
    this.isReinvoked = reinvocationPolicy === 'IfNeeded'
    this.mutations = mutations.map((mutation) => this.#compile(mutation))
  }

  #compile({ patchType, applyConfiguration, jsonPatch }: Mutation): CompiledMutation {
    const isApply = patchType === APPLY
    const source = (isApply ? applyConfiguration : jsonPatch)?.expression ?? ''
    const wanted = isApply ? APPLY_RESULT : JSON_PATCH_RESULT
    return { isApply, expression: compiledExpression(source, this.scope, wanted, true) }
  }
}
