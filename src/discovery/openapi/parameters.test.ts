import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ANONYMOUS } from '#meta/user.js'
import { CURRENT_CONVENTIONS } from '#registry/kind.js'
import { readListOptions } from '#registry/read/list-options.js'
import { readDeleteOptions } from '#registry/write/delete-options.js'
import { readWriteQuery } from '#registry/write/write-options.js'
import { Query } from '#util/text/query.js'
import type { Parameter } from './model.js'
import {
  deleteCollectionParameters,
  deleteParameters,
  listParameters,
  patchParameters,
  writeParameters,
} from './parameters.js'

/** A query that records which parameters were read. */
class CuriousQuery extends Query {
  readonly asked = new Set<string>()

  constructor() {
    super([], [])
  }

  override get(name: string): string | null {
    this.asked.add(name)
    return super.get(name)
  }

  override getAll(name: string): string[] {
    this.asked.add(name)
    return super.getAll(name)
  }
}

function askedFor(read: (query: Query) => void): string[] {
  const query = new CuriousQuery()
  read(query)
  return [...query.asked].sort()
}

const namesOf = (parameters: readonly Parameter[]) => parameters.map(({ name }) => name).sort()

describe('the documented parameters', () => {
  it('of a write are those that the server looks at', () => {
    assert.deepEqual(
      namesOf(writeParameters),
      askedFor((query) => readWriteQuery(query, 'update')),
    )
    assert.deepEqual(
      namesOf(patchParameters),
      askedFor((query) => readWriteQuery(query, 'patch')),
    )
  })

  it('of a list are those that the server looks at, and the one that makes it a watch', () => {
    const asked = askedFor((query) =>
      readListOptions({ selectableFields: undefined }, query, undefined, { watch: false }),
    )
    assert.deepEqual(namesOf(listParameters), [...asked, 'watch'].sort())
  })

  it('of a deletion of a collection are those of a list without a stream, and those of a deletion', () => {
    const ofStreams = ['allowWatchBookmarks', 'sendInitialEvents']
    const ofLists = namesOf(listParameters).filter((name) => !ofStreams.includes(name))
    assert.deepEqual(namesOf(deleteCollectionParameters), [...ofLists, ...namesOf(deleteParameters)].sort())
  })

  it('of a deletion are those that the server looks at', () => {
    assert.deepEqual(
      namesOf(deleteParameters),
      askedFor((query) => readDeleteOptions(undefined, query, ANONYMOUS, CURRENT_CONVENTIONS)),
    )
  })
})
