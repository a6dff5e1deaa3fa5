import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatDuration, formatLongDuration, parseDuration, parseLongDuration } from './duration.js'

describe('a duration', () => {
  it('is read in milliseconds', () => {
    const cases: readonly (readonly [string, number])[] = [
      ['500ms', 500],
      ['2s', 2000],
      ['15m', 900_000],
      ['1h30m', 5_400_000],
      ['1.5h', 5_400_000],
      ['0.5ms', 1],
      ['1m1m', 120_000],
      ['0', 0],
      ['0s', 0],
    ]
    for (const [text, milliseconds] of cases) assert.equal(parseDuration(text), milliseconds, text)
  })

  it('needs a unit, and nothing but amounts and units', () => {
    for (const text of [
      '',
      '5',
      '-5s',
      '5 s',
      '5d',
      's',
      '1h30',
      '.5s',
      '1.s',
      '5S',
      `${'9'.repeat(30)}h`,
      '1s'.repeat(50),
    ]) {
      assert.equal(parseDuration(text), undefined, text)
    }
  })

  it('is written as it would be read', () => {
    for (const text of ['500ms', '2s', '15m', '1h30m', '1h1m1s1ms', '0s', '100h']) {
      assert.equal(formatDuration(parseDuration(text) as number), text)
    }
    assert.equal(formatDuration(90_000), '1m30s')
  })

  it('may have days where it is long', () => {
    for (const text of ['7d', '1d12h', '23h', '0s', '90s', '1d1ms']) {
      const milliseconds = parseLongDuration(text) as number
      assert.equal(parseLongDuration(formatLongDuration(milliseconds)), milliseconds, text)
    }
    assert.equal(parseLongDuration('1d12h'), 129_600_000)
    assert.equal(formatLongDuration(604_800_000), '7d')
    for (const text of ['', 'd', '1', '1.5d', '1d1', '1h1d', '-1d'])
      assert.equal(parseLongDuration(text), undefined, text)
  })
})
