import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { PropagationPolicy } from '#registry/write/deletion.js'
import { StorageUnavailable } from '#storage/contract.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { MeddledStorage } from './meddled-storage.js'
import { blocking, type Thing, to, World } from './world.js'

const DEPENDENTS = 1000
/** The server stops after this many dependents. */
const ENOUGH = 300

describe('a cascade interrupted by a restart', () => {
  for (const policy of ['Background', 'Foreground', 'Orphan'] as const) {
    it(`continues afterwards, ${policy}`, async (test) => {
      const directory = await mkdtemp(join(tmpdir(), 'binnacle-'))
      test.after(() => rm(directory, { recursive: true }))
      const before = await World.open({ storage: await openEmbeddedStorage({ directory }) })
      const dependents = await cutShort(before, policy)

      const world = await World.open({ storage: await openEmbeddedStorage({ directory }) })
      test.after(() => world.close())
      const left = dependents.filter((thing) => world.owners(thing).length > 0).length
      assert.ok(left > 0 && left <= DEPENDENTS - ENOUGH, `${left} are left`)
      await world.settled()
      assert.equal(world.size, policy === 'Orphan' ? DEPENDENTS : 0)
      assert.deepEqual(
        dependents.flatMap((thing) => world.owners(thing)),
        [],
      )
    })
  }

  /** Deletes an owner and stops the server in the middle of the cascade. */
  async function cutShort(world: World, policy: PropagationPolicy): Promise<readonly Thing[]> {
    const owner = await world.create('Deployment', 'owner')
    const dependents = await Promise.all(
      Array.from({ length: DEPENDENTS }, (_, index) =>
        world.create('ReplicaSet', `dependent-${index}`, { owners: [blocking(owner)] }),
      ),
    )
    const enough = new Promise<void>((resolve) => {
      let changed = 0
      world.feed.follow(({ kind }) => {
        if (kind.storageVersion.kind === 'ReplicaSet' && ++changed === ENOUGH) resolve()
      })
    })
    await world.delete(owner, policy)
    await enough
    await world.close()
    return dependents
  }
})

describe('a failing store', () => {
  it('is retried until everything is done', async (test) => {
    const storage = new MeddledStorage(openMemoryStorage())
    const world = await World.open({ storage })
    test.after(() => world.close())
    const owner = await world.create('Deployment', 'owner')
    const middle = await world.create('ReplicaSet', 'middle', { owners: [blocking(owner)] })
    for (let index = 0; index < 50; index++) {
      await world.create('DaemonSet', `last-${index}`, { owners: [blocking(middle)] })
    }
    await world.delete(owner, 'Foreground')
    let writes = 0
    storage.meddle = async () => {
      if (++writes % 2 > 0) throw new StorageUnavailable('the disk is full')
    }
    await world.settled()
    assert.equal(world.size, 0)
    assert.ok(writes >= 2 * 50)
  })

  it('keeps the collector unsettled', async (test) => {
    const storage = new MeddledStorage(openMemoryStorage())
    const world = await World.open({ storage })
    test.after(() => world.close())
    const owner = await world.create('Deployment', 'owner')
    await world.create('ReplicaSet', 'dependent', { owners: [to(owner)] })
    const failed = new Promise<void>((resolve) => {
      storage.meddle = async ([operation]) => {
        if (!operation?.key.includes('dependent')) return
        resolve()
        throw new StorageUnavailable('the disk is full')
      }
    })
    await world.delete(owner, 'Background')
    await failed
    assert.notEqual(world.collector.pending, 0)
    storage.meddle = undefined
    await world.settled()
    assert.equal(world.collector.pending, 0)
    assert.equal(world.size, 0)
  })
})

describe('a client that writes at the same time', () => {
  it('can keep a dependent by giving it another owner', async (test) => {
    const storage = new MeddledStorage(openMemoryStorage())
    const world = await World.open({ storage })
    test.after(() => world.close())
    const [owner, other] = [await world.create('Deployment', 'owner'), await world.create('Ingress', 'other')]
    const dependent = await world.create('ReplicaSet', 'dependent', { owners: [to(owner)] })
    storage.meddle = async ([operation]) => {
      if (!operation?.key.includes('dependent')) return
      storage.meddle = undefined
      await world.edit(dependent, (metadata) => {
        metadata.ownerReferences = [to(owner), to(other)]
      })
    }
    await world.delete(owner, 'Background')
    await world.settled()
    assert.deepEqual(world.owners(dependent), ['other'])
    assert.equal(world.find(dependent)?.deletionTimestamp, undefined)
  })

  it('can create an object with the name of a collected one', async (test) => {
    const storage = new MeddledStorage(openMemoryStorage())
    const world = await World.open({ storage })
    test.after(() => world.close())
    const owner = await world.create('Deployment', 'owner')
    const old = await world.create('ReplicaSet', 'name', { owners: [to(owner)] })
    const made = new Promise<Thing>((resolve, reject) => {
      storage.meddle = async ([operation]) => {
        if (!operation?.key.includes('name')) return
        storage.meddle = undefined
        await world.delete(old, 'Background')
        await world.create('ReplicaSet', 'name').then(resolve, reject)
      }
    })
    await world.delete(owner, 'Background')
    await world.settled()
    assert.ok(world.has(await made))
  })
})
