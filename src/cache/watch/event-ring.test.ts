import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CachedObject } from '#cache/cached-object.js'
import type { Revision } from '#storage/contract.js'
import { EventRing } from './event-ring.js'
import { WatchEvent } from './watch-event.js'

const MIB = 1024 * 1024

/** An object in JSON of so many bytes, or as few as it takes. */
const objectOf = (size: number) => Buffer.from('{"metadata":{},"data":{}}'.padEnd(size))

/** Puts events of one object with so many bytes into a ring, at revisions from 1 on. */
function ringOf(sizes: readonly number[]): EventRing {
  const ring = new EventRing(0 as Revision)
  // Objects of one size share their bytes: thousands of large ones would take seconds to be made.
  const bytes = new Map([...new Set(sizes)].map((size) => [size, objectOf(size)]))
  let previous: CachedObject | undefined
  for (const [index, size] of sizes.entries()) {
    const revision = (index + 1) as Revision
    const object = new CachedObject('core/configmaps/default/a', revision, bytes.get(size) as Buffer)
    ring.push(new WatchEvent(revision, object, previous))
    previous = object
  }
  return ring
}

const revisions = (ring: EventRing, after: number) =>
  ring.after(after as Revision).map(({ revision }) => Number(revision))

describe('the last events of a kind', () => {
  it('are kept in order, from a revision on', () => {
    const ring = ringOf([1, 1, 1, 1])
    assert.equal(ring.watermark, 0)
    assert.deepEqual(revisions(ring, 0), [1, 2, 3, 4])
    assert.deepEqual(revisions(ring, 2), [3, 4])
    assert.deepEqual(revisions(ring, 4), [])
  })

  it('are kept up to a number', () => {
    const ring = ringOf(new Array(2_500).fill(1))
    assert.equal(ring.watermark, 2_500 - 1_024)
    assert.equal(revisions(ring, ring.watermark).length, 1_024)
    assert.deepEqual(revisions(ring, 2_498), [2_499, 2_500])
  })

  it('are limited by the size of their objects, however few they are', () => {
    const ring = ringOf([MIB, 3 * MIB, 3 * MIB, 2 * MIB])
    assert.equal(ring.watermark, 1)
    assert.deepEqual(revisions(ring, 1), [2, 3, 4])
    const large = ringOf([1, 1, 20 * MIB])
    assert.equal(large.watermark, 3)
    assert.deepEqual(revisions(large, 3), [])
    const many = ringOf(new Array(5_000).fill(MIB / 2))
    assert.deepEqual(revisions(many, many.watermark).length, 16)
  })
})
