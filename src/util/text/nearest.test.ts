import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { closestMatch, editDistance } from './nearest.js'

describe('the nearest of several words', () => {
  it('is the one with the fewest letters changed', () => {
    assert.equal(closestMatch('--prot', ['--host', '--port', '--data-dir']), '--port')
    assert.equal(closestMatch('serv', ['serve', 'help']), 'serve')
    assert.equal(closestMatch('--datadir', ['--host', '--data-dir']), '--data-dir')
  })

  it('is none when all are far', () => {
    assert.equal(closestMatch('xyzzy', ['serve', 'help']), undefined)
    assert.equal(closestMatch('', ['serve']), undefined)
  })

  it('counts letters that are added, dropped, changed and swapped', () => {
    assert.equal(editDistance('', 'abc'), 3)
    assert.equal(editDistance('kitten', 'sitting'), 3)
    assert.equal(editDistance('sevre', 'serve'), 1)
    assert.equal(editDistance('same', 'same'), 0)
  })
})
