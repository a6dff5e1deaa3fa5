import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ATOMIC, DEDUCED, keyedMergeType, type MergeType } from '#apply/merge-type.js'
import { atomicPaths } from './atomic-paths.js'

const MAP: MergeType = { kind: 'map', element: ATOMIC }
const LIST: MergeType = keyedMergeType({ kind: 'map', element: MAP }, ['name'], () => undefined)

it('lists and objects with one owner are found at their paths, scalars are not', () => {
  const type: MergeType = { kind: 'map', element: LIST }
  const value = {
    a: [
      { name: 'x', b: { c: 1 } },
      { name: 'y', b: { c: [1], d: {} } },
    ],
  }
  assert.deepEqual(atomicPaths(type, value), ['.a[1].b.c', '.a[1].b.d'])
  assert.deepEqual(atomicPaths(ATOMIC, 1), [])
})

it('without a schema lists have one owner, objects do not', () => {
  assert.deepEqual(atomicPaths(DEDUCED, { a: { b: 1, c: [{}] } }), ['.a.c'])
})
