import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { perObject } from './memoize.js'

describe('a value per object', () => {
  it('is made once for each, at the first call', () => {
    const asked: object[] = []
    const made = perObject((key: object) => {
      asked.push(key)
      return { key }
    })
    const [first, second] = [{}, {}]
    assert.equal(made(first), made(first))
    assert.notEqual(made(first), made(second))
    assert.deepEqual(asked, [first, second])
  })

  it('is made again after a failure', () => {
    let fails = true
    const made = perObject(() => {
      if (fails) throw new Error('not yet')
      return {}
    })
    const key = {}
    assert.throws(() => made(key), /not yet/)
    fails = false
    assert.equal(made(key), made(key))
  })
})
