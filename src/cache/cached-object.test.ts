import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Revision } from '../storage/contract.js'
import { CachedObject } from './cached-object.js'

/** Members in the order in which metadata is written. */
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
})
