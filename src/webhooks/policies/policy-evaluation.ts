import type { Bindings } from '#cel/program.js'
import { endOfLongStep } from '#util/event-loop.js'
import { CostBudget, type Evaluated, evaluate, OUT_OF_BUDGET } from '#webhooks/expressions/evaluation.js'
import type { CompiledPolicy, CompiledValidation, PolicyExpression } from './compiled-policy.js'
import { NamedValues, OutOfTime } from './named-values.js'

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
const MAX_MESSAGE_LENGTH = 5 * 1024
const MAX_ANNOTATION_LENGTH = 10 * 1024
const LINE_BREAK = /[\n\r]/

const NOTHING: PolicyOutcome = { failures: [], annotations: new Map() }

/** Evaluates a policy with the variables bound that a write and its parameters make. */
export async function evaluatePolicy(policy: CompiledPolicy, bindings: Bindings): Promise<PolicyOutcome> {
  const { matches, failure } = await policy.conditions.evaluate(bindings)
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

  /** Nothing else is told of a policy that costs more than it may. */
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

  /** Undefined for a message that cannot be made, or cannot be told. */
  async #message(expression: PolicyExpression): Promise<string | undefined> {
    const { value } = await this.#evaluate(expression)
    const text = typeof value === 'string' ? value.trim() : ''
    return text === '' || Buffer.byteLength(text) > MAX_MESSAGE_LENGTH || LINE_BREAK.test(text)
      ? undefined
      : text
  }

  /** Each expression may take as long as its cost allows, so that others have to be served between two of them. */
  async #evaluate({ source, program, problem }: PolicyExpression): Promise<Evaluated> {
    if (program === undefined) return { failure: problem ?? '' }
    for (;;) {
      await endOfLongStep()
      try {
        return evaluate(program, source, this.#bindings, this.#budget)
      } catch (error) {
        // Every time one more of the variables is known.
        if (!(error instanceof OutOfTime)) throw error
      }
    }
  }
}
