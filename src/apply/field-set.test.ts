import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RandomChoices } from '#util/random-choices.js'
import {
  difference,
  type FieldSet,
  fieldAt,
  hasSelf,
  intersection,
  isSubset,
  recursiveDifference,
  SELF,
  sameFields,
  union,
} from './field-set.js'
import { pathsOf, sortedFieldSet } from './path-element.js'

/** The paths of a set's fields. */
function fieldsIn(set: FieldSet | undefined, path = ''): string[] {
  if (set === undefined) return []
  const self = path !== '' && hasSelf(set) ? [path] : []
  const below = Object.keys(set)
    .filter((element) => element !== SELF)
    .flatMap((element) => fieldsIn(set[element], `${path}/${element}`))
  return [...self, ...below].sort()
}

/** The set with these fields. */
function setOf(paths: readonly string[]): FieldSet | undefined {
  return paths
    .map((path) => fieldAt(...path.slice(3).split('/f:')))
    .reduce<FieldSet | undefined>(union, undefined)
}

describe('a set of fields', () => {
  const random = new RandomChoices(Number(process.env.TEST_SEED ?? 7))
  const paths = Array.from({ length: 3 }, (_, one) =>
    Array.from({ length: 3 }, (__, two) => [
      `/f:${one}`,
      `/f:${one}/f:${two}`,
      `/f:${one}/f:${two}/f:x`,
      `/f:${one}/f:${two}/f:y`,
    ]),
  ).flat(2)
  const some = () => [...new Set(paths)].filter(() => random.below(3) === 0).sort()

  it('has union, difference, intersection and equality', () => {
    for (let round = 0; round < 500; round++) {
      const [lefts, rights] = [some(), some()]
      const [left, right] = [setOf(lefts), setOf(rights)]
      assert.deepEqual(fieldsIn(left), lefts)
      assert.deepEqual(fieldsIn(union(left, right)), [...new Set([...lefts, ...rights])].sort())
      assert.deepEqual(
        fieldsIn(difference(left, right)),
        lefts.filter((path) => !rights.includes(path)),
      )
      assert.deepEqual(
        fieldsIn(intersection(left, right)),
        lefts.filter((path) => rights.includes(path)),
      )
      assert.deepEqual(
        fieldsIn(recursiveDifference(left, right)),
        lefts.filter((path) => !rights.some((taken) => path === taken || path.startsWith(`${taken}/`))),
      )
      assert.equal(
        isSubset(left, right),
        lefts.every((path) => rights.includes(path)),
      )
      assert.equal(sameFields(left, right), lefts.join() === rights.join())
    }
  })

  it('is returned unchanged when nothing is removed', () => {
    const set = { 'f:a': { '.': {}, 'f:b': {} } }
    assert.equal(difference(set, { 'f:c': {} }), set)
    assert.equal(recursiveDifference(set, { 'f:a': { 'f:c': {} } }), set)
    assert.equal(union(set, undefined), set)
  })

  it('orders its elements: fields by name, then elements by key, by value and by index', () => {
    const set = {
      'i:2': {},
      'v:"b"': {},
      'v:"a"': {},
      'k:{"port":80}': {},
      'k:{"port":9}': {},
      'f:b': { 'f:y': {}, 'f:x': {} },
      'f:a': {},
    }
    const ordered = sortedFieldSet(set)
    assert.deepEqual(Object.keys(ordered), [
      'f:a',
      'f:b',
      'k:{"port":9}',
      'k:{"port":80}',
      'v:"a"',
      'v:"b"',
      'i:2',
    ])
    assert.deepEqual(Object.keys(ordered['f:b'] as FieldSet), ['f:x', 'f:y'])
    assert.equal(sortedFieldSet(ordered), ordered)
  })

  it('lists the paths of its fields, each level before the levels below', () => {
    const set = {
      'f:spec': { 'f:a': { '.': {}, 'f:x': {} }, 'f:b': {} },
      'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:name': {} } },
      'f:crew': { 'v:"ann"': {} },
    }
    const paths = [
      '.crew[="ann"]',
      '.ports[port=80,protocol="TCP"]',
      '.ports[port=80,protocol="TCP"].name',
      '.spec.a',
      '.spec.b',
      '.spec.a.x',
    ]
    assert.deepEqual(pathsOf(set, 10).paths, paths)
    const { paths: first, count } = pathsOf(set, 2)
    assert.deepEqual(first, paths.slice(0, 2))
    assert.equal(count, paths.length)
  })

  it('truncates long paths, and lists nothing below them', () => {
    const long = `f:${'n'.repeat(1000)}`
    const { paths, count } = pathsOf({ [long]: { '.': {}, 'f:a': {} } }, 10)
    assert.equal(count, 2)
    for (const path of paths) assert.equal(path, `.${'n'.repeat(499)}…`)
  })
})
