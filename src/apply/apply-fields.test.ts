import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type ApplyRequest, applyFields } from './apply-fields.js'
import type { ManagedEntry } from './managed-entry.js'
import { zeroObject } from './ownership.js'
import { LATER, NOW, Ship, ship, VERSIONS } from './ship.fixture.js'
import type { Json } from './versions.js'

/** An object and its owners. Managers apply to it one after another. */
class Applied {
  object: Json
  managers: readonly ManagedEntry[]

  constructor(object: Json = zeroObject(Ship), managers: readonly ManagedEntry[] = []) {
    this.object = object
    this.managers = managers
  }

  apply(manager: string, applied: Json, more: Partial<ApplyRequest> = {}) {
    const { object: live, managers } = this
    const version = 'v1'
    const result = applyFields({
      versions: VERSIONS,
      version,
      live,
      managers,
      applied,
      manager: { name: manager },
      force: false,
      now: NOW,
      ...more,
    })
    if (result.conflicts !== undefined) {
      return result.conflicts.map(({ owner, path }) => `${owner.manager}${path}`)
    }
    this.object = result.object
    this.managers = result.managers
    return []
  }

  get owners() {
    return Object.fromEntries(this.managers.map(({ manager, fieldsV1 }) => [manager, fieldsV1]))
  }
}

describe('an apply', () => {
  it('creates the object, owns the applied fields, and is a no-op the second time', () => {
    const applied = new Applied()
    applied.apply('ann', { name: 'x', crew: ['a'] })
    assert.deepEqual(applied.object, ship({ name: 'x', crew: ['a'] }))
    assert.deepEqual(applied.managers, [
      {
        manager: 'ann',
        operation: 'Apply',
        apiVersion: 'v1',
        time: NOW,
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:crew': { 'v:"a"': {} }, 'f:name': {} },
        subresource: undefined,
      },
    ])
    const { object, managers } = applied
    applied.apply('ann', { crew: ['a'], name: 'x' }, { now: LATER })
    assert.equal(applied.object, object)
    assert.equal(applied.managers, managers)
  })

  it('shares a field of equal value without a timestamp, and conflicts over a different value', () => {
    const applied = new Applied()
    applied.apply('ann', { name: 'x', engine: { fuel: 'oil' } })
    assert.deepEqual(applied.apply('bob', { name: 'x' }, { now: LATER }), [])
    assert.equal(applied.managers.find(({ manager }) => manager === 'bob')?.time, undefined)
    assert.deepEqual(applied.apply('cid', { name: 'y', engine: { fuel: 'gas' } }).sort(), [
      'ann.engine.fuel',
      'ann.name',
      'bob.name',
    ])
    assert.deepEqual(applied.apply('cid', { name: 'y' }, { force: true, now: LATER }), [])
    assert.deepEqual(applied.owners, { ann: { 'f:engine': { 'f:fuel': {} } }, cid: { 'f:name': {} } })
    assert.equal(applied.object.name, 'y')
  })

  it('removes fields it no longer applies, unless another manager owns them', () => {
    const applied = new Applied()
    applied.apply('ann', {
      name: 'x',
      metadata: { labels: { a: '1', b: '1' } },
      cabins: [
        { name: 'a', beds: 1 },
        { name: 'b', beds: 2 },
      ],
    })
    applied.apply('bob', { metadata: { labels: { b: '1' } }, cabins: [{ name: 'b' }] })
    applied.apply('ann', { name: 'x' })
    assert.deepEqual(
      applied.object,
      ship({ name: 'x', metadata: { labels: { b: '1' } }, cabins: [{ name: 'b' }] }),
    )
    assert.deepEqual(applied.owners, {
      ann: { 'f:name': {} },
      bob: {
        'f:cabins': { 'k:{"name":"b"}': { '.': {}, 'f:name': {} } },
        'f:metadata': { 'f:labels': { 'f:b': {} } },
      },
    })
  })

  it('leaves fields alone that it never applied', () => {
    const updater: ManagedEntry = {
      manager: 'dan',
      operation: 'Update',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:cabins': { 'k:{"name":"a"}': { '.': {}, 'f:name': {}, 'f:beds': {} } } },
    }
    const applied = new Applied(ship({ cabins: [{ name: 'a', beds: 3 }], route: ['here'] }), [updater])
    applied.apply('ann', { cabins: [{ name: 'a' }, { name: 'b' }] })
    applied.apply('ann', { cabins: [{ name: 'b' }] })
    assert.deepEqual(
      applied.object,
      ship({ cabins: [{ name: 'a', beds: 3 }, { name: 'b' }], route: ['here'] }),
    )
  })

  it('gives unowned fields an owner', () => {
    const applied = new Applied(ship({ name: 'x', route: ['here'] }))
    assert.deepEqual(applied.apply('ann', { name: 'y' }), ['before-first-apply.name'])
    applied.apply('ann', { name: 'x' })
    assert.deepEqual(applied.owners, {
      ann: { 'f:name': {} },
      'before-first-apply': { 'f:name': {}, 'f:route': {} },
    })
    const unclaimed = new Applied(ship({ name: 'x' }))
    assert.deepEqual(unclaimed.apply('ann', { name: 'y' }, { claimsUnowned: false }), [])
  })

  it('respects owners in other versions, and drops owners of versions that are no longer served', () => {
    const applied = new Applied()
    applied.apply('ann', { name: 'x' })
    const inV2 = { version: 'v2', live: ship({ title: 'x' }) }
    assert.deepEqual(applied.apply('bob', { title: 'y' }, inV2), ['ann.name'])
    assert.deepEqual(applied.apply('bob', { title: 'x' }, inV2), [])
    assert.deepEqual(applied.owners, { ann: { 'f:name': {} }, bob: { 'f:title': {} } })
    // Fields applied in one version are removed by an apply in the other.
    applied.apply('ann', {}, { version: 'v2', live: ship({ title: 'x' }) })
    assert.equal(applied.object.title, 'x')
    applied.apply('bob', {}, { version: 'v2', live: ship({ title: 'x' }) })
    assert.equal(applied.object.title ?? undefined, undefined)

    const gone = { manager: 'old', operation: 'Update', apiVersion: 'v0', fieldsV1: { 'f:name': {} } }
    const other = new Applied(ship({ name: 'x' }), [gone])
    assert.deepEqual(other.apply('ann', { name: 'y' }), [])
    assert.deepEqual(other.owners, { ann: { 'f:name': {} } })
  })

  it('by kubectl takes over the fields of its last-applied annotation; other managers do not', () => {
    const LAST = 'kubectl.kubernetes.io/last-applied-configuration'
    const configuration = JSON.stringify({ apiVersion: 'v1', name: 'x', route: ['here'] })
    const live = ship({ name: 'x', route: ['there'], metadata: { annotations: { [LAST]: configuration } } })
    const entry = { manager: 'old', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1' }
    const before = [{ ...entry, fieldsV1: { 'f:name': {}, 'f:route': {} } }]
    assert.deepEqual(new Applied(live, before).apply('ann', { name: 'y' }), ['old.name'])
    const applied = new Applied(live, before)
    assert.deepEqual(applied.apply('kubectl', { name: 'y', route: ['where'] }), ['old.route'])
    assert.deepEqual(applied.apply('kubectl', { name: 'y' }), [])
    const { annotations } = applied.object.metadata as { annotations: Record<string, string> }
    assert.equal(annotations[LAST], '{"name":"y"}\n')
  })

  it('is quick with many managers and many fields', () => {
    const labels = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`l${index}`, 'x']))
    const crew = Array.from({ length: 5_000 }, (_, index) => `c${index}`)
    const fields = Object.fromEntries(Object.keys(labels).map((name) => [`f:${name}`, {}]))
    const managers = Array.from({ length: 20 }, (_, index) => ({
      manager: `m${index}`,
      operation: 'Apply',
      apiVersion: 'v1',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:metadata': { 'f:labels': fields } },
    }))
    const applied = new Applied(ship({ metadata: { labels }, crew }), managers)
    assert.deepEqual(applied.apply('ann', { metadata: { labels }, crew: [...crew].reverse() }), [])
    assert.deepEqual(applied.apply('ann', {}), [])
    assert.equal(applied.managers.length, 20)
    assert.equal(applied.object.crew ?? undefined, undefined)
  })
})
