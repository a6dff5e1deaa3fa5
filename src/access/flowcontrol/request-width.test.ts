import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { RequestContext } from '#http/request/request-context.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { Query } from '#util/text/query.js'
import { widthOf } from './request-width.js'

function width(verb: string, count: number, query = ''): number {
  const target = { store: { definition: { stored: {} } }, namespace: 'test' }
  const context = { verb, target, hasQuery: query !== '', query: Query.parse(query) }
  const feed = { countOf: () => count }
  return widthOf(context as unknown as RequestContext, feed as unknown as ChangeFeed)
}

describe('the width of a request', () => {
  it('is one seat, except for lists of more than a hundred objects', () => {
    assert.equal(width('get', 10_000), 1)
    assert.equal(width('create', 10_000), 1)
    assert.equal(width('list', 0), 1)
    assert.equal(width('list', 100), 1)
    assert.equal(width('list', 101), 2)
    assert.equal(width('list', 10_000), 10)
  })

  it('follows the limit of a list', () => {
    assert.equal(width('list', 10_000, 'limit=250'), 3)
    assert.equal(width('list', 100, 'limit=500'), 1)
    assert.equal(width('list', 10_000, 'limit=0'), 10)
    assert.equal(width('list', 10_000, 'limit=many'), 10)
  })
})
