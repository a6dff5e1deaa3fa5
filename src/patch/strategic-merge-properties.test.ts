import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { AnyStruct, Field, Fields, Type } from '#schema/type.js'
import { Random, testSeed } from '#test/support/random.js'
import { isObject, isSame, type JsonObject } from './json-value.js'
import { strategicMerge } from './strategic-merge.js'
import { Workload } from './workload.fixture.js'

/** Few values, so that two random objects have much in common. */
const WORDS = ['a', 'b', 'c', 'd', 'e']

function randomScalar(random: Random, name: string): unknown {
  if (name === 'boolean') return random.chance(0.5)
  if (name === 'int32' || name === 'int64') return random.below(5)
  return random.pick(WORDS)
}

/** Different words or small numbers, in any order. */
function randomKeys(random: Random, type: Type): unknown[] {
  const keys = type.kind === 'scalar' && type.name === 'int32' ? [1, 2, 3, 4, 5] : [...WORDS]
  for (let last = keys.length - 1; last > 0; last--) {
    const other = random.below(last + 1)
    const key = keys[last]
    keys[last] = keys[other] as never
    keys[other] = key as never
  }
  return keys.slice(0, random.below(keys.length + 1))
}

/** A random value of the type. List elements that merge have different keys. */
function randomValue(random: Random, { type, merge }: Pick<Field, 'type' | 'merge'>): unknown {
  switch (type.kind) {
    case 'scalar':
      return randomScalar(random, type.name)
    case 'map':
      return Object.fromEntries(
        randomKeys(random, type).map((key) => [key, randomValue(random, { type: type.element })]),
      )
    case 'struct':
      return randomStruct(random, type)
    case 'either':
      return randomValue(random, { type: random.chance(0.5) ? type.struct : type.other })
    case 'list': {
      const { element } = type
      if (merge === undefined)
        return Array.from({ length: random.below(3) }, () => randomValue(random, { type: element }))
      if (element.kind !== 'struct') return randomKeys(random, element)
      const key = merge.key as string
      const keyType = (element.fields as Fields)[key]?.type as Type
      return randomKeys(random, keyType).map((value) => ({ ...randomStruct(random, element), [key]: value }))
    }
  }
}

function randomStruct(random: Random, type: AnyStruct): JsonObject {
  const fields = Object.entries(type.fields as Fields).filter(() => random.chance(0.6))
  return Object.fromEntries(fields.map(([name, field]) => [name, randomValue(random, field)]))
}

/** Makes a document into a patch with nulls and directives here and there, for which order is no matter. */
function unsettle(random: Random, value: unknown, { type, merge }: Pick<Field, 'type' | 'merge'>): unknown {
  if (Array.isArray(value) && type.kind === 'list' && merge?.key !== undefined) {
    const { key } = merge
    const elements = value.map((element) =>
      random.chance(0.2)
        ? { [key]: element[key], $patch: 'delete' }
        : { ...(unsettle(random, element, { type: type.element }) as JsonObject), [key]: element[key] },
    )
    return random.chance(0.1) ? [...elements, { $patch: 'replace' }] : elements
  }
  if (!isObject(value)) return value
  const patch: JsonObject = {}
  for (const [name, member] of Object.entries(value)) {
    const field = type.kind === 'struct' ? (type.fields as Fields)[name] : undefined
    if (random.chance(0.15)) patch[name] = null
    else if (field?.merge && !field.merge.key && random.chance(0.5))
      patch[`$deleteFromPrimitiveList/${name}`] = member
    else patch[name] = field ? unsettle(random, member, field) : member
  }
  if (type.kind === 'struct' && random.chance(0.1)) patch.$retainKeys = [...Object.keys(value), ...WORDS]
  return patch
}

/** The patch from one object to another, as clients compute it: the reference that merging is held against. */
function diff(from: JsonObject, to: JsonObject, type: Type, retainKeys = false): JsonObject {
  const patch: JsonObject = {}
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) patch[name] = null
  for (const [name, after] of Object.entries(to)) {
    const before = from[name]
    const field = type.kind === 'struct' ? (type.fields as Fields)[name] : undefined
    if (before !== undefined && isSame(before, after)) continue
    if (isObject(before) && isObject(after) && field) {
      patch[name] = diff(before, after, field.type, field.retainKeys)
    } else if (Array.isArray(before) && Array.isArray(after) && field?.merge) {
      Object.assign(patch, diffLists(name, before, after, field))
    } else {
      patch[name] = after
    }
  }
  if (retainKeys) patch.$retainKeys = Object.keys(to)
  return patch
}

function diffLists(
  name: string,
  from: unknown[],
  to: unknown[],
  { type, merge, retainKeys }: Field,
): JsonObject {
  const order = `$setElementOrder/${name}`
  const key = merge?.key
  if (key === undefined) {
    const gone = from.filter((value) => !to.includes(value))
    const added = to.filter((value) => !from.includes(value))
    return { [order]: to, [name]: added, [`$deleteFromPrimitiveList/${name}`]: gone }
  }
  const element = (type as Extract<Type, { kind: 'list' }>).element
  const [before, after] = [from as JsonObject[], to as JsonObject[]]
  const find = (list: JsonObject[], wanted: unknown) => list.find((candidate) => candidate[key] === wanted)
  const changed = after
    .filter((wanted) => !isSame(find(before, wanted[key]), wanted))
    .map((wanted) => {
      const known = find(before, wanted[key])
      return known ? { ...diff(known, wanted, element, retainKeys), [key]: wanted[key] } : wanted
    })
  const gone = before
    .filter((known) => find(after, known[key]) === undefined)
    .map((known) => ({ [key]: known[key], $patch: 'delete' }))
  return { [order]: after.map((wanted) => ({ [key]: wanted[key] })), [name]: [...changed, ...gone] }
}

const ROUNDS = 3000

const seed = testSeed()
describe(`strategic merge of random objects (TEST_SEED=${seed})`, () => {
  it('the patch from one object to another leads there', () => {
    const random = new Random(seed)
    for (let round = 0; round < ROUNDS; round++) {
      const from = randomStruct(random, Workload)
      const to = randomStruct(random, Workload)
      const patch = diff(from, to, Workload)
      const before = JSON.stringify([from, patch])
      assert.deepEqual(strategicMerge(from, patch, Workload), to, `round ${round}: ${before}`)
      assert.equal(JSON.stringify([from, patch]), before)
    }
  })
  it('an object patched twice is as if it were patched once', () => {
    const random = new Random(seed)
    for (let round = 0; round < ROUNDS; round++) {
      const document = randomStruct(random, Workload)
      const patch = unsettle(random, randomStruct(random, Workload), { type: Workload }) as JsonObject
      const once = strategicMerge(document, patch, Workload)
      const words = `round ${round}: ${JSON.stringify([document, patch])}`
      assert.deepEqual(strategicMerge(once, patch, Workload), once, words)
    }
  })
  it('a patch that says what is there already, or nothing, changes nothing', () => {
    const random = new Random(seed)
    for (let round = 0; round < ROUNDS; round++) {
      const document = randomStruct(random, Workload)
      assert.deepEqual(strategicMerge(document, document, Workload), document)
      assert.deepEqual(strategicMerge(document, {}, Workload), document)
    }
  })
})
