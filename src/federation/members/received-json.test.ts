import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ResponseRefused } from './member-errors.js'
import { MAX_OBJECT_BYTES, parseReceived, TextCollector } from './received-json.js'

describe('JSON of a member', () => {
  it('is parsed', () => {
    const value = { a: [1, { b: '"[[[,,,' }], c: null }
    assert.deepEqual(parseReceived(JSON.stringify(value)), value)
    assert.throws(() => parseReceived('{"a"'), SyntaxError)
    assert.throws(() => parseReceived('"a'), SyntaxError)
  })

  it('is refused if it is deeply nested or has too many values', () => {
    for (const text of [
      '['.repeat(1000),
      `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`,
      `[${'1,'.repeat(60_000)}1]`,
      `[${'{},'.repeat(30_000)}1]`,
    ])
      assert.throws(() => parseReceived(text), ResponseRefused)
    const commas = JSON.stringify({ a: ','.repeat(100_000), b: '['.repeat(1000) })
    assert.deepEqual(JSON.stringify(parseReceived(commas)), commas)
  })

  it('is collected up to a limit, document by document', () => {
    const collector = new TextCollector()
    const chunk = Buffer.alloc(MAX_OBJECT_BYTES / 3, 'x')
    for (let round = 0; round < 2; round++) {
      for (let count = 0; count < 3; count++) assert.ok(collector.add(chunk))
      assert.equal((collector.take() as string).length, MAX_OBJECT_BYTES)
      for (let count = 0; count < 4; count++) collector.add(chunk)
      assert.throws(() => parseReceived(collector.take()), ResponseRefused)
    }
  })
})
