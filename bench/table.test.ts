import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PER_SECOND, type Row, SECONDS } from './row.js'
import { comparisonTable, resultTable } from './table.js'

const RATE: Row = { title: 'get', unit: PER_SECOND, original: 2960, target: 22_000, ofBare: 0.75 }
const START: Row = { title: 'start', unit: SECONDS }

const cellsOf = (table: string) =>
  table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

test('a row shows the target, the figure, and whether the target is met', () => {
  const result = {
    row: RATE,
    ours: { value: 12_000, cpu: 61.25 },
    bare: { value: 15_000, cpu: 40 },
    ratio: 0.8,
  }
  assert.deepEqual(cellsOf(resultTable([result], 0.5)), [
    ['get', '2,960/s', '11,000/s', '12,000/s', '15,000/s', '0.80', '0.75', 'yes', '61.3', '40.0'],
  ])
})

test('what is not known is a dash', () => {
  const result = { row: START, ours: { value: 0.2345 }, bare: undefined, ratio: undefined }
  assert.deepEqual(cellsOf(resultTable([result], 1)), [
    ['start', '–', '–', '0.235 s', '–', '–', '–', '–', '–', '–'],
  ])
})

test('in a comparison a ratio above 1 is better, of rates and of times', () => {
  const first = new Map([
    [RATE, { value: 100, cpu: 10 }],
    [START, { value: 1 }],
  ])
  const second = new Map([
    [RATE, { value: 200, cpu: 5 }],
    [START, { value: 0.5 }],
  ])
  assert.deepEqual(cellsOf(comparisonTable(['a', 'b'], first, second)), [
    ['get', '100/s', '200/s', '2.00', '10.0', '5.0', '2.00'],
    ['start', '1 s', '0.5 s', '2.00', '–', '–', '–'],
  ])
})
