import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { blocking, HOLD, letGo, type Thing, to, World } from './world.js'

describe('deletion in the background', async () => {
  const world = await World.open()
  after(() => world.close())

  it('deletes a whole chain of dependents', async () => {
    const a = await world.create('Deployment', 'a')
    const b = await world.create('ReplicaSet', 'b', { owners: [to(a)] })
    const c = await world.create('DaemonSet', 'c', { owners: [to(b)] })
    await world.delete(a, 'Background')
    await world.settled()
    assertGone(world, a, b, c)
  })

  it('ignores objects without an owner', async () => {
    const owner = await world.create('Deployment', 'owner')
    const free = await world.create('ReplicaSet', 'free')
    await world.delete(owner, 'Background')
    await world.settled()
    assert.ok(world.has(free))
  })

  it('starts only when no finalizer holds the owner', async () => {
    const owner = await world.create('Deployment', 'held', { finalizers: [HOLD] })
    const dependent = await world.create('ReplicaSet', 'waiting', { owners: [to(owner)] })
    await world.delete(owner, 'Background')
    await world.settled()
    assert.ok(world.has(dependent))
    assert.equal(world.find(dependent)?.deletionTimestamp, undefined)
    await world.edit(owner, letGo)
    await world.settled()
    assertGone(world, owner, dependent)
  })

  it('marks a dependent with finalizers as being deleted', async () => {
    const owner = await world.create('Deployment', 'owner')
    const held = await world.create('ReplicaSet', 'held', { owners: [to(owner)], finalizers: [HOLD] })
    await world.delete(owner, 'Background')
    await world.settled()
    assert.ok(world.find(held)?.deletionTimestamp)
    assert.deepEqual(world.find(held)?.finalizers, [HOLD])
    await world.edit(held, letGo)
    assertGone(world, held)
  })

  it('keeps the dependents of a dependent that orphans them', async () => {
    const owner = await world.create('Deployment', 'owner')
    const middle = await world.create('ReplicaSet', 'middle', { owners: [to(owner)], finalizers: ['orphan'] })
    const last = await world.create('DaemonSet', 'last', { owners: [to(middle)] })
    await world.delete(owner, 'Background')
    await world.settled()
    assertGone(world, middle)
    assertFree(world, last)
  })

  it('deletes the dependents of a foreground-deleted dependent first', async () => {
    const owner = await world.create('Deployment', 'owner')
    const finalizers = ['foregroundDeletion']
    const middle = await world.create('ReplicaSet', 'middle', { owners: [to(owner)], finalizers })
    const last = await world.create('DaemonSet', 'held', { owners: [blocking(middle)], finalizers: [HOLD] })
    await world.delete(owner, 'Background')
    await world.settled()
    assert.deepEqual(world.find(middle)?.finalizers, finalizers)
    await world.edit(last, letGo)
    await world.settled()
    assertGone(world, middle, last)
  })

  it('does not touch dependents of a new object with the same name', async () => {
    const first = await world.create('Deployment', 'again')
    const old = await world.create('ReplicaSet', 'old', { owners: [to(first)] })
    await world.delete(first, 'Background')
    const second = await world.create('Deployment', 'again')
    const fresh = await world.create('ReplicaSet', 'fresh', { owners: [to(second)] })
    await world.settled()
    assertGone(world, old)
    assert.deepEqual(world.owners(fresh), ['again'])
  })
})

describe('deletion in the foreground', async () => {
  const world = await World.open()
  after(() => world.close())

  it('keeps the owner until the dependents that block it are gone', async () => {
    const owner = await world.create('Deployment', 'owner')
    const held = await world.create('ReplicaSet', 'held', { owners: [blocking(owner)], finalizers: [HOLD] })
    await world.delete(owner, 'Foreground')
    await world.settled()
    assert.ok(world.find(held)?.deletionTimestamp)
    assert.deepEqual(world.find(owner)?.finalizers, ['foregroundDeletion'])
    await world.edit(held, letGo)
    await world.settled()
    assertGone(world, owner, held)
  })

  it('completes at once without dependents', async () => {
    const owner = await world.create('Cluster', 'alone')
    await world.delete(owner, 'Foreground')
    await world.settled()
    assertGone(world, owner)
  })

  it('does not wait for dependents that do not block it, but deletes them', async () => {
    const owner = await world.create('Deployment', 'owner')
    const held = await world.create('ReplicaSet', 'lax', { owners: [to(owner)], finalizers: [HOLD] })
    await world.delete(owner, 'Foreground')
    await world.settled()
    assertGone(world, owner)
    assert.ok(world.find(held)?.deletionTimestamp)
  })

  it('deletes dependents that do not block it even while a finalizer holds the owner', async () => {
    const owner = await world.create('Deployment', 'held', { finalizers: [HOLD] })
    const dependent = await world.create('ReplicaSet', 'dependent', { owners: [to(owner)] })
    await world.delete(owner, 'Foreground')
    await world.settled()
    assert.deepEqual(world.find(owner)?.finalizers, [HOLD])
    assertGone(world, dependent)
  })

  it('waits for the last dependent of a chain', async () => {
    const a = await world.create('Deployment', 'a')
    const b = await world.create('ReplicaSet', 'b', { owners: [blocking(a)] })
    const c = await world.create('DaemonSet', 'c', { owners: [blocking(b)], finalizers: [HOLD] })
    await world.delete(a, 'Foreground')
    await world.settled()
    assert.deepEqual(world.find(a)?.finalizers, ['foregroundDeletion'])
    assert.deepEqual(world.find(b)?.finalizers, ['foregroundDeletion'])
    await world.edit(c, letGo)
    await world.settled()
    assertGone(world, a, b, c)
  })

  it('continues when a dependent no longer blocks it', async () => {
    const owner = await world.create('Deployment', 'owner')
    const held = await world.create('ReplicaSet', 'yields', { owners: [blocking(owner)], finalizers: [HOLD] })
    await world.delete(owner, 'Foreground')
    await world.settled()
    await world.edit(held, (metadata) => {
      metadata.ownerReferences = [to(owner, false)]
    })
    await world.settled()
    assertGone(world, owner)
  })

  it('deletes dependents that are created while it waits', async () => {
    const owner = await world.create('Deployment', 'owner')
    const held = await world.create('ReplicaSet', 'early', { owners: [blocking(owner)], finalizers: [HOLD] })
    await world.delete(owner, 'Foreground')
    const late = await world.create('ReplicaSet', 'late', { owners: [blocking(owner)] })
    await world.settled()
    assertGone(world, late)
    assert.ok(world.has(owner))
    await world.edit(held, letGo)
    await world.settled()
    assertGone(world, owner)
  })

  it('can be changed to orphan', async () => {
    const owner = await world.create('Deployment', 'owner')
    const held = await world.create('ReplicaSet', 'spared', { owners: [blocking(owner)], finalizers: [HOLD] })
    await world.delete(owner, 'Foreground')
    await world.settled()
    await world.delete(owner, 'Orphan')
    await world.settled()
    assertGone(world, owner)
    assert.deepEqual(world.owners(held), [])
  })
})

describe('deletion that orphans', async () => {
  const world = await World.open()
  after(() => world.close())

  it('orphans all dependents and then deletes the owner', async () => {
    const owner = await world.create('Deployment', 'owner')
    const names = Array.from({ length: 100 }, (_, index) => `dependent-${index}`)
    const dependents = await Promise.all(
      names.map((name) => world.create('ReplicaSet', name, { owners: [blocking(owner)] })),
    )
    await world.delete(owner)
    await world.settled()
    assertGone(world, owner)
    for (const dependent of dependents) assertFree(world, dependent)
  })

  it('keeps the references to other owners', async () => {
    const [one, two] = [await world.create('Deployment', 'one'), await world.create('Ingress', 'two')]
    const dependent = await world.create('ReplicaSet', 'shared', { owners: [to(one), to(two)] })
    await world.delete(one, 'Orphan')
    await world.settled()
    assert.deepEqual(world.owners(dependent), ['two'])
  })

  it('also orphans dependents that are being deleted', async () => {
    const owner = await world.create('Deployment', 'owner')
    const held = await world.create('ReplicaSet', 'leaving', { owners: [to(owner)], finalizers: [HOLD] })
    await world.delete(held, 'Background')
    await world.delete(owner, 'Orphan')
    await world.settled()
    assertGone(world, owner)
    assert.deepEqual(world.owners(held), [])
  })

  it('keeps the other finalizers of the owner', async () => {
    const owner = await world.create('Deployment', 'owner', { finalizers: [HOLD] })
    await world.delete(owner, 'Orphan')
    await world.settled()
    assert.deepEqual(world.find(owner)?.finalizers, [HOLD])
  })
})

function assertGone(world: World, ...things: readonly Thing[]): void {
  assert.deepEqual(
    things.filter((thing) => world.has(thing)).map(({ name }) => name),
    [],
  )
}

function assertFree(world: World, thing: Thing): void {
  const metadata = world.find(thing)
  assert.ok(metadata)
  assert.equal(metadata.ownerReferences, undefined)
  assert.equal(metadata.deletionTimestamp, undefined)
}
