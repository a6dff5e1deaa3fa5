import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rangeBetween } from './range.js'

const rows = ['a', 'b', 'c', 'd'].map((key) => ({ key }))
const keys = (first: string | undefined, second: number) =>
  rangeBetween(rows, first, second)
    .map(({ key }) => key)
    .join('')

describe('a range of rows', () => {
  it('has both ends, in the order of the table', () => {
    assert.equal(keys('b', 3), 'bcd')
    assert.equal(keys('d', 1), 'bcd')
    assert.equal(keys('c', 2), 'c')
  })

  it('is one row if the first has gone', () => {
    assert.equal(keys('gone', 1), 'b')
    assert.equal(keys(undefined, 0), 'a')
  })

  it('ends with the table', () => {
    assert.equal(keys('c', 9), 'cd')
  })
})
