import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Collection } from '#cache/collection.js'
import { EVERY_FIELD } from '#selector/field-selector.js'
import { parseLabelSelector } from '#selector/label-selector.js'
import type { Revision } from '#storage/contract.js'
import { nextTurn } from '#util/event-loop.js'
import { RandomChoices } from '#util/random-choices.js'
import { selects } from './search.js'

const PREFIX = 'g/things/'
const VALUES = ['a', 'b', 'c', 'rare']

/** A collection and the same objects in a plain map, to compare with. */
class World {
  readonly collection = new Collection(PREFIX, 0 as Revision)
  readonly names = new Map<string, Record<string, string> | undefined>()
  #revision = 0

  put(name: string, labels: Record<string, string> | undefined): void {
    this.names.set(name, labels)
    const metadata = { name, resourceVersion: '', labels }
    this.#apply(name, Buffer.from(JSON.stringify({ metadata })))
  }

  delete(name: string): void {
    if (this.names.delete(name)) this.#apply(name, undefined)
  }

  #apply(name: string, value: Buffer | undefined): void {
    const revision = ++this.#revision as Revision
    this.collection.apply([{ key: `${PREFIX}n/${name}`, revision, value, previous: undefined }])
  }

  check(text: string, limit?: number): void {
    const labels = parseLabelSelector(text)
    const selection = { namespace: undefined, labels, fields: EVERY_FIELD, includeUninitialized: true }
    const expected = [...this.names.entries()]
      .filter(([, own]) => labels.matches(own))
      .map(([name]) => name)
      .sort()
    const search = this.collection.search(selection, '', limit)
    while (!search.isOver) search.scan(Number.POSITIVE_INFINITY)
    const found = search.take()
    assert.deepEqual(
      found.map(({ name }) => name),
      expected.slice(0, limit),
      text,
    )
    assert.ok(found.every((object) => selects(selection, object)))
  }
}

describe('selecting by labels', () => {
  it('finds the same objects as a full scan, whatever was written in between', () => {
    const random = new RandomChoices(7)
    const world = new World()
    const label = () => VALUES[random.below(random.below(10) === 0 ? 4 : 3)] as string
    for (let step = 0; step < 6000; step++) {
      const name = `object-${random.below(1500)}`
      if (random.below(10) === 0) world.delete(name)
      else if (random.below(20) === 0) world.put(name, undefined)
      else world.put(name, { tier: label(), [`key-${random.below(30)}`]: label() })
      if (step % 40 !== 0) continue
      world.check('tier=rare')
      world.check('tier in (rare,none)')
      world.check(`key-${random.below(30)}=a`)
      world.check(`key-${random.below(30)}=a,tier!=b`, 3)
      world.check('tier=a')
      world.check('!tier')
      world.check('key-3,tier=rare')
    }
  })

  it('finds them while a large index is being made, and when it is complete', async () => {
    const random = new RandomChoices(3)
    const world = new World()
    const write = () => {
      const tier = random.below(100) === 0 ? 'rare' : 'a'
      world.put(`object-${random.below(10_000)}`, { tier })
    }
    for (let step = 0; step < 20_000; step++) write()
    for (let round = 0; round < 10; round++) {
      world.check('tier=rare')
      for (let step = 0; step < 50; step++) write()
      for (let step = 0; step < 5; step++) world.delete(`object-${random.below(10_000)}`)
      world.check('tier=rare')
      await nextTurn()
    }
  })

  it('does not take inherited properties for labels', () => {
    const world = new World()
    for (let n = 0; n < 300; n++) world.put(`object-${n}`, { a: 'b' })
    world.check('constructor=x')
    world.check('toString in (a,b)')
  })
})
