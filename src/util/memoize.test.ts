import assert from 'node:assert/strict'
import { it } from 'node:test'
import { once } from './memoize.js'

it('a value is made at the first call and only then, also when it is undefined', () => {
  for (const value of [{}, 0, undefined]) {
    let times = 0
    const get = once(() => {
      times++
      return value
    })
    assert.equal(times, 0)
    assert.equal(get(), value)
    assert.equal(get(), value)
    assert.equal(times, 1)
  }
})
