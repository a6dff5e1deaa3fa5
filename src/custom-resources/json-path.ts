import { isJsonObject } from '#schema/json-object.js'
import { type Comparison, type Operand, parseSteps, type Step } from './json-path-parser.js'
import { RowBudget } from './row-budget.js'

/** Limits paths with wildcards. */
const MAX_VALUES = 10_000

/**
 * A Kubernetes JSONPath without braces: `.spec.items[?(@.name=="web")].ports[*]`. An invalid path selects
 * nothing.
 */
export class JsonPath {
  readonly #steps: readonly Step[] | undefined

  constructor(text: string) {
    this.#steps = parseSteps(text)
  }

  get isReadable(): boolean {
    return this.#steps !== undefined
  }

  /** The first selected value, if any. */
  first(root: unknown, budget?: RowBudget): unknown {
    const steps = this.#steps
    if (steps === undefined) return undefined
    if (budget !== undefined) return follow(steps, root, budget)?.[0]
    return new RowBudget().within(steps, (budget) => follow(steps, root, budget)?.[0])
  }
}

/** Undefined if the path does not fit the value. */
function follow(steps: readonly Step[], root: unknown, budget: RowBudget): readonly unknown[] | undefined {
  let values: readonly unknown[] = [root]
  for (const step of steps) {
    const next: unknown[] = []
    for (const value of values) {
      const found = take(step, value, budget)
      if (found === undefined) return undefined
      budget.visit(1 + Math.min(found.length, MAX_VALUES - next.length))
      for (const each of found) if (next.length < MAX_VALUES) next.push(each)
    }
    values = next
  }
  return values
}

function take(step: Step, value: unknown, budget: RowBudget): readonly unknown[] | undefined {
  switch (step.kind) {
    case 'member':
      return isJsonObject(value) && Object.hasOwn(value, step.name) ? [value[step.name]] : []
    case 'all':
      return partsOf(value, budget)
    case 'slice':
      return Array.isArray(value) ? slice(value, step) : value === undefined ? [] : undefined
    case 'union':
      return step.steps.flatMap((each) => take(each, value, budget) ?? [])
    case 'filter':
      return Array.isArray(value) ? value.filter((item) => holds(step, item, budget)) : undefined
    case 'descendants':
      return descendants(value, budget)
  }
}

function partsOf(value: unknown, budget: RowBudget): readonly unknown[] {
  if (Array.isArray(value)) return value
  if (!isJsonObject(value)) return []
  const names = Object.keys(value)
  budget.visit(names.length)
  return names.sort().map((name) => value[name])
}

function slice(
  list: readonly unknown[],
  { start, end, step }: Extract<Step, { kind: 'slice' }>,
): readonly unknown[] {
  const at = (index: number) => (index < 0 ? index + list.length : index)
  const [from, to] = [at(start ?? 0), Math.min(at(end ?? list.length), list.length)]
  const found: unknown[] = []
  if (from < 0 || step < 1) return found
  for (let index = from; index < to; index += step) found.push(list[index])
  return found
}

/** The value and everything in it, outermost first. */
function descendants(value: unknown, budget: RowBudget): readonly unknown[] {
  const found: unknown[] = [value]
  for (let index = 0; index < found.length && found.length < MAX_VALUES; index++) {
    const options = partsOf(found[index], budget)
    budget.visit(1 + options.length)
    for (const part of options) if (typeof part === 'object' && part !== null) found.push(part)
  }
  return found
}

function holds(
  { left, comparison, right }: Extract<Step, { kind: 'filter' }>,
  item: unknown,
  budget: RowBudget,
): boolean {
  budget.visit(1)
  const lefts = resolve(left, item, budget)
  if (comparison === 'exists') return lefts.length > 0
  const rights = resolve(right, item, budget)
  return lefts.length === 1 && rights.length === 1 && compares(comparison, lefts[0], rights[0])
}

function resolve(operand: Operand | undefined, item: unknown, budget: RowBudget): readonly unknown[] {
  if (operand === undefined) return []
  return operand.steps === undefined ? [operand.value] : (follow(operand.steps, item, budget) ?? [])
}

function compares(comparison: Comparison, left: unknown, right: unknown): boolean {
  if (comparison === '==') return isSameScalar(left, right)
  if (comparison === '!=') return !isSameScalar(left, right)
  if (!isOrdered(left) || !isOrdered(right) || (typeof left === 'string') !== (typeof right === 'string'))
    return false
  if (comparison === '<') return left < right
  if (comparison === '>') return left > right
  return comparison === '<=' ? left <= right : left >= right
}

const isOrdered = (value: unknown): value is string | number | bigint =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'

function isSameScalar(left: unknown, right: unknown): boolean {
  if (isOrdered(left) && isOrdered(right) && typeof left !== 'string' && typeof right !== 'string') {
    // biome-ignore lint/suspicious/noDoubleEquals: a bigint equals the number of the same value.
    return left == right
  }
  return left === right
}
