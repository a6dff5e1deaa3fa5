import type { CheckedExpression } from '#cel/check/checked.js'
import { ACCESS_COST, LIST_COST, MAP_COST, MESSAGE_COST } from '#cel/cost/model.js'
import type {
  Call,
  Comprehension,
  Expression,
  ListLiteral,
  LiteralValue,
  MapLiteral,
  MessageLiteral,
  Select,
} from '#cel/syntax/ast.js'
import { type CelType, fieldTypeOf, type ObjectType } from '#cel/types.js'
import { ArrayList, EntryMap, keyIdentity } from '#cel/values/collections.js'
import { Failure } from '#cel/values/failure.js'
import { MessageValue } from '#cel/values/message.js'
import { type CelValue, Optional, typeNameOf, Uint } from '#cel/values/values.js'
import { select, selectOptional, testPresence } from './access.js'
import type { PlanContext, Step } from './activation.js'
import { planCall } from './call-plan.js'
import { planComprehension } from './comprehension-plan.js'
import { and, conditional, notStrictlyFalse, or } from './logic.js'
import { acceptsValue } from './runtime-types.js'
import { typeValues } from './type-values.js'

/** A checked expression as nested closures, with the slots of its variables. */
export interface EvaluationPlan {
  readonly evaluate: Step
  readonly size: number
  readonly slots: ReadonlyMap<string, number>
}

export function planExpression(
  checked: CheckedExpression,
  variables: ReadonlyMap<string, CelType>,
): EvaluationPlan {
  const planner = new Planner(checked, variables)
  const evaluate = planner.plan(checked.expression)
  return { evaluate, size: planner.size, slots: planner.slots }
}

class Planner implements PlanContext {
  readonly slots = new Map<string, number>()
  readonly #checked: CheckedExpression
  readonly #variables: ReadonlyMap<string, CelType>
  readonly #locals = new Map<string, number[]>()
  readonly #steps = new Map<Expression, Step>()
  /** The values of constant parts. */
  readonly #constants = new Map<Expression, CelValue>()
  #size = 0

  constructor(checked: CheckedExpression, variables: ReadonlyMap<string, CelType>) {
    this.#checked = checked
    this.#variables = variables
  }

  get size(): number {
    return this.#size
  }

  plan(expression: Expression): Step {
    // Macros may use a part of the source twice.
    const known = this.#steps.get(expression)
    if (known) return known
    const step = this.#planOf(expression)
    this.#steps.set(expression, step)
    return step
  }

  typeOf(expression: Expression): CelType {
    return this.#checked.types.get(expression) as CelType
  }

  withLocals<T>(names: readonly string[], plan: (slots: readonly number[]) => T): T {
    const slots = names.map(() => this.#size++)
    names.forEach((name, index) => {
      const stack = this.#locals.get(name)
      if (stack) stack.push(slots[index] as number)
      else this.#locals.set(name, [slots[index] as number])
    })
    const result = plan(slots)
    for (const name of names) this.#locals.get(name)?.pop()
    return result
  }

  /** The value of a constant expression, or undefined. */
  constant(expression: Expression): CelValue | undefined {
    return this.#constants.get(expression)
  }

  #planOf(expression: Expression): Step {
    switch (expression.kind) {
      case 'literal':
        return this.#constantly(expression, literalValue(expression.literal))
      case 'identifier':
        return this.#name(expression)
      case 'select':
        return this.#checked.names.has(expression) ? this.#name(expression) : this.#select(expression)
      case 'call':
        return this.#call(expression)
      case 'list':
        return this.#list(expression)
      case 'map':
        return this.#map(expression)
      case 'comprehension':
        return planComprehension(expression as Comprehension, this)
      case 'message':
        return this.#message(expression)
    }
  }

  #constantly(expression: Expression, value: CelValue): Step {
    this.#constants.set(expression, value)
    return () => value
  }

  #name(expression: Expression): Step {
    const name = this.#checked.names.get(expression) as string
    const local = this.#locals.get(name)?.at(-1)
    const type = local === undefined && !this.#variables.has(name) ? typeValues.get(name) : undefined
    if (type) return this.#constantly(expression, type)
    const slot = local ?? this.#slotOf(name)
    return (activation) => {
      activation.spend(ACCESS_COST)
      const value = activation.values[slot]
      if (value === undefined) throw new Failure(`no such attribute(s): ${name}`)
      if (value instanceof Failure) throw value
      return value
    }
  }

  #slotOf(name: string): number {
    const known = this.slots.get(name)
    if (known !== undefined) return known
    this.slots.set(name, this.#size)
    return this.#size++
  }

  #select({ operand, field, isTest }: Select): Step {
    const inner = this.plan(operand)
    if (isTest) return (activation) => testPresence(inner(activation), field)
    return (activation) => {
      const value = inner(activation)
      activation.spend(ACCESS_COST)
      return select(value, field)
    }
  }

  #call(expression: Call): Step {
    const resolved = this.#checked.calls.get(expression)
    if (!resolved) throw new Error('no call passes the checker unresolved')
    const steps = resolved.operands.map((operand) => this.plan(operand))
    const [first, second, third] = steps as [Step, Step, Step]
    switch (resolved.name) {
      case '_&&_':
        return and(first, second)
      case '_||_':
        return or(first, second)
      case '_?_:_':
        return conditional(first, second, third)
      case '@not_strictly_false':
        return notStrictlyFalse(first)
      case '_?._': {
        const field = literalText(expression.args[1] as Expression)
        return (activation) => {
          const value = first(activation)
          activation.spend(ACCESS_COST)
          return selectOptional(value, field)
        }
      }
      default:
        return planCall(resolved, steps, this)
    }
  }

  #list(expression: ListLiteral): Step {
    const steps = expression.elements.map((element) => this.plan(element))
    const { optional } = expression
    const constants = expression.elements.map((element) => this.constant(element))
    if (optional.size === 0 && constants.every((value) => value !== undefined)) {
      return this.#constantly(expression, new ArrayList(constants))
    }
    return (activation) => {
      const items: CelValue[] = []
      steps.forEach((step, index) => {
        const value = step(activation)
        if (!optional.has(index)) items.push(value)
        else if (unwrapped(value) !== undefined) items.push(unwrapped(value) as CelValue)
      })
      activation.spend(LIST_COST)
      return new ArrayList(items)
    }
  }

  #map({ entries }: MapLiteral): Step {
    const planned = entries.map(({ key, value, isOptional }) => ({
      key: this.plan(key),
      value: this.plan(value),
      isOptional,
    }))
    return (activation) => {
      const pairs: [CelValue, CelValue][] = []
      const seen = new Set<string>()
      for (const entry of planned) {
        const key = entry.key(activation)
        const identity = keyIdentity(key)
        if (identity === undefined) throw new Failure(`unsupported key type: ${typeNameOf(key)}`)
        if (seen.has(identity)) throw new Failure(`Failed with repeated key`)
        const value = entry.value(activation)
        const inner = entry.isOptional ? unwrapped(value) : value
        if (inner === undefined) continue
        seen.add(identity)
        pairs.push([key, inner])
      }
      activation.spend(MAP_COST)
      return new EntryMap(pairs)
    }
  }

  #message(expression: MessageLiteral): Step {
    const type = this.typeOf(expression) as ObjectType
    const planned = expression.fields.map(({ name, value, isOptional }) => ({
      name,
      isOptional,
      type: fieldTypeOf(type, name) as CelType,
      value: this.plan(value),
    }))
    return (activation) => {
      const fields = new Map<string, CelValue>()
      for (const { name, isOptional, type: fieldType, value: step } of planned) {
        const value = step(activation)
        const inner = isOptional ? unwrapped(value) : value
        if (inner === undefined) continue
        if (!acceptsValue(fieldType, inner)) {
          throw new Failure(`unexpected type ${typeNameOf(inner)} for ${type.name}Type '${name}' field`)
        }
        fields.set(name, inner)
      }
      activation.spend(MESSAGE_COST)
      return new MessageValue(type.name, fields)
    }
  }
}

function unwrapped(value: CelValue): CelValue | undefined {
  if (value instanceof Optional) return value.value
  throw new Failure(`cannot initialize optional entry from non-optional value`)
}

function literalText(expression: Expression): string {
  return expression.kind === 'literal' && expression.literal.type === 'string' ? expression.literal.value : ''
}

function literalValue(literal: LiteralValue): CelValue {
  switch (literal.type) {
    case 'null':
      return null
    case 'uint':
      return new Uint(literal.value)
    default:
      return literal.value
  }
}
