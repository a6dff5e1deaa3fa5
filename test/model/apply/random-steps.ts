import type { AnyStruct } from '#schema/type.js'
import type { Random } from '#test/support/random.js'
import { type Outcome, Sequence, type Step } from './apply-sequence.js'
import { copy } from './flat-object.js'
import { modelRules } from './model-rules.js'
import { APPLIED, RandomObjects, UPDATED } from './random-object.js'

const MANAGERS = ['ann', 'bob', 'cid']
const MAX_STEPS = 8

export interface RandomSteps {
  readonly steps: readonly Step[]
  /** The expected results. */
  readonly outcomes: readonly Outcome[]
}

/** A sequence of writes by three managers, most of which change existing fields. */
export function randomSteps(random: Random, type: AnyStruct): RandomSteps {
  const [applied, updated] = [new RandomObjects(random, APPLIED), new RandomObjects(random, UPDATED)]
  const sequence = new Sequence(type, modelRules(type))
  const last = new Map<string, unknown>()
  const isOfTwoVersions = random.chance(0.3)
  const configuration = (manager: string) => {
    const choice = random.below(4)
    if (choice === 0) return applied.object(type)
    if (choice === 1) return applied.part(type, sequence.object)
    if (choice === 2) return applied.changed(type, applied.part(type, sequence.object))
    return applied.changed(type, last.get(manager) ?? {})
  }
  const outcomes: Outcome[] = []
  const steps = Array.from({ length: 2 + random.below(MAX_STEPS - 1) }, () => {
    const manager = random.pick(MANAGERS)
    const verb = random.pick(['apply', 'apply', 'apply with force', 'update'] as const)
    const body = copy(verb === 'update' ? updated.changed(type, sequence.object) : configuration(manager))
    if (verb !== 'update') last.set(manager, body)
    const version = random.chance(isOfTwoVersions ? 0.5 : 0) ? 'v2' : 'v1'
    const step: Step = { verb, manager, version, body }
    outcomes.push(sequence.do(step))
    return step
  })
  return { steps, outcomes }
}
