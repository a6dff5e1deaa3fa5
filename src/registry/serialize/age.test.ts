import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatAge } from './age.js'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const after = (seconds: number) => formatAge(new Date(NOW - seconds * 1000).toISOString(), NOW)

it('writes an age in one or two units, the coarser the longer ago', () => {
  const [minute, hour, day] = [60, 3600, 86_400]
  for (const [seconds, text] of [
    [0, '0s'],
    [59, '59s'],
    [119, '119s'],
    [2 * minute, '2m'],
    [2 * minute + 30, '2m30s'],
    [10 * minute + 59, '10m'],
    [179 * minute, '179m'],
    [3 * hour, '3h'],
    [3 * hour + 5 * minute, '3h5m'],
    [9 * hour + 5 * minute, '9h'],
    [47 * hour, '47h'],
    [2 * day, '2d'],
    [2 * day + 3 * hour, '2d3h'],
    [9 * day, '9d'],
    [700 * day, '700d'],
    [730 * day, '2y'],
    [740 * day, '2y10d'],
    [3000 * day, '8y'],
  ] as const) {
    assert.equal(after(seconds), text)
  }
})

it('allows for clocks that differ a little', () => {
  assert.equal(after(-1), '0s')
  assert.equal(after(-2), '<invalid>')
})

it('says so when the time is not known', () => {
  for (const unknown of [undefined, null, '', 'yesterday']) assert.equal(formatAge(unknown, NOW), '<unknown>')
})
