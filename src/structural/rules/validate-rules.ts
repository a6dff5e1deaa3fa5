import { Failure } from '#cel/values/failure.js'
import { bindingOf } from '#cel/values/from-json.js'
import { type CelValue, Optional } from '#cel/values/values.js'
import type { FieldError } from '#meta/field-error.js'
import type { StructuralSchema } from '#structural/schema.js'
import { oldItems, oldProperty } from '#structural/validation/correlation.js'
import { MapKey, ValidationErrors } from '#structural/validation/validation-errors.js'
import { isJsonObject, type JsonObject } from '#structural/values.js'
import type { Pace, Work } from '#util/async/slices.js'
import type { CompiledRule } from './compile-rule.js'
import { Correlation } from './rule-correlation.js'
import { evaluationError, messageOf, OUT_OF_BUDGET, ruleViolation } from './rule-messages.js'
import { compileRules, type RuleTree, ruleTree } from './rule-tree.js'

/** The cost budget of all rules of one object, and of one evaluation. Published with the costs. */
const OBJECT_BUDGET = 10_000_000
const EVALUATION_LIMIT = 1_000_000
/** The fixed work of an evaluation, beside its cost. */
const BINDING_UNITS = 10

/**
 * The rule violations of an object that is valid by its schema. `old` is the object that it replaces: transition
 * rules compare the two, and unchanged values are accepted.
 */
export function* validateRules(
  schema: StructuralSchema,
  object: unknown,
  old: unknown,
  pace: Pace,
  budget = OBJECT_BUDGET,
): Work<readonly FieldError[]> {
  yield* compileRules(schema, pace)
  const tree = ruleTree(schema)
  if (!tree) return []
  const validator = new RuleValidator(pace, budget)
  yield* validator.validate(tree, object, old, Correlation.ofRoot(schema, object, old))
  return validator.errors.all
}

/** The remaining cost budget of several values. */
export interface SharedBudget {
  left: number
}

export const newBudget = (): SharedBudget => ({ left: OBJECT_BUDGET })

/** The rule violations of a value by itself, at a path. It is its own old value, which does not excuse it. */
export function* validateDefaultRules(
  tree: RuleTree,
  value: unknown,
  path: string,
  pace: Pace,
  budget: SharedBudget,
): Work<readonly FieldError[]> {
  const validator = new RuleValidator(pace, budget.left, path)
  const alone = Correlation.ofRoot(tree.schema, value, undefined).uncorrelated()
  yield* validator.validate(tree, value, value, alone)
  budget.left = validator.budget
  return validator.errors.all
}

class RuleValidator {
  readonly errors: ValidationErrors
  readonly #pace: Pace
  #budget: number

  constructor(pace: Pace, budget: number, path = '') {
    this.#pace = pace
    this.#budget = budget
    this.errors = new ValidationErrors(path)
  }

  /** The remaining budget. */
  get budget(): number {
    return this.#budget
  }

  /** Nothing more is evaluated once the budget is spent. */
  get #isSpent(): boolean {
    return this.#budget < 0
  }

  *validate(tree: RuleTree, value: unknown, old: unknown, correlation: Correlation): Work {
    if (value === null || value === undefined || this.#isSpent || this.errors.isFull) return
    if (tree.rules.length > 0) yield* this.#evaluateAll(tree, value, old, correlation)
    if (Array.isArray(value)) yield* this.#validateItems(tree, value, old, correlation)
    else if (isJsonObject(value)) yield* this.#validateMembers(tree, value, old, correlation)
  }

  *#validateItems(tree: RuleTree, list: readonly unknown[], old: unknown, correlation: Correlation): Work {
    if (!tree.items) return
    const before = oldItems(tree.schema, old)
    for (const [index, item] of list.entries()) {
      if (this.#isSpent || this.errors.isFull) return
      const oldItem = before?.find(item)
      const below = before ? correlation.below(tree.items.schema, item, oldItem) : correlation.uncorrelated()
      this.errors.enter(index)
      yield* this.validate(tree.items, item, oldItem, below)
      this.errors.leave()
    }
  }

  *#validateMembers(tree: RuleTree, members: JsonObject, old: unknown, correlation: Correlation): Work {
    for (const [name, property] of tree.properties) {
      if (Object.hasOwn(members, name)) yield* this.#validateMember(property, name, members, old, correlation)
    }
    if (!tree.values) return
    for (const name of Object.keys(members)) {
      if (this.#isSpent || this.errors.isFull) return
      if (!tree.properties.has(name)) {
        yield* this.#validateMember(tree.values, new MapKey(name), members, old, correlation)
      }
    }
  }

  *#validateMember(
    part: RuleTree,
    step: string | MapKey,
    members: JsonObject,
    old: unknown,
    correlation: Correlation,
  ): Work {
    const name = typeof step === 'string' ? step : step.name
    const oldValue = oldProperty(old, name)
    this.errors.enter(step)
    yield* this.validate(
      part,
      members[name],
      oldValue,
      correlation.below(part.schema, members[name], oldValue),
    )
    this.errors.leave()
  }

  *#evaluateAll(
    { schema, type, rules }: RuleTree,
    value: unknown,
    old: unknown,
    correlation: Correlation,
  ): Work {
    if (this.#pace.isOver) yield
    if (this.#budget <= 0) {
      this.#outOfBudget(schema)
      return
    }
    const self = bindingOf(value, type)
    const hasOld = old !== undefined && old !== null
    const oldSelf = hasOld && rules.some(({ usesOldSelf }) => usesOldSelf) ? bindingOf(old, type) : undefined
    for (const rule of rules) {
      if (rule.error !== undefined) {
        this.errors.add({
          type: 'invalid',
          value: schema.type ?? '',
          detail: `rule compile error: ${rule.error}`,
        })
      }
      if (!rule.program || (rule.usesOldSelf && !hasOld && rule.rule.optionalOldSelf !== true)) continue
      this.#evaluate(rule, schema, { self, oldSelf }, correlation)
      if (this.#isSpent) return
      if (this.#pace.isOver) yield
    }
  }

  #evaluate(
    compiled: CompiledRule,
    schema: StructuralSchema,
    values: Values,
    correlation: Correlation,
  ): void {
    const { rule, program, usesOldSelf } = compiled
    const { self, oldSelf } = values
    const bound = rule.optionalOldSelf === true ? { self, oldSelf: optional(oldSelf) } : values
    const outcome = program?.evaluate(bound, EVALUATION_LIMIT)
    if (!outcome) return
    this.#pace.add(BINDING_UNITS + outcome.cost)
    if (!this.#spend(outcome.cost, schema)) return
    if (outcome.failure !== undefined) {
      this.errors.add(evaluationError(rule, schema, outcome.failure, outcome.isOverLimit))
      if (outcome.isOverLimit) this.#budget = -1
      return
    }
    if (outcome.value === true) return
    if (!usesOldSelf && correlation.isUnchanged) return
    const message = messageOf(compiled, bound, Math.min(EVALUATION_LIMIT, this.#budget))
    this.#budget -= message.cost
    if (message.isOver) this.#budget = -1
    this.errors.add(ruleViolation(rule, schema, message.text), compiled.fieldPath)
  }

  /** Whether the budget covers a cost. */
  #spend(cost: number, schema: StructuralSchema): boolean {
    if (cost > this.#budget) {
      this.#outOfBudget(schema)
      return false
    }
    this.#budget -= cost
    return true
  }

  #outOfBudget({ type }: StructuralSchema): void {
    this.errors.add({ type: 'invalid', value: type ?? '', detail: OUT_OF_BUDGET })
    this.#budget = -1
  }
}

type Binding = CelValue | Failure

interface Values {
  readonly self: Binding
  readonly oldSelf: Binding | undefined
  readonly [variable: string]: Binding | undefined
}

function optional(value: Binding | undefined): Binding {
  if (value === undefined) return Optional.NONE
  return value instanceof Failure ? value : new Optional(value)
}
