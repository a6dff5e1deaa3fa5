import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Revision, SPARE_BYTES } from '#storage/contract.js'
import { CachedObject } from './cached-object.js'
import {
  insertResourceVersion,
  replaceResourceVersion,
  servesStored,
  withResourceVersion,
} from './resource-version-splice.js'

const object = (extra = {}) => ({
  kind: 'Ingress',
  apiVersion: 'extensions/v1beta1',
  metadata: { name: 'a"}{', generateName: '"resourceVersion":"x', resourceVersion: '', ...extra },
  spec: { note: 'é"}' },
})
const stored = (extra = {}) => Buffer.from(JSON.stringify(object(extra)))

describe('the resource version in encoded objects', () => {
  it('is filled in where it belongs and nowhere else', () => {
    const served = JSON.parse(
      withResourceVersion(
        stored({ annotations: { resourceVersion: '"resourceVersion":"' } }),
        123,
      ).toString(),
    )
    assert.equal(served.metadata.resourceVersion, '123')
    assert.equal(served.metadata.generateName, '"resourceVersion":"x')
    assert.equal(served.metadata.annotations.resourceVersion, '"resourceVersion":"')
    assert.deepEqual(served.spec, { note: 'é"}' })
  })

  it('is put in place where there is room behind the value, and nowhere else', () => {
    const value = stored({ annotations: { a: 'b' } })
    const withRoom = Buffer.alloc(value.length + SPARE_BYTES).subarray(0, value.length)
    const neighbour = Buffer.alloc(value.length + 2 * SPARE_BYTES).subarray(0, value.length)
    for (const place of [withRoom, neighbour]) {
      value.copy(place)
      const served = insertResourceVersion(place, Number.MAX_SAFE_INTEGER)
      assert.deepEqual(served, withResourceVersion(value, Number.MAX_SAFE_INTEGER))
      assert.equal(served.buffer === place.buffer, place === withRoom)
    }
    assert.deepEqual(neighbour, value)
  })

  it('can be replaced', () => {
    const served = replaceResourceVersion(withResourceVersion(stored(), 99), 12345)
    assert.equal(JSON.parse(served.toString()).metadata.resourceVersion, '12345')
  })

  it('does not hide whether two objects are the same', () => {
    assert.ok(servesStored(withResourceVersion(stored(), 7), stored()))
    assert.ok(!servesStored(withResourceVersion(stored(), 7), stored({ labels: { a: 'b' } })))
    assert.ok(
      !servesStored(withResourceVersion(stored({ labels: { a: 'c' } }), 7), stored({ labels: { a: 'b' } })),
    )
    assert.ok(!servesStored(withResourceVersion(stored({ labels: { a: 'b' } }), 7), stored()))
  })
})

describe('a cached object', () => {
  it('knows its name, namespace, labels and whether it is initialized', () => {
    const value = stored({ labels: { app: 'web' }, initializers: { pending: [{ name: 'x' }] } })
    const namespaced = CachedObject.fromStored('extensions/ingresses/ns/web', 5 as Revision, value)
    assert.equal(namespaced.namespace, 'ns')
    assert.equal(namespaced.name, 'web')
    assert.deepEqual(namespaced.labels, { app: 'web' })
    assert.equal(namespaced.initialized, false)
    const clusterWide = CachedObject.fromStored('federation/clusters/c', 5 as Revision, stored())
    assert.equal(clusterWide.namespace, '')
    assert.equal(clusterWide.name, 'c')
    assert.equal(clusterWide.labels, undefined)
    assert.equal(clusterWide.initialized, true)
  })
})
