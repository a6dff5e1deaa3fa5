import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { RandomChoices } from '#util/random-choices.js'
import { Query } from './query.js'

const NAMES = ['limit', 'watch', 'a b', 'ä', '=', '%', '']
const PARTS = [...NAMES, '&', '&', '%3D', '%f', '%ff', '%C3%A4', '%C3', '+', '%2B', '%20', '?']

describe('a query', () => {
  it('is read as URLSearchParams reads it', () => {
    const random = new RandomChoices(20_261_116)
    for (let round = 0; round < 2_000; round++) {
      const text = Array.from({ length: random.below(12) }, () => random.of(PARTS)).join('')
      // URLSearchParams takes a question mark at the beginning for that of the URL.
      const expected = new URLSearchParams(`?${text}`)
      const query = Query.parse(text)
      for (const name of NAMES) {
        assert.equal(query.get(name), expected.get(name), `${name} of ${text}`)
        assert.deepEqual(query.getAll(name), expected.getAll(name), `${name} of ${text}`)
      }
    }
  })

  it('has no parameter where there is no text', () => {
    assert.equal(Query.EMPTY.get('limit'), null)
    assert.deepEqual(Query.parse('').getAll('limit'), [])
  })
})
