import type { CheckedExpression, ResolvedCall } from '#cel/check/checked.js'
import { ACCUMULATOR, type Call, type Comprehension, type Expression } from '#cel/syntax/ast.js'
import type { CelType } from '#cel/types.js'
import { declaredSize, INDICES, ITEMS, KEYS, type Path, VALUES } from './declared-size.js'
import { literalSize, typeSize } from './known-size.js'
import { ACCESS_COST, LIST_COST, MAP_COST, MESSAGE_COST, type SizedOperand } from './model.js'
import { add, exactly, multiply, ONE, type Range, UNKNOWN, union, ZERO } from './range.js'

/** The minimum and maximum cost of an expression, by the declared sizes of its variables. */
export function estimateCost(checked: CheckedExpression, variables: ReadonlyMap<string, CelType>): Range {
  return new Estimator(checked, variables).cost(checked.expression)
}

/** The known sizes of a list's or map's entries. */
interface EntrySizes {
  readonly container: 'list' | 'map'
  readonly key: Range
  readonly value: Range
}

/** A macro variable. */
interface Local {
  readonly path: Path
  readonly size: Range | undefined
  readonly entries: EntrySizes | undefined
}

class Estimator {
  readonly #checked: CheckedExpression
  readonly #variables: ReadonlyMap<string, CelType>
  readonly #costs = new Map<Expression, Range>()
  readonly #paths = new Map<Expression, Path>()
  readonly #sizes = new Map<Expression, Range>()
  readonly #entries = new Map<Expression, EntrySizes>()
  readonly #locals = new Map<string, Local[]>()

  constructor(checked: CheckedExpression, variables: ReadonlyMap<string, CelType>) {
    this.#checked = checked
    this.#variables = variables
  }

  cost(expression: Expression): Range {
    // Macros may use a part of the source twice.
    const known = this.#costs.get(expression)
    if (known) return known
    const cost = this.#costOf(expression)
    this.#costs.set(expression, cost)
    return cost
  }

  #costOf(expression: Expression): Range {
    switch (expression.kind) {
      case 'literal':
        return ZERO
      case 'identifier':
        return this.#name(expression, expression.name.replace(/^\./, ''))
      case 'select':
        return this.#select(expression)
      case 'call':
        return this.#call(expression)
      case 'list':
        return this.#literal(expression, 'list', [], expression.elements, LIST_COST)
      case 'map': {
        const keys = expression.entries.map(({ key }) => key)
        const values = expression.entries.map(({ value }) => value)
        return this.#literal(expression, 'map', keys, values, MAP_COST)
      }
      case 'message':
        return add(this.#sum(expression.fields.map(({ value }) => value)), exactly(MESSAGE_COST))
      case 'comprehension':
        return isBinding(expression) ? this.#binding(expression) : this.#comprehension(expression)
    }
  }

  #sum(expressions: readonly Expression[]): Range {
    return expressions.reduce((sum, expression) => add(sum, this.cost(expression)), ZERO)
  }

  #name(expression: Expression, name: string): Range {
    this.#paths.set(expression, this.#local(name)?.path ?? [name])
    return exactly(ACCESS_COST)
  }

  #select(select: Expression & { kind: 'select' }): Range {
    const name = this.#checked.names.get(select)
    if (name !== undefined) return this.#name(select, name)
    const cost = this.cost(select.operand)
    if (select.isTest) return cost
    this.#paths.set(select, [...this.#path(select.operand), select.field])
    const { kind } = this.#type(select.operand)
    return kind === 'map' || kind === 'object' ? add(cost, exactly(ACCESS_COST)) : cost
  }

  /** A list or map literal. */
  #literal(
    expression: Expression,
    container: 'list' | 'map',
    keys: readonly Expression[],
    values: readonly Expression[],
    base: number,
  ): Range {
    const cost = add(add(this.#sum(keys), this.#sum(values)), exactly(base))
    const common = (parts: readonly Expression[]) =>
      parts.length === 0 ? ZERO : parts.map((part) => this.#sizeOrUnknown(part)).reduce(union)
    this.#entries.set(expression, {
      container,
      key: container === 'list' ? ONE : common(keys),
      value: common(values),
    })
    return cost
  }

  #call(expression: Call): Range {
    const resolved = this.#checked.calls.get(expression)
    if (!resolved) return ZERO
    const { operands, name } = resolved
    if (name === 'dyn') return this.#dyn(expression, operands[0] as Expression)
    const costs = operands.map((operand) => this.cost(operand))
    const cost = this.#special(expression, resolved, costs) ?? this.#declared(expression, resolved, costs)
    if (name === '_[_]') this.#index(expression, operands[0] as Expression)
    return cost
  }

  /** `dyn` only hides the type of its argument. */
  #dyn(expression: Expression, argument: Expression): Range {
    const cost = add(this.cost(argument), ONE)
    this.#setSize(expression, this.#size(argument))
    this.#setEntries(expression, this.#entrySizes(argument))
    return cost
  }

  #index(expression: Expression, container: Expression): void {
    this.#setSize(expression, this.#entrySizes(container)?.value)
    const { kind } = this.#type(container)
    const step = kind === 'list' ? ITEMS : VALUES
    if (kind === 'list' || kind === 'map') this.#paths.set(expression, [...this.#path(container), step])
  }

  /** Operators that do not evaluate all operands, or whose result is better known than its type. */
  #special(expression: Call, { name, operands }: ResolvedCall, costs: readonly Range[]): Range | undefined {
    const [first, second, third] = costs as [Range, Range, Range]
    switch (name) {
      case '_&&_':
      case '_||_':
        return { min: first.min, max: add(first, second).max }
      case '_?_:_': {
        const [, whenTrue, whenFalse] = operands as [Expression, Expression, Expression]
        this.#setSize(expression, union(this.#sizeOrUnknown(whenTrue), this.#sizeOrUnknown(whenFalse)))
        this.#setEntries(expression, unionOfEntries(this.#entrySizes(whenTrue), this.#entrySizes(whenFalse)))
        return add(first, union(second, third))
      }
      case '_+_': {
        const [left, right] = operands as [Expression, Expression]
        this.#setEntries(expression, unionOfEntries(this.#entrySizes(left), this.#entrySizes(right)))
        return undefined
      }
      default:
        return undefined
    }
  }

  #declared(
    expression: Call,
    { overloads, operands, isMember }: ResolvedCall,
    costs: readonly Range[],
  ): Range {
    const spent = costs.reduce(add, ZERO)
    const sized = operands.map((operand) => this.#operand(operand))
    const call = { target: isMember ? sized[0] : undefined, args: isMember ? sized.slice(1) : sized }
    let cost: Range | undefined
    let size: Range | undefined
    for (const { cost: model } of overloads) {
      const estimate = model?.estimate?.(call) ?? { cost: ONE }
      cost = cost ? union(cost, estimate.cost) : estimate.cost
      if (estimate.size) size = size ? union(size, estimate.size) : estimate.size
    }
    this.#setSize(expression, size)
    return add(cost ?? ONE, spent)
  }

  #operand(expression: Expression): SizedOperand {
    const path = this.#path(expression)
    const element = path.length === 0 ? undefined : declaredSize(this.#variables, [...path, ITEMS])
    return {
      type: this.#type(expression),
      size: this.#sizeOrUnknown(expression),
      elementSize: element ?? UNKNOWN,
      number:
        expression.kind === 'literal' && expression.literal.type === 'int'
          ? expression.literal.value
          : undefined,
    }
  }

  #comprehension(fold: Comprehension): Range {
    const outside = add(this.cost(fold.range), this.cost(fold.init))
    this.#push(fold.accumulator, this.#localOf(fold.init))
    this.#pushIterated(fold)
    const each = add(this.cost(fold.condition), this.cost(fold.step))
    this.#pop(fold.variable)
    if (fold.secondVariable !== undefined) this.#pop(fold.secondVariable)
    const result = this.cost(fold.result)
    this.#pop(fold.accumulator)
    const count = this.#sizeOrUnknown(fold.range)
    if (fold.init.kind === 'literal') this.#setSize(fold, this.#size(fold.init))
    else {
      this.#sizes.set(fold, count)
      this.#setEntries(fold, this.#entrySizes(fold.step))
    }
    return add(add(outside, result), multiply(count, each))
  }

  #pushIterated({ range, variable, secondVariable }: Comprehension): void {
    const entries = this.#entrySizes(range)
    const isList = (entries?.container ?? this.#type(range).kind) === 'list'
    const path = this.#path(range)
    const key = { path: [...path, isList ? INDICES : KEYS], size: entries?.key, entries: undefined }
    const value = { path: [...path, isList ? ITEMS : VALUES], size: entries?.value, entries: undefined }
    if (secondVariable === undefined) this.#push(variable, isList ? value : key)
    else {
      this.#push(variable, key)
      this.#push(secondVariable, value)
    }
  }

  /** A variable that is bound once, as by `optMap`. */
  #binding(fold: Comprehension): Range {
    const outside = add(this.cost(fold.range), this.cost(fold.init))
    this.#push(fold.accumulator, this.#localOf(fold.init))
    const result = this.cost(fold.result)
    this.#setSize(fold, this.#size(fold.result))
    this.#setEntries(fold, this.#entrySizes(fold.result))
    this.#pop(fold.accumulator)
    return add(outside, result)
  }

  #localOf(expression: Expression): Local {
    return {
      path: this.#path(expression),
      size: this.#size(expression),
      entries: this.#entrySizes(expression),
    }
  }

  #push(name: string, local: Local): void {
    const stack = this.#locals.get(name)
    if (stack) stack.push(local)
    else this.#locals.set(name, [local])
  }

  #pop(name: string): void {
    this.#locals.get(name)?.pop()
  }

  #local(name: string): Local | undefined {
    return this.#locals.get(name)?.at(-1)
  }

  #type(expression: Expression): CelType {
    return this.#checked.types.get(expression) as CelType
  }

  /** Empty for a value that is not part of a variable. */
  #path(expression: Expression): Path {
    const path = this.#paths.get(expression) ?? []
    return path[0] === ACCUMULATOR ? [] : path
  }

  #setSize(expression: Expression, size: Range | undefined): void {
    if (size) this.#sizes.set(expression, size)
  }

  #setEntries(expression: Expression, entries: EntrySizes | undefined): void {
    if (entries) this.#entries.set(expression, entries)
  }

  #sizeOrUnknown(expression: Expression): Range {
    return this.#size(expression) ?? UNKNOWN
  }

  #size(expression: Expression): Range | undefined {
    const known = this.#sizes.get(expression) ?? literalSize(expression)
    if (known) return known
    const path = this.#path(expression)
    const declared = path.length === 0 ? undefined : declaredSize(this.#variables, path)
    if (declared) return declared
    const type = this.#type(expression)
    return (
      typeSize(type) ?? (expression.kind === 'identifier' ? this.#local(expression.name)?.size : undefined)
    )
  }

  #entrySizes(expression: Expression): EntrySizes | undefined {
    const known = this.#entries.get(expression)
    if (known || expression.kind !== 'identifier') return known
    return this.#local(expression.name)?.entries
  }
}

function unionOfEntries(left: EntrySizes | undefined, right: EntrySizes | undefined): EntrySizes | undefined {
  if (!left || !right) return undefined
  return { container: left.container, key: union(left.key, right.key), value: union(left.value, right.value) }
}

/** Whether a comprehension has no iterations, and only binds a variable. */
function isBinding({ range, condition, accumulator }: Comprehension): boolean {
  return (
    range.kind === 'list' &&
    range.elements.length === 0 &&
    condition.kind === 'literal' &&
    condition.literal.type === 'bool' &&
    !condition.literal.value &&
    accumulator !== ACCUMULATOR
  )
}
