import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { excerpt, jsonExcerpt } from './excerpt.js'

describe('an excerpt', () => {
  it('is the text itself unless that is long', () => {
    assert.equal(excerpt('short'), 'short')
    assert.equal(excerpt('abcdef', 3), 'abc…')
  })

  it('of a value is its JSON', () => {
    const values = [
      'a"b',
      1,
      true,
      null,
      [],
      {},
      [1, 'a', [null]],
      { a: { b: [] }, c: undefined, d: '\n' },
      'x'.repeat(200),
    ]
    for (const value of values) assert.equal(jsonExcerpt(value, 1000), JSON.stringify(value))
  })

  it('of a large value begins as its JSON does, and is made without the rest', () => {
    const list = Array.from({ length: 1000 }, (_, index) => ({ index, text: 'a' }))
    assert.equal(jsonExcerpt(list, 100), `${JSON.stringify(list).slice(0, 100)}…`)
    assert.equal(jsonExcerpt({ a: 'x'.repeat(500) }, 100), `{"a":"${'x'.repeat(94)}…`)
    const bottomless = new Proxy([], { get: (_, name) => (name === 'length' ? 1e12 : 'element') })
    assert.ok(jsonExcerpt(bottomless, 50).length <= 51)
  })
})
