import assert from 'node:assert/strict'
import { test } from 'node:test'
import { alternate, median, summary } from './rounds.js'
import { type Figures, LOOP_BLOCKED, PER_SECOND, type Row } from './row.js'

const RATE: Row = { title: 'rate', unit: PER_SECOND }
const DELAY: Row = { title: 'delay', unit: LOOP_BLOCKED }

test('the median is the value in the middle, whatever the order', () => {
  assert.equal(median([30, 1, 2]), 2)
  assert.equal(median([]), 0)
})

test('sides take turns at going first', async () => {
  const order: string[] = []
  const side = (name: string) => async (): Promise<Figures> => {
    order.push(name)
    return new Map()
  }
  await alternate([side('a'), side('b')], 3)
  assert.deepEqual(order, ['a', 'b', 'b', 'a', 'a', 'b'])
})

test('a rate is reported as a median, its processor time by itself, a delay as the worst', () => {
  const rounds = [
    { rate: 10, cpu: 5, delay: 1 },
    { rate: 30, cpu: 1, delay: 9 },
    { rate: 20, cpu: 3, delay: 2 },
  ].map(
    ({ rate, cpu, delay }) =>
      new Map<Row, { value: number; cpu?: number }>([
        [RATE, { value: rate, cpu }],
        [DELAY, { value: delay }],
      ]),
  )
  const figures = summary(rounds)
  assert.deepEqual(figures.get(RATE), { value: 20, cpu: 3 })
  assert.deepEqual(figures.get(DELAY), { value: 9, cpu: undefined })
})
