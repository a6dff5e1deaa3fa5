import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FieldSet, FieldSetDraft } from './field-set.js'
import { sortedFieldSet } from './path-element.js'

const ELEMENTS = [
  ...['f:a', 'f:b', 'f:B', 'f:ü', 'f:a b', '.'],
  ...['k:{"name":"a"}', 'k:{"name":"B"}', 'k:{"port":80}', 'k:{"port":9}', 'k:{"name":"a","port":1}'],
  ...['v:10', 'v:9', 'i:10', 'i:9'],
]

/** In ascending order. */
const ASCENDING = [
  ...['.', 'f:B', 'f:a', 'f:a b', 'f:b', 'f:ü'],
  ...['k:{"name":"B"}', 'k:{"name":"a"}', 'k:{"name":"a","port":1}', 'k:{"port":9}', 'k:{"port":80}'],
  ...['v:9', 'v:10', 'i:9', 'i:10'],
]

/** The reference: sorts every level by the order above. */
function plainly(set: FieldSet): FieldSet {
  const elements = Object.keys(set).sort((left, right) => ASCENDING.indexOf(left) - ASCENDING.indexOf(right))
  return Object.fromEntries(elements.map((element) => [element, plainly(set[element] as FieldSet)]))
}

function randomSet(depth: number): FieldSet {
  const set: FieldSetDraft = {}
  for (let count = Math.floor(Math.random() * 5); depth > 0 && count > 0; count--) {
    const element = ELEMENTS[Math.floor(Math.random() * ELEMENTS.length)] as string
    set[element] = element === '.' ? {} : randomSet(depth - 1)
  }
  return set
}

describe('the elements of a field set', () => {
  it('are sorted on every level', () => {
    for (let count = 0; count < 500; count++) {
      const set = randomSet(4)
      const text = JSON.stringify(set)
      assert.equal(JSON.stringify(sortedFieldSet(set)), JSON.stringify(plainly(set)), text)
      assert.equal(JSON.stringify(set), text, 'the set itself changed')
    }
  })

  it('stay the same set when they are sorted', () => {
    const set = plainly(Object.fromEntries(ELEMENTS.map((element) => [element, {}])))
    assert.equal(sortedFieldSet(set), set)
    const outer = { 'f:a': set, 'f:b': { 'f:B': {} } }
    assert.equal(sortedFieldSet(outer), outer)
  })
})
