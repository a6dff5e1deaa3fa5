import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinSelector, splitSelector } from './selectors.js'

describe('selectors', () => {
  it('are split at commas outside of parentheses', () => {
    assert.deepEqual(splitSelector('app=web,tier in (a, b), !old'), ['app=web', 'tier in (a, b)', '!old'])
    assert.deepEqual(splitSelector(undefined), [])
  })

  it('are joined without repetition, and an empty one is none', () => {
    assert.equal(joinSelector(['app=web', ' app=web', 'x in (a,b)']), 'app=web,x in (a,b)')
    assert.equal(joinSelector(['', ' ']), undefined)
  })
})
