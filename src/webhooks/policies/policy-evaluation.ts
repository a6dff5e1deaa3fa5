import type { Bindings } from '../../cel/program.js'
import { CostBudget, type Evaluated, evaluate } from '../expressions/evaluation.js'
import type { CompiledPolicy, CompiledValidation, PolicyExpression } from './compiled-policy.js'
import { NamedValues } from './named-values.js'

/** A validation that a write has not passed. */
export interface FailedValidation {
  readonly message: string
  /** Empty for the usual one. */
  readonly reason: string
  readonly expressionIndex: number
}

/** What a policy has to say of a write. */
export interface PolicyOutcome {
  readonly failures: readonly FailedValidation[]
  readonly annotations: ReadonlyMap<string, string>
}

/** What all expressions of a policy together may cost for one write. */
const POLICY_BUDGET = 10_000_000
const LONGEST_MESSAGE = 5 * 1024
const LONGEST_ANNOTATION = 10 * 1024
const LINE_BREAK = /[\n\r]/

const NOTHING: PolicyOutcome = { failures: [], annotations: new Map() }

/** Evaluates a policy with the variables bound that a write and its parameters make. */
export function evaluatePolicy(policy: CompiledPolicy, bindings: Bindings): PolicyOutcome {
  const { matches, failure } = policy.conditions.evaluate(bindings)
  if (failure !== undefined)
    return { ...NOTHING, failures: [{ message: failure, reason: '', expressionIndex: 0 }] }
  return matches ? new Evaluation(policy, bindings).run() : NOTHING
}

class Evaluation {
  readonly #policy: CompiledPolicy
  readonly #bindings: Bindings
  readonly #budget = new CostBudget(POLICY_BUDGET)

  constructor(policy: CompiledPolicy, bindings: Bindings) {
    this.#policy = policy
    const variables = new NamedValues(policy.variables, bindings, this.#budget)
    this.#bindings = { ...bindings, variables }
  }

  run(): PolicyOutcome {
    const failures: FailedValidation[] = []
    for (const [index, validation] of this.#policy.validations.entries()) {
      const failed = this.#validate(validation, index)
      if (failed !== undefined) failures.push(failed)
    }
    const annotations = new Map<string, string>()
    for (const { annotation, expression } of this.#policy.annotations) {
      const { value, failure } = this.#evaluate(expression)
      if (failure !== undefined && !this.#policy.failsOpen) {
        failures.push({ message: failure, reason: '', expressionIndex: 0 })
      }
      const text = typeof value === 'string' ? value.trim().slice(0, LONGEST_ANNOTATION) : ''
      if (text !== '') annotations.set(`${this.#policy.name}/${annotation.key}`, text)
    }
    return { failures, annotations }
  }

  #validate(
    { validation, expression, message }: CompiledValidation,
    expressionIndex: number,
  ): FailedValidation | undefined {
    const { value, failure } = this.#evaluate(expression)
    if (failure !== undefined) {
      return this.#policy.failsOpen ? undefined : { message: failure, reason: '', expressionIndex }
    }
    if (value === true) return undefined
    const written = validation.message?.trim() || `failed expression: ${validation.expression.trim()}`
    const text = (message && this.#message(message)) ?? written
    return { message: text, reason: validation.reason ?? '', expressionIndex }
  }

  /** Undefined for a message that cannot be made, or cannot be told. */
  #message(expression: PolicyExpression): string | undefined {
    const { value } = this.#evaluate(expression)
    const text = typeof value === 'string' ? value.trim() : ''
    return text === '' || Buffer.byteLength(text) > LONGEST_MESSAGE || LINE_BREAK.test(text)
      ? undefined
      : text
  }

  #evaluate({ source, program, problem }: PolicyExpression): Evaluated {
    if (program === undefined) return { failure: problem ?? '' }
    return evaluate(program, source, this.#bindings, this.#budget)
  }
}
