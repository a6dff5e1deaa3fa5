import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Collection } from '#cache/collection.js'
import { EVERY_FIELD } from '#selector/field-selector.js'
import { parseLabelSelector } from '#selector/label-selector.js'
import type { Revision } from '#storage/contract.js'
import { RandomChoices } from '#util/random-choices.js'
import type { Search } from './search.js'

const PREFIX = 'g/things/'
let revision = 0

function write(collection: Collection, name: string, labels: object | undefined): void {
  const json = JSON.stringify({ metadata: { name, resourceVersion: '', creationTimestamp: null, labels } })
  const value = labels && Buffer.from(json)
  const key = `${PREFIX}n/${name}`
  collection.apply([{ key, revision: ++revision as Revision, value, previous: undefined }])
}

function selectionOf(labels: string) {
  return {
    namespace: 'n',
    labels: parseLabelSelector(labels),
    fields: EVERY_FIELD,
    includeUninitialized: true,
  }
}

function filled(count: number): Collection {
  const collection = new Collection(PREFIX, 0 as Revision)
  for (let index = 0; index < count; index++) {
    write(collection, `thing-${index}`, { even: index % 2 === 0 ? 'yes' : 'no' })
  }
  return collection
}

/** What is found in parts of random length, with something done in between. */
function lookOn(search: Search, between: () => void): string[] {
  const random = new RandomChoices(5)
  const found: string[] = []
  do {
    search.scan(1 + random.below(200))
    found.push(...search.take().map((object) => `${object.name} ${object.revision}`))
    between()
  } while (!search.isOver)
  return found
}

describe('a search', () => {
  it('finds the same in parts as at once', () => {
    const collection = filled(3000)
    for (const text of ['', 'even=yes', 'even!=yes', 'even', '!even']) {
      const selection = selectionOf(text)
      const expected = collection.select(selection).map((object) => `${object.name} ${object.revision}`)
      const found = lookOn(collection.search(selection), () => undefined)
      assert.deepEqual(found, expected, text)
    }
  })

  it('finds the state at its start, despite later writes', () => {
    const collection = filled(3000)
    const selection = selectionOf('even=yes')
    const expected = collection.select(selection).map((object) => `${object.name} ${object.revision}`)
    assert.equal(expected.length, 1500)
    const search = collection.search(selection)
    search.holdState()
    const random = new RandomChoices(9)
    const found = lookOn(search, () => {
      for (let count = 0; count < 50; count++) {
        const labels = random.below(2) === 0 ? undefined : { even: 'yes' }
        write(collection, `thing-${random.below(4000)}`, labels)
      }
    })
    assert.deepEqual(found, expected)
    assert.notDeepEqual(
      collection.select(selection).map((object) => `${object.name} ${object.revision}`),
      expected,
    )
  })

  it('ends at its limit, and knows whether there is more', () => {
    const collection = filled(100)
    const names = (after: string, limit: number) => {
      const search = collection.search(selectionOf('even'), after, limit)
      while (!search.isOver) search.scan(7)
      const found = search.take()
      return { found: found.length, more: search.hasKeysBehind(found.at(-1)?.key ?? '') }
    }
    assert.deepEqual(names('', 40), { found: 40, more: true })
    assert.deepEqual(names('', 100), { found: 100, more: false })
    assert.deepEqual(names(`${PREFIX}n/thing-98`, 10), { found: 1, more: false })
  })
})
