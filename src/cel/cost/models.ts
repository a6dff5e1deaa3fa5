import { joinWork } from '#cel/values/collections.js'
import { Meter } from '#cel/values/meter.js'
import { sizeOf } from '#cel/values/size.js'
import { CelList, CelMap, type CelValue } from '#cel/values/values.js'
import { linearPattern, PatternError } from '#util/text/linear-pattern.js'
import {
  type CostModel,
  EXTRA_COSTS,
  PATTERN_FACTOR,
  type SizedCall,
  type SizedOperand,
  TRAVERSAL_FACTOR,
} from './model.js'
import { add, exactly, multiply, ONE, type Range, scale } from './range.js'

/** The cost models of library functions by the kind of work. */

const first = ({ target, args }: SizedCall) => (target ?? args[0]) as SizedOperand
const last = ({ args }: SizedCall) => args.at(-1) as SizedOperand
const traversal = (size: number, factor = 1) => Math.ceil(size * factor * TRAVERSAL_FACTOR)
const sizeAt = (args: readonly CelValue[], index: number) => sizeOf(args[index] as CelValue)

/** Reads every character of the first operand. `keepsSize`: the result is no longer. */
export const traverses = (factor = 1, keepsSize = false): CostModel => ({
  estimate: (call) => {
    const { size } = first(call)
    const cost = scale(size, factor * TRAVERSAL_FACTOR)
    return keepsSize ? { cost, size } : { cost }
  },
  count: (args) => traversal(sizeAt(args, 0), factor),
})

/** Counted as a traversal of the first operand, but estimated as negligible. */
export const parses = (factor = 1): CostModel => ({ count: (args) => traversal(sizeAt(args, 0), factor) })

/** Compares both operands up to the shorter one. */
export const compares: CostModel = {
  estimate: ({ args }) => {
    const max = Math.min(...args.map(({ size }) => size.max))
    return { cost: scale({ min: max > 0 ? 1 : 0, max }, TRAVERSAL_FACTOR) }
  },
  count: (args) => traversal(Math.min(sizeAt(args, 0), sizeAt(args, 1))),
}

/** Concatenates strings or bytes. */
export const concatenates: CostModel = {
  estimate: ({ args: [left, right] }) => {
    const size = add((left as SizedOperand).size, (right as SizedOperand).size)
    return { cost: scale(size, TRAVERSAL_FACTOR), size }
  },
  count: (args) => traversal(sizeAt(args, 0) + sizeAt(args, 1)),
}

/** Joining lists has a constant cost. */
export const joinsLists: CostModel = {
  estimate: ({ args: [left, right] }) => ({
    cost: ONE,
    size: add((left as SizedOperand).size, (right as SizedOperand).size),
  }),
  // A set or map compares all items of both.
  count: ([left, right]) =>
    Math.max(1, Math.floor(joinWork(left as CelList, right as CelList) * EXTRA_COSTS.perValue)),
}

/** Compares the start or the end of the receiver with the argument. */
export const comparesAffix: CostModel = {
  estimate: (call) => ({ cost: scale(last(call).size, TRAVERSAL_FACTOR) }),
  count: (args) => traversal(sizeAt(args, 0)),
}

/** Searches the receiver for the argument. */
export const searches: CostModel = {
  estimate: (call) => ({
    cost: multiply(scale(first(call).size, TRAVERSAL_FACTOR), scale(last(call).size, TRAVERSAL_FACTOR)),
  }),
  count: (args) => traversal(sizeAt(args, 0)) * traversal(sizeAt(args, 1)),
}

/** Scans the items of the second operand. */
export const scansList: CostModel = {
  estimate: (call) => ({ cost: last(call).size }),
  count: (args) => sizeAt(args, 1),
}

/** Matches the first operand against a regular expression; an empty string has a cost, too. */
const patternCost = (text: Range, pattern: Range): Range =>
  multiply(scale(add(text, ONE), TRAVERSAL_FACTOR), scale(pattern, PATTERN_FACTOR))

const countPattern = (args: readonly CelValue[]) =>
  Math.max(
    traversal(1 + sizeAt(args, 0)) * Math.ceil(sizeAt(args, 1) * PATTERN_FACTOR),
    patternWork(args[0] as CelValue, args[1] as CelValue),
  )

/** The work of expressions that are much larger than their source, such as `[a-z]{900}`. */
function patternWork(text: CelValue, pattern: CelValue): number {
  if (typeof text !== 'string' || typeof pattern !== 'string') return 0
  try {
    const steps = linearPattern(pattern).workFor(text)
    const many = Math.max(0, steps - EXTRA_COSTS.fewSteps)
    return Math.floor((steps - many) * EXTRA_COSTS.perStep) + many
  } catch (error) {
    // The function itself reports an invalid expression.
    if (error instanceof PatternError) return 0
    throw error
  }
}

export const matchesPattern: CostModel = {
  estimate: ({ target, args }) =>
    target && { cost: patternCost(target.size, (args[0] as SizedOperand).size) },
  count: countPattern,
}

/** The same with the matches as the result: in the worst case every character is a match. */
export const findsPattern: CostModel = {
  estimate: ({ target, args }) =>
    target && {
      cost: patternCost(target.size, (args[0] as SizedOperand).size),
      size: { min: 0, max: target.size.max },
    },
  count: countPattern,
}

/** Traverses all items of a list or characters of a string, with nested values. */
export const traversesItems: CostModel = {
  estimate: ({ target }) => {
    if (!target) return undefined
    if (target.type.kind !== 'list') return { cost: scale(target.size, TRAVERSAL_FACTOR) }
    const { kind } = target.type.element
    const isText = kind === 'string' || kind === 'bytes'
    const each = isText ? add(ONE, scale(target.elementSize, TRAVERSAL_FACTOR)) : ONE
    return { cost: multiply(target.size, each) }
  },
  count: ([value]) => Math.max(traversalOf(value as CelValue), listWork(value as CelValue)),
}

/** The work of traversing a list, which the published cost of short strings leaves out. */
const listWork = (value: CelValue) => (value instanceof CelList ? deepWork(value) : 0)

/** Above any limit. */
const MAX_COST = 10_000_000

/** The work of traversing a value with all nested values. Throws `CostLimitExceeded` where it is very much. */
export function deepWork(value: CelValue): number {
  const work = new Meter(MAX_COST)
  const visit = (part: CelValue) => {
    work.add(1)
    if (typeof part === 'string') work.addText(part.length)
    else if (part instanceof CelList) for (const item of part) visit(item)
    else if (part instanceof CelMap) for (const key of part.keys()) visit(part.get(key) as CelValue)
  }
  visit(value)
  return Math.floor(work.values * EXTRA_COSTS.perValue)
}

/** The work of listing the entries of a map. */
export const listingWork = (count: number): number =>
  count > EXTRA_COSTS.fewEntries ? Math.floor(count * EXTRA_COSTS.perEntry) : 0

function traversalOf(value: CelValue): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * TRAVERSAL_FACTOR)
  if (value instanceof Uint8Array) return Math.floor(value.length * TRAVERSAL_FACTOR)
  let cost = 0
  if (value instanceof CelList) for (const item of value) cost += traversalOf(item)
  else if (value instanceof CelMap) {
    for (const key of value.keys()) cost += traversalOf(key) + traversalOf(value.get(key) as CelValue)
  } else cost = 1
  return cost
}

/** A constant cost. */
export const costs = (cost: number): CostModel => ({
  estimate: () => ({ cost: exactly(cost) }),
  count: () => cost,
})

/** Compares every item of one list with every item of another, `factor` times. */
export const comparesItems = (factor: number): CostModel => ({
  estimate: ({ args: [left, right] }) => ({
    cost: add(scale(multiply((left as SizedOperand).size, (right as SizedOperand).size), factor), ONE),
  }),
  count: (args) => {
    const [left, right] = args as [CelValue, CelValue]
    const [lefts, rights] = [sizeOf(left), sizeOf(right)]
    // A nested item is compared up to the smaller of the two.
    const work = Math.min(deepWork(left) * rights, deepWork(right) * lefts)
    return 1 + Math.floor(Math.max(lefts * rights, work) * factor)
  },
})
