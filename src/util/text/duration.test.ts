import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatDuration, parseDuration } from './duration.js'

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
})
