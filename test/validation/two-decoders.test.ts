import assert from 'node:assert/strict'
import { test } from 'node:test'
import { federationKinds } from '#kinds/federation-kinds.js'
import { kinds } from '#kinds/index.js'
import { DecodeError } from '#schema/decode-error.js'
import { interpretedDecoder } from '#schema/generated/interpreted-decoder.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { damage } from './random-damage.js'
import { randomObject } from './random-object.js'

const OBJECTS = sized(2000, 150)

/** The decoded object with its absent fields, or the error. */
function outcome(decode: (input: unknown) => unknown, body: unknown): unknown {
  try {
    return decode(body)
  } catch (error) {
    if (error instanceof DecodeError) return error.message
    throw error
  }
}

for (const { kind, schema, decode } of [...kinds, ...federationKinds].flatMap(({ versions }) => versions)) {
  test(`a damaged ${kind} is decoded or rejected equally with and without generated code`, () => {
    const seed = testSeed()
    const random = new Random(seed)
    const plain = interpretedDecoder(schema)
    let rejected = 0
    for (let count = 0; count < OBJECTS; count++) {
      const body = damage(randomObject(schema, random), random)
      const given = JSON.stringify(body)
      const context = `TEST_SEED=${seed}, object ${count}: ${given}`

      const [quick, slow] = [outcome(decode, body), outcome(plain, body)]
      assert.deepEqual(quick, slow, context)
      assert.equal(JSON.stringify(quick), JSON.stringify(slow), context)
      assert.equal(JSON.stringify(body), given, 'what was given is left as it is')
      if (typeof quick === 'string') rejected++
    }
    assert.ok(rejected > 0 && rejected < OBJECTS, `${rejected} of ${OBJECTS} were rejected`)
  })
}
