import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { uptimeText } from './uptime-text.js'

describe('an uptime', () => {
  it('has its two largest units', () => {
    const cases: readonly (readonly [number, string])[] = [
      [0, '0 seconds'],
      [1, '1 second'],
      [60, '1 minute'],
      [3_599, '59 minutes 59 seconds'],
      [3_600, '1 hour'],
      [90_061, '1 day 1 hour'],
      [86_400 * 400 + 59, '400 days'],
    ]
    for (const [seconds, text] of cases) assert.equal(uptimeText(seconds), text)
  })
})
