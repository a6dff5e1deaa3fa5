import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ManagedEntry } from './managed-entry.js'
import { zeroObject } from './ownership.js'
import { LATER, NOW, Ship, ship, VERSIONS } from './ship.fixture.js'
import { type UpdateRequest, updateFields } from './update-fields.js'
import type { Json } from './versions.js'

const update = (
  managers: readonly ManagedEntry[],
  manager: string,
  before: Json,
  after: Json,
  more: Partial<UpdateRequest> = {},
) =>
  updateFields({
    versions: VERSIONS,
    version: 'v1',
    before,
    after,
    managers,
    manager: { name: manager },
    now: NOW,
    ...more,
  })

const owners = (entries: readonly ManagedEntry[]) =>
  Object.fromEntries(entries.map(({ manager, fieldsV1 }) => [manager, fieldsV1]))

describe('an update', () => {
  const made = ship({ name: 'x', route: ['a'], engine: { fuel: 'oil' } })
  const created = update([], 'ann', zeroObject(Ship), made)

  it('owns the fields of a new object', () => {
    assert.deepEqual(owners(created), {
      ann: { 'f:engine': { '.': {}, 'f:fuel': {} }, 'f:name': {}, 'f:route': {} },
    })
  })

  it('takes over the fields it changes, and adds no entry when it changes nothing', () => {
    assert.equal(update(created, 'bob', made, structuredClone(made), { now: LATER }), created)
    const after = ship({ ...made, name: 'y' })
    const changed = update(created, 'bob', made, after, { now: LATER })
    assert.deepEqual(owners(changed), {
      ann: { 'f:engine': { '.': {}, 'f:fuel': {} }, 'f:route': {} },
      bob: { 'f:name': {} },
    })
    assert.deepEqual(
      changed.map(({ time }) => time),
      [NOW, LATER],
    )
    const added = update(changed, 'bob', after, { ...after, route: ['b'] }, { now: LATER })
    assert.deepEqual(owners(added).bob, { 'f:name': {}, 'f:route': {} })
  })

  it('takes removed fields from all owners, and owns nothing for it', () => {
    const { engine, ...rest } = made
    const removed = update(created, 'bob', made, rest, { now: LATER })
    assert.deepEqual(owners(removed), { ann: { 'f:name': {}, 'f:route': {} } })
    assert.equal(removed[0]?.time, NOW)
  })

  it('has an entry for each version and each subresource', () => {
    const inV2 = { version: 'v2', now: LATER }
    const second = update(created, 'ann', ship({ title: 'x' }), ship({ title: 'y' }), inV2)
    assert.deepEqual(
      second.map(({ apiVersion, fieldsV1 }) => [apiVersion, Object.keys(fieldsV1 ?? {})]),
      [
        ['v1', ['f:engine', 'f:route']],
        ['v2', ['f:title']],
      ],
    )
    const manager = { name: 'ann', subresource: 'status' }
    const third = update(created, '', made, ship({ ...made, route: ['b'] }), { manager })
    assert.deepEqual(
      third.map(({ subresource }) => subresource),
      [undefined, 'status'],
    )
  })

  it('does not own fields that its subresource cannot change', () => {
    const versions = { ...VERSIONS, ignored: () => ({ 'f:engine': {} }) }
    const after = ship({ ...made, engine: { fuel: 'gas' }, name: 'y' })
    const changed = update(created, 'bob', made, after, { versions })
    assert.deepEqual(owners(changed).bob, { 'f:name': {} })
    assert.deepEqual(owners(changed).ann, { 'f:engine': { '.': {}, 'f:fuel': {} }, 'f:route': {} })
  })

  it('combines the oldest updaters beyond ten, and leaves appliers alone', () => {
    const applier = {
      manager: 'zoe',
      operation: 'Apply',
      apiVersion: 'v1',
      time: NOW,
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:flag': {} },
    }
    let managers: readonly ManagedEntry[] = [applier]
    let labels: Record<string, string> = {}
    for (let index = 0; index < 12; index++) {
      const before = ship({ metadata: { labels } })
      labels = { ...labels, [`l${index}`]: 'x' }
      const now = `2026-01-01T00:01:${String(index).padStart(2, '0')}Z`
      managers = update(managers, `m${index}`, before, ship({ metadata: { labels } }), { now })
    }
    assert.equal(managers.length, 11)
    assert.equal(managers[0], applier)
    const [, ancient] = managers
    assert.deepEqual(
      [ancient?.manager, ancient?.time, ancient?.fieldsV1],
      [
        'ancient-changes',
        '2026-01-01T00:01:02Z',
        { 'f:metadata': { 'f:labels': { 'f:l0': {}, 'f:l1': {}, 'f:l2': {} } } },
      ],
    )
  })
})
