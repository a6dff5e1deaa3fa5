import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missed, resultsOf, targetOn } from './result.js'
import { type Figures, LOOP_BLOCKED, MEGABYTES, PER_SECOND, type Row, SECONDS } from './row.js'

const RATE = { title: 'rate', unit: PER_SECOND, target: 1000, ofBare: 0.75 }
const START = { title: 'start', unit: SECONDS, target: 0.5 }

test('on a machine twice as fast the target is twice the rate, or half the time', () => {
  assert.equal(targetOn(RATE, 2), 2000)
  assert.equal(targetOn(START, 2), 0.25)
})

test('memory, and how long others wait, are wanted to be the same everywhere', () => {
  assert.equal(targetOn({ title: 'memory', unit: MEGABYTES, target: 70 }, 2), 70)
  assert.equal(targetOn({ title: 'delay', unit: LOOP_BLOCKED, target: 20 }, 2), 20)
})

test('a row is met only when both its figure and its ratio are', () => {
  const beside = (ours: number, bare: number) => ({
    row: RATE,
    ours: { value: ours },
    bare: { value: bare },
    ratio: ours / bare,
  })
  assert.deepEqual(missed(beside(1000, 1000), 1), [])
  assert.deepEqual(missed(beside(999, 1000), 1), ['figure'])
  assert.deepEqual(missed(beside(1000, 2000), 1), ['ratio'])
  assert.deepEqual(missed(beside(700, 1000), 1), ['figure', 'ratio'])
})

test('less time is better, and a row without a target is neither met nor missed', () => {
  const result = { row: START, ours: { value: 0.6 }, bare: undefined, ratio: undefined }
  assert.deepEqual(missed(result, 1), ['figure'])
  assert.deepEqual(missed({ ...result, ours: { value: 0.4 } }, 1), [])
  assert.equal(missed({ ...result, row: { title: 'any', unit: SECONDS } }, 1), undefined)
})

const rounds = (row: Row, ...values: readonly number[]): Figures[] =>
  values.map((value) => new Map([[row, { value }]]))

test('a ratio is reported of rates only', () => {
  const [rate] = resultsOf({ ours: rounds(RATE, 3), bare: rounds(RATE, 4) })
  assert.equal(rate?.ratio, 0.75)
  const [time] = resultsOf({ ours: rounds(START, 3), bare: rounds(START, 4) })
  assert.equal(time?.ratio, undefined)
  assert.deepEqual(time?.bare?.value, 4)
})

test('a ratio is the median of those of the rounds, however fast the machine was in each', () => {
  const [result] = resultsOf({ ours: rounds(RATE, 9, 45, 80), bare: rounds(RATE, 10, 50, 100) })
  assert.equal(result?.ratio, 0.9)
  assert.deepEqual([result?.ours.value, result?.bare?.value], [45, 50])
  const [alone] = resultsOf({ ours: rounds(RATE, 9, 45) })
  assert.deepEqual([alone?.bare, alone?.ratio], [undefined, undefined])
})
