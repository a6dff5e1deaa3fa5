import assert from 'node:assert/strict'
import { it } from 'node:test'
import { LazyObject } from '#federation/members/lazy-object.js'
import type { SortedEntries } from '#util/sorted-map.js'
import { ClusterObjects } from './cluster-objects.js'

const RESOURCE = {
  group: '',
  version: 'v1',
  resource: 'pods',
  prefix: '/api/v1',
  kind: 'Pod',
  isNamespaced: true,
}

const pod = (name: string, version: number, uid = name) =>
  LazyObject.of({ metadata: { name, namespace: 'a', uid, resourceVersion: String(version) } })

function objectsWith() {
  const memory = { bytes: 0 }
  const objects = new ClusterObjects({
    cluster: 'm1',
    resource: RESOURCE,
    charge: (bytes) => {
      memory.bytes += bytes
    },
    notify: () => undefined,
  })
  return { objects, memory }
}

/** The first list: a and b, at version 10. */
function listed() {
  const { objects, memory } = objectsWith()
  const list = { number: 1, version: '10' }
  objects.changed(pod('a', 3), list)
  objects.changed(pod('b', 5), list)
  objects.synced(list)
  return { objects, memory }
}

const namesIn = (entries: SortedEntries<unknown> | undefined) =>
  entries === undefined ? undefined : [...entries.keys()].map((key) => key.split('/').at(-1))

const changesFrom = (objects: ClusterObjects, version: string) => {
  const start = objects.changeAfter(version)
  if (typeof start !== 'number') return start
  const found: string[] = []
  for (let number = start; number < objects.next; number++) {
    const change = objects.change(number)
    found.push(`${change?.shown.name} ${change?.after === undefined ? 'gone' : 'there'} ${change?.version}`)
  }
  return found
}

it('the state at any kept version is known', () => {
  const { objects } = listed()
  objects.changed(pod('c', 11))
  objects.gone(pod('a', 12))
  objects.advanced('20')
  assert.deepEqual(namesIn(objects.state()), ['b', 'c'])
  assert.deepEqual(namesIn(objects.stateAt('20')), ['b', 'c'])
  assert.deepEqual(namesIn(objects.stateAt('11')), ['a', 'b', 'c'])
  assert.deepEqual(namesIn(objects.stateAt('10')), ['a', 'b'])
  assert.equal(objects.stateAt('9'), undefined)
  assert.equal(objects.stateAt('21'), undefined)
  assert.equal(objects.changeAfter('9'), 'expired')
  assert.equal(objects.changeAfter('21'), 'ahead')
})

it('a client that resumes amid the changes of a gap misses none', () => {
  const { objects } = listed()
  const list = { number: 2, version: '30' }
  objects.changed(pod('b', 25), list)
  objects.changed(pod('c', 28), list)
  objects.synced(list)
  const all = ['a gone 10', 'b there 10', 'c there 30']
  assert.deepEqual(changesFrom(objects, '10'), all)
  assert.deepEqual(changesFrom(objects, '30'), [])
  assert.deepEqual(namesIn(objects.stateAt('10')), ['a', 'b'])
})

it('an object that was created again during a gap is deleted first', () => {
  const { objects } = listed()
  const list = { number: 2, version: '30' }
  objects.changed(pod('a', 3), list)
  objects.changed(pod('b', 25, 'another'), list)
  objects.synced(list)
  assert.deepEqual(changesFrom(objects, '10'), ['b gone 10', 'b there 30'])
  assert.equal(objects.change(objects.next - 1)?.before, undefined)
  assert.deepEqual(namesIn(objects.stateAt('10')), ['a', 'b'])
  assert.deepEqual(namesIn(objects.state()), ['a', 'b'])
})

it('a cluster that counts anew ends what refers to its old versions', () => {
  const { objects } = listed()
  const next = objects.next
  const list = { number: 2, version: '4' }
  objects.changed(pod('a', 2), list)
  objects.synced(list)
  assert.equal(objects.change(next), undefined)
  assert.equal(objects.changeAfter('10'), 'ahead')
  assert.deepEqual(changesFrom(objects, '4'), [])
  assert.deepEqual(namesIn(objects.state()), ['a'])
})

it('a first list that starts again replaces what came before', () => {
  const { objects } = objectsWith()
  objects.changed(pod('a', 3), { number: 1, version: '' })
  const list = { number: 2, version: '10' }
  objects.changed(pod('b', 5), list)
  objects.synced(list)
  assert.deepEqual(namesIn(objects.state()), ['b'])
})

it('old changes are dropped, and all memory is accounted for', () => {
  const { objects, memory } = listed()
  const before = memory.bytes
  for (let version = 11; version < 5_000; version++) objects.changed(pod('a', version))
  assert.equal(objects.changeAfter('11'), 'expired')
  assert.equal(typeof objects.changeAfter('4000'), 'number')
  assert.ok(memory.bytes < 2_100 * before)
  objects.close()
  assert.equal(memory.bytes, 0)
})
