import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { acceptEntries } from './accept-entry.js'

const types = (header: string) => acceptEntries(header).map(({ type }) => type)

describe('the entries of an Accept header', () => {
  it('come in the order of their q, then as they were named', () => {
    assert.deepEqual(types('a/a;q=0.5, b/b, c/c;q=0.75, d/d'), ['b/b', 'd/d', 'c/c', 'a/a'])
  })

  it('name a type before a wildcard of the same q', () => {
    assert.deepEqual(types('*/*, application/*, application/json'), [
      'application/json',
      '*/*',
      'application/*',
    ])
    assert.deepEqual(types('*/*, application/json;q=0.9'), ['*/*', 'application/json'])
  })

  it('leave out what is rejected', () => {
    assert.deepEqual(types('a/a;q=0, b/b;q=0.001, c/c;q=0.0'), ['b/b'])
  })

  it('take a q that cannot be read as none', () => {
    assert.deepEqual(types('a/a;q=0.9, b/b;q=nonsense, c/c;q=7, d/d;q='), ['b/b', 'c/c', 'd/d', 'a/a'])
  })

  it('carry their other parameters, with names in lower case and values as they are', () => {
    const [entry] = acceptEntries('Application/JSON ; AS=Table; v = v1;flag;q=0.5')
    assert.equal(entry?.type, 'application/json')
    assert.equal(entry?.quality, 0.5)
    assert.deepEqual(
      [...(entry?.parameters ?? [])],
      [
        ['as', 'Table'],
        ['v', 'v1'],
      ],
    )
  })
})
