import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnyStruct } from '#schema/type.js'
import { Random, testSeed } from '#test/support/random.js'
import { sized } from '#test/support/scope.js'
import { type Difference, differenceIn, outcomesOf, type Step } from './apply-sequence.js'
import { implementationRules } from './implementation-rules.js'
import { modelRules } from './model-rules.js'
import { randomSchema } from './random-schema.js'
import { randomSteps } from './random-steps.js'
import { reported } from './report.js'
import { shrunk } from './shrinking.js'

const SCHEMAS = sized(1000, 40)
const SEQUENCES_OF_EACH = 10

/**
 * Compares the server's functions with an independent model after every apply and update of a sequence: the object, the
 * managed fields with their order, and the conflicts must be the same.
 */
const seed = testSeed()
describe(`server-side apply over random schemas (TEST_SEED=${seed})`, () => {
  it(`behaves like its model in ${SCHEMAS * SEQUENCES_OF_EACH} sequences of writes by three managers`, () => {
    const random = new Random(seed)
    for (let count = 0; count < SCHEMAS; count++) {
      const type = randomSchema(random)
      for (let sequence = 0; sequence < SEQUENCES_OF_EACH; sequence++) {
        const { steps, outcomes } = randomSteps(random, type)
        const difference = differenceIn(type, steps, outcomes, implementationRules(type))
        if (difference !== undefined) assert.fail(explained(type, steps))
      }
    }
  })
})

function explained(type: AnyStruct, steps: readonly Step[]): string {
  const smallest = shrunk(steps, (some) => differenceFromModel(type, some) !== undefined)
  return reported(type, smallest, differenceFromModel(type, smallest) as Difference)
}

function differenceFromModel(type: AnyStruct, steps: readonly Step[]): Difference | undefined {
  const outcomes = outcomesOf(type, steps, modelRules(type))
  return outcomes && differenceIn(type, steps, outcomes, implementationRules(type))
}
