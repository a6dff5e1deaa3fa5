import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '#kinds/index.js'
import { interpretedSemanticEqual, semanticEqual } from '#schema/equal.js'
import { Random, testSeed } from '../support/random.js'
import { sized } from '../support/scope.js'
import { randomObject } from './random-object.js'

const OBJECTS = sized(300, 50)

type Node = Record<string, unknown>

/** Changes one value in an object. */
function changeSomething(root: Node, random: Random): void {
  let node = root
  for (;;) {
    const name = random.pick(Object.keys(node))
    const child = node[name]
    const goesOn = typeof child === 'object' && child !== null && Object.keys(child).length > 0
    if (goesOn && random.chance(0.8)) {
      node = child as Node
      continue
    }
    const others = OTHERS[isAmount(child) ? 'amount' : typeof child]
    node[name] = random.pick(others ?? [null])
    return
  }
}

/** Quantities stay quantities, because other strings cannot be compared with them. */
const isAmount = (value: unknown) => typeof value === 'string' && /^[0-9.]+[A-Za-z0-9]*$/.test(value)

/** Some are equal to the original value. */
const OTHERS: Readonly<Record<string, readonly unknown[]>> = {
  amount: ['0', '1000m', null],
  string: ['', 'other', '1000m', null],
  number: [0, 17, null],
  boolean: [true, false, null],
  object: [null],
}

for (const { kind, schema, decode } of kinds.flatMap(({ versions }) => versions)) {
  test(`two random ${kind} objects compare equally with and without generated code`, () => {
    const seed = testSeed()
    const random = new Random(seed)
    let different = 0
    for (let count = 0; count < OBJECTS; count++) {
      const object = decode(randomObject(schema, random))
      const written = JSON.stringify(object)
      const context = `TEST_SEED=${seed}, object ${count}: ${written}`
      assert.ok(semanticEqual(schema, object, JSON.parse(written)), context)

      const changed = JSON.parse(written) as Node
      changeSomething(changed, random)
      const isEqual = semanticEqual(schema, object, changed)
      assert.equal(
        interpretedSemanticEqual(schema, object, changed),
        isEqual,
        `${context} and ${JSON.stringify(changed)}`,
      )
      assert.equal(semanticEqual(schema, changed, object), isEqual, context)
      if (!isEqual) different++
    }
    assert.ok(different > OBJECTS / 3, `only ${different} of ${OBJECTS} differed`)
  })
}
