import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Revision } from '#storage/contract.js'
import { CachedObject } from './cached-object.js'

/** Properties in the order of encoded metadata. */
function served(metadata: object, spec: object = {}): CachedObject {
  const json = JSON.stringify({
    kind: 'Thing',
    metadata: { name: 'one', resourceVersion: '7', ...metadata },
    spec,
  })
  return new CachedObject('group/things/space/one', 7 as Revision, Buffer.from(json))
}

const creationTimestamp = '2024-01-01T00:00:00Z'
const labels = { app: 'web', 'example.com/tier': '{"a": 1}' }

describe('an object in the cache', () => {
  it('knows its labels', () => {
    assert.deepEqual(served({ creationTimestamp, labels }).labels, labels)
    assert.deepEqual(served({ creationTimestamp: null, labels, annotations: { a: 'b' } }).labels, labels)
    assert.deepEqual(served({ labels }).labels, labels)
  })

  it('knows its labels while it is being deleted', () => {
    const deletion = { deletionTimestamp: creationTimestamp, deletionGracePeriodSeconds: 0 }
    assert.deepEqual(served({ creationTimestamp, ...deletion, labels }).labels, labels)
    assert.equal(served({ creationTimestamp, ...deletion }).labels, undefined)
  })

  it('does not take the labels of something in it for its own', () => {
    const template = { metadata: { creationTimestamp: null, labels } }
    assert.equal(served({ creationTimestamp }, { template }).labels, undefined)
    assert.equal(served({ creationTimestamp, annotations: { labels: 'x' } }, { template }).labels, undefined)
  })

  it('knows whether initializers still have to act on it', () => {
    assert.equal(served({ creationTimestamp, labels }).initialized, true)
    assert.equal(served({ creationTimestamp, initializers: { pending: [{ name: 'a' }] } }).initialized, false)
    assert.equal(served({ creationTimestamp, labels: { initializers: 'x' } }).initialized, true)
  })

  it('can be shown under another revision', () => {
    const later = served({ creationTimestamp, labels }).at(12 as Revision)
    assert.equal(later.metadata().resourceVersion, '12')
    assert.deepEqual(later.labels, labels)
    assert.equal(later.revision, 12)
  })

  it('is the same when it is large, and kept compressed', () => {
    const spec = {
      fields: Array.from({ length: 1000 }, (_, index) => ({ name: `field${index}`, type: 'string' })),
    }
    const plain = served({ creationTimestamp, labels }, spec)
    const packed = served({ creationTimestamp, labels }, spec)
    packed.pack()
    // What is restored last is at hand, so that one of two is not.
    const other = served({ creationTimestamp }, spec)
    other.pack()
    assert.ok(packed.json !== plain.json && packed.json.equals(plain.json))
    assert.equal(packed.size, plain.json.length)
    assert.equal(packed.createdAt(), creationTimestamp)
    assert.deepEqual(packed.metadata(), plain.metadata())
    assert.ok(packed.withMetadata(Buffer.from('{}')).equals(plain.withMetadata(Buffer.from('{}'))))
    assert.equal(packed.at(12 as Revision).metadata().resourceVersion, '12')
    for (const object of [plain, packed]) {
      assert.equal(object.beginsWith(Buffer.from('{"kind":"Thing"')), true)
      assert.equal(object.beginsWith(Buffer.from('{"kind":"Other"')), false)
    }
    assert.ok(packed.piece !== packed.json)
  })

  it('is not compressed when it is small', () => {
    const small = served({ creationTimestamp, labels })
    const { json } = small
    small.pack()
    assert.equal(small.piece, json)
  })
})
