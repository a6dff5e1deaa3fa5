import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatBytes, parseBytes } from './byte-size.js'

describe('numbers of bytes', () => {
  it('are read with and without units', () => {
    const cases: [string, number | undefined][] = [
      ['0', 0],
      ['1234', 1234],
      ['500K', 500_000],
      ['10M', 10_000_000],
      ['10MB', 10_000_000],
      ['1Gi', 2 ** 30],
      ['', undefined],
      ['M', undefined],
      ['1.5M', undefined],
      ['-1', undefined],
      ['10 M', undefined],
      ['1T', undefined],
    ]
    for (const [text, bytes] of cases) assert.equal(parseBytes(text), bytes, text)
  })

  it('are written as short as they can be read', () => {
    for (const text of ['0', '1', '999', '10K', '10M', '1G', '1Ki', '64Mi', '1234567']) {
      assert.equal(formatBytes(parseBytes(text) as number), text)
    }
  })
})
