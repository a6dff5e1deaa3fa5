import { ACCESS_COST, LIST_COST } from '#cel/cost/model.js'
import { ACCUMULATOR, type Call, type Comprehension, type Expression } from '#cel/syntax/ast.js'
import { ArrayList, EntryMap, keyIdentity } from '#cel/values/collections.js'
import { Failure } from '#cel/values/failure.js'
import { CelMap, type CelValue } from '#cel/values/values.js'
import type { Activation, PlanContext, Step } from './activation.js'
import { conditional } from './logic.js'

/** How a comprehension accumulates: `step` returns the new accumulator. */
export interface Accumulation {
  readonly begin: Step
  readonly step: Step
  readonly end: (activation: Activation) => void
}

const NOTHING = () => {}
const CALL_COST = 1

/**
 * Plans the accumulation of a comprehension. Only the comprehension can see its accumulator, so a list or map grows
 * in place: copying it for each element would take quadratic time.
 */
export function planAccumulation(
  fold: Comprehension,
  slot: number,
  init: Step,
  planner: PlanContext,
): Accumulation {
  const { step, condition } = growth(fold)
  const grow = step && planGrowth(step, slot, planner)
  if (!grow) return { begin: init, step: planner.plan(fold.step), end: NOTHING }
  const keep: Step = (activation) => {
    activation.spend(ACCESS_COST)
    return read(activation, slot)
  }
  return {
    begin: (activation) => {
      init(activation)
      return fold.init.kind === 'list' ? new GrowingList() : new GrowingMap()
    },
    step: condition ? conditional(planner.plan(condition), grow, keep) : grow,
    end: ({ values }) => {
      const grown = values[slot]
      if (grown instanceof GrowingList || grown instanceof GrowingMap) values[slot] = grown.finish()
    },
  }
}

/** The call that adds to the accumulator, with its condition, if a comprehension collects a list or a map. */
function growth(fold: Comprehension): { step?: Call; condition?: Expression } {
  const isCollecting = fold.init.kind === 'list' || fold.init.kind === 'map'
  if (fold.accumulator !== ACCUMULATOR || !isCollecting || fold.step.kind !== 'call') return {}
  if (fold.step.name !== '_?_:_') return { step: fold.step }
  const [condition, step] = fold.step.args as [Expression, Expression]
  return step.kind === 'call' ? { step, condition } : {}
}

function planGrowth({ name, args }: Call, slot: number, planner: PlanContext): Step | undefined {
  if (name === '_+_' && args[1]?.kind === 'list') {
    const element = planner.plan(args[1].elements[0] as Expression)
    return (activation) => {
      const list = read(activation, slot) as GrowingList
      const item = element(activation)
      activation.spend(ACCESS_COST + LIST_COST + CALL_COST)
      return list.push(item)
    }
  }
  if (name === '@mapInsert') {
    const [key, value] = [planner.plan(args[1] as Expression), planner.plan(args[2] as Expression)]
    return (activation) => {
      const map = read(activation, slot) as GrowingMap
      const [newKey, newValue] = [key(activation), value(activation)]
      activation.spend(ACCESS_COST + CALL_COST)
      return map.insert(newKey, newValue)
    }
  }
  if (name !== '@mapInsertEntries') return undefined
  const entries = planner.plan(args[1] as Expression)
  return (activation) => {
    const map = read(activation, slot) as GrowingMap
    const added = entries(activation)
    activation.spend(ACCESS_COST + CALL_COST)
    if (!(added instanceof CelMap)) throw new Failure('no such overload: transformMapEntry')
    for (const key of added.keys()) map.insert(key, added.get(key) as CelValue)
    return map
  }
}

function read({ values }: Activation, slot: number): CelValue {
  const value = values[slot]
  if (value instanceof Failure) throw value
  return value as CelValue
}

/** A list under construction. */
class GrowingList extends ArrayList {
  readonly #growing: CelValue[]

  constructor(items: CelValue[] = []) {
    super(items)
    this.#growing = items
  }

  push(item: CelValue): this {
    this.#growing.push(item)
    return this
  }

  finish(): ArrayList {
    return new ArrayList(this.#growing)
  }
}

/** A map under construction. */
class GrowingMap extends EntryMap {
  readonly #growing = new Map<string, readonly [CelValue, CelValue]>()

  constructor() {
    super([])
  }

  insert(key: CelValue, value: CelValue): this {
    const identity = keyIdentity(key)
    if (identity === undefined) throw new Failure('unsupported key type')
    if (this.#growing.has(identity)) throw new Failure(`insert failed: key ${String(key)} already exists`)
    this.#growing.set(identity, [key, value])
    return this
  }

  finish(): EntryMap {
    return new EntryMap(this.#growing.values())
  }
}
