import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Revision } from '#storage/contract.js'
import { CachedObject } from './cached-object.js'
import { Collection } from './collection.js'
import { ListCache } from './list-cache.js'

const objects = () => [
  new CachedObject('g/things/one', 1 as Revision, Buffer.from('{"metadata":{"name":"one"}}')),
]

const LAST = { next: undefined, remaining: undefined }

describe('a list cache', () => {
  it('are found until something changes', () => {
    const pages = new ListCache()
    assert.equal(pages.find('all'), undefined)
    const page = pages.keep('all', objects(), LAST)
    assert.equal(pages.find('all'), page)
    assert.equal(pages.find('others'), undefined)
    pages.clear()
    assert.equal(pages.find('all'), undefined)
  })

  it('are joined at the third use of a representation, and cached from then on', () => {
    const page = new ListCache().keep('all', objects(), LAST)
    const [json, yaml] = [{}, {}]
    const join = () => Buffer.from('joined')
    assert.equal(page.joined(json, 6, join), undefined)
    assert.equal(page.joined(json, 6, join), undefined)
    const joined = page.joined(json, 6, join)
    assert.equal(joined?.toString(), 'joined')
    assert.equal(page.joined(json, 6, join), joined)
    assert.equal(page.joined(yaml, 6, join), undefined)
  })

  it('hold no more than so many bytes', () => {
    const pages = new ListCache()
    const shown = (query: string, megabytes: number) => {
      const page = pages.keep(query, objects(), LAST)
      const once = () => page.joined(pages, megabytes * 1024 * 1024, () => Buffer.alloc(1))
      once()
      once()
      return once() !== undefined
    }
    assert.equal(shown('huge', 17), false)
    assert.equal(shown('first', 16), true)
    assert.equal(shown('second', 16), true)
    assert.equal(shown('third', 1), false)
    pages.clear()
    assert.equal(shown('fourth', 16), true)
  })

  it('of a collection are gone with the state that they show', () => {
    const collection = new Collection('g/things/', 0 as Revision)
    const shows = (change: () => unknown) => {
      collection.pages.keep('all', objects(), LAST)
      change()
      return collection.pages.find('all') !== undefined
    }
    const value = Buffer.from('{"metadata":{"name":"one","resourceVersion":"","creationTimestamp":null}}')
    const change = { key: 'g/things/one', revision: 1 as Revision, value, previous: undefined }
    assert.ok(shows(() => undefined))
    assert.ok(!shows(() => collection.apply([change])))
    assert.ok(!shows(() => collection.replaceAll(new Map(), 2 as Revision)))
  })
})
