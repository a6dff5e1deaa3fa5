import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { blocking, HOLD, letGo, type Thing, to, toAbsent, toStranger, World } from './world.js'

describe('a dependent with several owners', async () => {
  const world = await World.open()
  after(() => world.close())
  const twoOwners = async () =>
    [await world.create('Deployment', 'one'), await world.create('Ingress', 'two')] as const

  it('stays and loses only the deleted owner', async () => {
    const [one, two] = await twoOwners()
    const dependent = await world.create('ReplicaSet', 'shared', { owners: [to(one), to(two)] })
    await world.delete(one, 'Background')
    await world.settled()
    assert.deepEqual(world.owners(dependent), ['two'])
    assert.equal(world.find(dependent)?.deletionTimestamp, undefined)
    await world.delete(two, 'Background')
    await world.settled()
    assert.equal(world.has(dependent), false)
  })

  it('is deleted when all of them are', async () => {
    const [one, two] = await twoOwners()
    const dependent = await world.create('ReplicaSet', 'shared', { owners: [to(one), to(two)] })
    await Promise.all([world.delete(one, 'Background'), world.delete(two, 'Background')])
    await world.settled()
    assert.equal(world.has(dependent), false)
  })

  it('does not block the foreground deletion of one owner while it has another', async () => {
    const [one, two] = await twoOwners()
    const dependent = await world.create('ReplicaSet', 'shared', { owners: [blocking(one), blocking(two)] })
    await world.delete(one, 'Foreground')
    await world.settled()
    assert.equal(world.has(one), false)
    assert.deepEqual(world.owners(dependent), ['two'])
    await world.delete(two, 'Foreground')
    await world.settled()
    assert.equal(world.size, 0)
  })

  it('loses references to owners that never existed', async () => {
    const owner = await world.create('Deployment', 'real')
    const dependent = await world.create('ReplicaSet', 'half', { owners: [toAbsent(), to(owner)] })
    await world.settled()
    assert.deepEqual(world.owners(dependent), ['real'])
  })

  it('keeps the valid one of two references with the same uid', async () => {
    const owner = await world.create('Deployment', 'named')
    const misnamed = { ...to(owner), name: 'misnamed' }
    const dependent = await world.create('ReplicaSet', 'confused', { owners: [misnamed, to(owner)] })
    await world.settled()
    assert.deepEqual(world.owners(dependent), ['named'])
  })
})

describe('an absent owner', async () => {
  const world = await World.open()
  after(() => world.close())

  it('gets new dependents deleted', async () => {
    const dependent = await world.create('ReplicaSet', 'stray', { owners: [toAbsent()] })
    await world.settled()
    assert.equal(world.has(dependent), false)
  })

  it('gets existing objects deleted that become its dependents', async () => {
    const object = await world.create('Ingress', 'adopted')
    await world.edit(object, (metadata) => {
      metadata.ownerReferences = [toAbsent()]
    })
    await world.settled()
    assert.equal(world.has(object), false)
  })

  it('may have the name of an object with another uid', async () => {
    const owner = await world.create('Deployment', 'owner')
    const owners = [{ ...toAbsent(), name: 'owner' }]
    const mistaken = await world.create('ReplicaSet', 'mistaken', { owners })
    await world.settled()
    const right = await world.create('ReplicaSet', 'right', { owners: [to(owner)] })
    const wrong = await world.create('ReplicaSet', 'wrong', { owners })
    await world.settled()
    assert.deepEqual(
      [mistaken, right, wrong].map((thing) => world.has(thing)),
      [false, true, false],
    )
  })

  it('may share its uid with an object of another kind', async () => {
    const owner = await world.create('Deployment', 'of-a-kind')
    const owners = [{ ...to(owner), kind: 'Ingress' }]
    const dependent = await world.create('DaemonSet', 'mistaken', { owners })
    await world.settled()
    assert.equal(world.has(dependent), false)
  })
})

describe('an owner of a kind that is not served', async () => {
  const world = await World.open()
  after(() => world.close())

  it('counts as existing', async () => {
    const dependent = await world.create('ReplicaSet', 'foreign', { owners: [toStranger()] })
    const both = await world.create('ReplicaSet', 'both', { owners: [toStranger(), toAbsent()] })
    await world.settled()
    assert.deepEqual(world.owners(dependent), ['stranger'])
    assert.deepEqual(world.owners(both), ['stranger'])
    assert.equal(world.find(both)?.deletionTimestamp, undefined)
  })

  it('may be of a kind that is served in another version', async () => {
    const owners = [{ ...toAbsent(), apiVersion: 'extensions/v1' }]
    const dependent = await world.create('ReplicaSet', 'newer', { owners })
    await world.settled()
    assert.deepEqual(world.owners(dependent), ['absent'])
  })
})

describe('namespaces', async () => {
  const world = await World.open()
  after(() => world.close())

  it('may contain dependents of a cluster-scoped owner', async () => {
    const owner = await world.create('Cluster', 'owner')
    await world.create('Ingress', 'dependent', { namespace: 'here', owners: [to(owner)] })
    await world.create('Ingress', 'dependent', { namespace: 'there', owners: [blocking(owner)] })
    await world.delete(owner, 'Foreground')
    await world.settled()
    assert.equal(world.size, 0)
  })

  it('hide an owner from other namespaces', async () => {
    const owner = await world.create('Deployment', 'owner', { namespace: 'here' })
    const dependent = await world.create('ReplicaSet', 'away', { namespace: 'there', owners: [to(owner)] })
    await world.settled()
    assert.equal(world.has(dependent), false)
    assert.ok(world.has(owner))
  })

  it('hide an owner from cluster-scoped dependents', async () => {
    const owner = await world.create('Deployment', 'owner-of-none', { namespace: 'here' })
    const dependent = await world.create('Cluster', 'dependent', { owners: [to(owner)] })
    await world.settled()
    assert.equal(world.has(dependent), false)
    assert.ok(world.has(owner))
  })

  it('do not matter between cluster-scoped objects', async () => {
    const owner = await world.create('Cluster', 'first')
    const dependent = await world.create('Cluster', 'second', { owners: [to(owner)] })
    await world.settled()
    assert.ok(world.has(dependent))
    await world.delete(owner, 'Background')
    await world.settled()
    assert.equal(world.has(dependent), false)
  })
})

describe('owners in a circle', async () => {
  const world = await World.open()
  after(() => world.close())

  /** Each is owned by the previous one, the first by the last. */
  async function circle(size: number): Promise<readonly [Thing, ...Thing[]]> {
    const first = await world.create('Deployment', 'owner-0')
    const rest: Thing[] = []
    for (let index = 1; index < size; index++) {
      const owners = [blocking(rest.at(-1) ?? first)]
      rest.push(await world.create('Deployment', `owner-${index}`, { owners }))
    }
    await own(first, rest.at(-1) ?? first)
    return [first, ...rest]
  }

  const own = (thing: Thing, ...owners: readonly Thing[]) =>
    world.edit(thing, (metadata) => {
      metadata.ownerReferences = owners.map(blocking)
    })

  for (const size of [1, 2, 3, 10]) {
    for (const policy of ['Background', 'Foreground'] as const) {
      it(`of ${size} are all deleted when one is deleted in the ${policy.toLowerCase()}`, async () => {
        const [first] = await circle(size)
        await world.delete(first, policy)
        await world.settled()
        assert.equal(world.size, 0)
      })
    }

    it(`of ${size} are all deleted by concurrent foreground deletions`, async () => {
      const owners = await circle(size)
      await Promise.all(owners.map((owner) => world.delete(owner, 'Foreground')))
      await world.settled()
      assert.equal(world.size, 0)
    })

    it(`of ${size} stay until they are deleted, and can all be orphaned at once`, async () => {
      const owners = await circle(size)
      await world.settled()
      assert.equal(world.size, size)
      await Promise.all(owners.map((owner) => world.delete(owner, 'Orphan')))
      await world.settled()
      assert.equal(world.size, 0)
    })
  }

  it('wait together for a dependent outside of the circle', async () => {
    const [first, ...rest] = await circle(3)
    const owners = rest.map(blocking)
    const outside = await world.create('Ingress', 'outside', { owners, finalizers: [HOLD] })
    await world.delete(first, 'Foreground')
    await world.settled()
    assert.equal(world.size, 4)
    await world.edit(outside, letGo)
    await world.settled()
    assert.equal(world.size, 0)
  })

  it('wait for another circle that they own', async () => {
    const upper = await circle(2)
    const lower = await world.create('Ingress', 'lower', { finalizers: [HOLD] })
    await own(lower, upper[0], lower)
    await Promise.all([...upper, lower].map((thing) => world.delete(thing, 'Foreground')))
    await world.settled()
    assert.equal(world.size, 3)
    assert.deepEqual(world.find(lower)?.finalizers, [HOLD])
    await world.edit(lower, letGo)
    await world.settled()
    assert.equal(world.size, 0)
  })

  it('block an owner outside of the circle only while they exist', async () => {
    const outside = await world.create('Cluster', 'outside')
    const [first, ...rest] = await circle(2)
    await own(first, ...rest, outside)
    await world.delete(outside, 'Foreground')
    await world.settled()
    assert.equal(world.has(outside), false, 'the circle has an owner that stays')
    assert.equal(world.size, 2)
    await world.delete(first, 'Foreground')
    await world.settled()
    assert.equal(world.size, 0)
  })
})
