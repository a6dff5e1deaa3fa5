import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missed, ratioOf, wantedOn } from './result.js'
import { HELD_UP, MEGABYTES, PER_SECOND, SECONDS } from './row.js'

const RATE = { title: 'rate', unit: PER_SECOND, wanted: 1000, ofBare: 0.75 }
const START = { title: 'start', unit: SECONDS, wanted: 0.5 }

test('on a machine twice as fast twice the rate is wanted, and half the time', () => {
  assert.equal(wantedOn(RATE, 2), 2000)
  assert.equal(wantedOn(START, 2), 0.25)
})

test('memory, and how long others wait, are wanted to be the same everywhere', () => {
  assert.equal(wantedOn({ title: 'memory', unit: MEGABYTES, wanted: 70 }, 2), 70)
  assert.equal(wantedOn({ title: 'delay', unit: HELD_UP, wanted: 20 }, 2), 20)
})

test('a row is met only when both its figure and its ratio are', () => {
  const beside = (ours: number, bare: number) => ({ row: RATE, ours: { value: ours }, bare: { value: bare } })
  assert.deepEqual(missed(beside(1000, 1000), 1), [])
  assert.deepEqual(missed(beside(999, 1000), 1), ['figure'])
  assert.deepEqual(missed(beside(1000, 2000), 1), ['ratio'])
  assert.deepEqual(missed(beside(700, 1000), 1), ['figure', 'ratio'])
})

test('of a time less is wanted, and a row of which nothing is wanted is neither met nor missed', () => {
  const result = { row: START, ours: { value: 0.6 }, bare: undefined }
  assert.deepEqual(missed(result, 1), ['figure'])
  assert.deepEqual(missed({ ...result, ours: { value: 0.4 } }, 1), [])
  assert.equal(missed({ ...result, row: { title: 'any', unit: SECONDS } }, 1), undefined)
})

test('a ratio is reported of rates only', () => {
  assert.equal(ratioOf({ row: RATE, ours: { value: 3 }, bare: { value: 4 } }), 0.75)
  assert.equal(ratioOf({ row: START, ours: { value: 3 }, bare: { value: 4 } }), undefined)
})
