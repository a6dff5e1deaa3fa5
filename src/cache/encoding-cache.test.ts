import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Revision } from '#storage/contract.js'
import { CachedObject } from './cached-object.js'
import { EncodingCache } from './encoding-cache.js'

const object = (name: string) =>
  new CachedObject(`g/things/${name}`, 1 as Revision, Buffer.from(`{"metadata":{"name":"${name}"}}`))

/** Counts how often something had to be encoded. */
function counting(size = 10) {
  const seen: string[] = []
  return {
    seen,
    encode: ({ name }: CachedObject) => {
      seen.push(name)
      return Buffer.alloc(size, name)
    },
  }
}

describe('an encoding cache', () => {
  it('are made once for each object and form', () => {
    const forms = new EncodingCache()
    const { seen, encode } = counting()
    const [one, two] = [object('one'), object('two')]
    for (let times = 0; times < 3; times++) {
      assert.equal(forms.get(one, 0, encode).toString('latin1', 0, 3), 'one')
      forms.get(two, 0, encode)
      forms.get(one, 4, encode)
    }
    assert.deepEqual(seen, ['one', 'two', 'one'])
  })

  it('count with all that keeping them takes', () => {
    const capacity = 1024 * 1024
    const forms = new EncodingCache(capacity)
    const { seen, encode } = counting(100)
    const objects = Array.from({ length: 20_000 }, (_, n) => object(`n${n}`))
    for (const each of objects) forms.get(each, 0, encode)
    const before = seen.length
    // From the newest on, so that what is encoded anew does not push out what is still kept.
    for (const each of objects.reverse()) {
      forms.get(each, 0, encode)
      if (seen.length > before) break
    }
    const kept = objects.findIndex(({ name }) => name === seen.at(-1))
    assert.ok(kept > capacity / 500, `${kept} kept`)
    assert.ok(kept < (2 * capacity) / 350, `${kept} kept`)
  })

  it('are forgotten when they are not used while others need the room', () => {
    const forms = new EncodingCache(10_000)
    const { seen, encode } = counting(1000)
    const kept = object('kept')
    const idle = object('idle')
    forms.get(kept, 0, encode)
    forms.get(idle, 0, encode)
    for (let n = 0; n < 100; n++) {
      forms.get(object(`other-${n}`), 0, encode)
      forms.get(kept, 0, encode)
    }
    const before = seen.length
    forms.get(kept, 0, encode)
    assert.equal(seen.length, before)
    forms.get(idle, 0, encode)
    assert.equal(seen.length, before + 1)
  })
})
