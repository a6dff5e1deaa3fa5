import type { Bindings } from '#cel/program.js'
import { CostBudget, type Evaluated, OUT_OF_BUDGET } from '#webhooks/expressions/evaluation.js'
import type { PolicyExpression } from './compiled-policy.js'
import type { CompiledValidation, CompiledValidations } from './compiled-validations.js'
import { evaluateNamed, NamedValues, POLICY_BUDGET } from './named-values.js'

/** A validation that failed for a write. */
export interface FailedValidation {
  readonly message: string
  /** Empty for the default. */
  readonly reason: string
  readonly expressionIndex: number
}

/** The result of a policy for a write. */
export interface PolicyOutcome {
  readonly failures: readonly FailedValidation[]
  readonly annotations: ReadonlyMap<string, string>
}

const MAX_MESSAGE_LENGTH = 5 * 1024
const MAX_ANNOTATION_LENGTH = 10 * 1024
const LINE_BREAK = /[\n\r]/

const NOTHING: PolicyOutcome = { failures: [], annotations: new Map() }

/** Evaluates a policy with the variables of a write and its parameters. */
export async function evaluatePolicy(
  policy: CompiledValidations,
  bindings: Bindings,
): Promise<PolicyOutcome> {
  const { matches, failure } = await policy.conditions.evaluate(bindings)
  if (failure !== undefined)
    return { ...NOTHING, failures: [{ message: failure, reason: '', expressionIndex: 0 }] }
  return matches ? new Evaluation(policy, bindings).run() : NOTHING
}

class Evaluation {
  readonly #policy: CompiledValidations
  readonly #bindings: Bindings
  readonly #budget = new CostBudget(POLICY_BUDGET)

  constructor(policy: CompiledValidations, bindings: Bindings) {
    this.#policy = policy
    const variables = new NamedValues(policy.variables, bindings, this.#budget)
    this.#bindings = { ...bindings, variables }
  }

  async run(): Promise<PolicyOutcome> {
    const failures: FailedValidation[] = []
    for (const [index, validation] of this.#policy.validations.entries()) {
      const failed = await this.#validate(validation, index)
      if (this.#budget.isOverdrawn) return this.#outOfBudget(failed)
      if (failed !== undefined) failures.push(failed)
    }
    const annotations = new Map<string, string>()
    for (const { annotation, expression } of this.#policy.annotations) {
      const { value, failure } = await this.#evaluate(expression)
      if (this.#budget.isOverdrawn) return this.#outOfBudget()
      if (failure !== undefined && !this.#policy.failsOpen) {
        failures.push({ message: failure, reason: '', expressionIndex: 0 })
      }
      const text = typeof value === 'string' ? value.trim().slice(0, MAX_ANNOTATION_LENGTH) : ''
      if (text !== '') annotations.set(`${this.#policy.name}/${annotation.key}`, text)
    }
    return { failures, annotations }
  }

  /** A policy that exceeds its budget reports nothing else. */
  #outOfBudget({ message = OUT_OF_BUDGET }: Partial<FailedValidation> = {}): PolicyOutcome {
    return this.#policy.failsOpen
      ? NOTHING
      : { ...NOTHING, failures: [{ message, reason: '', expressionIndex: 0 }] }
  }

  async #validate(
    { validation, expression, message }: CompiledValidation,
    expressionIndex: number,
  ): Promise<FailedValidation | undefined> {
    const { value, failure } = await this.#evaluate(expression)
    if (failure !== undefined) {
      return this.#policy.failsOpen ? undefined : { message: failure, reason: '', expressionIndex }
    }
    if (value === true) return undefined
    const written = validation.message?.trim() || `failed expression: ${validation.expression.trim()}`
    const text = (message && (await this.#message(message))) ?? written
    if (this.#budget.isOverdrawn) {
      return { message: `failed messageExpression: ${OUT_OF_BUDGET}`, reason: '', expressionIndex }
    }
    return { message: text, reason: validation.reason ?? '', expressionIndex }
  }

  /** Undefined if the message cannot be evaluated or used. */
  async #message(expression: PolicyExpression): Promise<string | undefined> {
    const { value } = await this.#evaluate(expression)
    const text = typeof value === 'string' ? value.trim() : ''
    return text === '' || Buffer.byteLength(text) > MAX_MESSAGE_LENGTH || LINE_BREAK.test(text)
      ? undefined
      : text
  }

  #evaluate(expression: PolicyExpression): Promise<Evaluated> {
    return evaluateNamed(expression, this.#bindings, this.#budget)
  }
}
