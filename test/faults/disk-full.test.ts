import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Revision, type Storage, StorageUnavailable, type WriteOutcome } from '#storage/contract.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { smallDisk } from './small-disk.js'

const DISK_BYTES = 4 * 1024 * 1024
const WRITERS = 8

/** More than a full disk can have left, so that the write fails. */
const LARGE = Buffer.alloc(1024 * 1024, 'large')

describe('a store on a disk that fills up', { skip: process.platform !== 'linux' && 'needs Linux' }, () => {
  it('rejects writes with the reason, still reads, and recovers when there is space', async (t) => {
    const disk = await smallDisk(DISK_BYTES)
    t.diagnostic(`the disk is ${disk.means}`)
    let storage = await openEmbeddedStorage({ directory: disk.directory })
    t.after(async () => {
      await storage.close()
      await disk.remove()
    })

    const isRejection = (error: unknown): true => {
      assert.ok(error instanceof StorageUnavailable)
      assert.match(error.message, disk.reason)
      return true
    }
    const acknowledged = new Map<string, Revision>()
    await Promise.all(
      Array.from({ length: WRITERS }, (_, writer) => fill(storage, `w${writer}`, acknowledged, isRejection)),
    )
    assert.ok(acknowledged.size > 100)
    await assert.rejects(writeLarge(storage), isRejection)
    assert.equal(storage.health().writable, false)
    assert.match(reasonOf(storage), disk.reason)
    await holdsExactly(storage, acknowledged)

    // The disk has the same data as memory had, and a store on a full disk opens.
    await storage.close()
    storage = await openEmbeddedStorage({ directory: disk.directory })
    await holdsExactly(storage, acknowledged)
    await assert.rejects(writeLarge(storage), isRejection)
    assert.equal(storage.health().writable, false)

    disk.makeRoom()
    while (!storage.health().writable) await sleep(20)
    acknowledged.set('large', revisionOf(await writeLarge(storage)))
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        const key = `after/${writer}`
        const write = storage.write([{ type: 'create', key, value: valueFor(key) }])
        acknowledged.set(key, revisionOf(await write))
      }),
    )
    await holdsExactly(storage, acknowledged)
    await storage.close()
    storage = await openEmbeddedStorage({ directory: disk.directory })
    await holdsExactly(storage, acknowledged)
  })
})

/** Writes until two writes were rejected. */
async function fill(
  storage: Storage,
  writer: string,
  acknowledged: Map<string, Revision>,
  checkRejection: (error: unknown) => void,
): Promise<void> {
  for (let count = 0, rejections = 0; rejections < 2; count++) {
    const key = `${writer}/${String(count).padStart(5, '0')}`
    try {
      acknowledged.set(key, revisionOf(await storage.write([{ type: 'create', key, value: valueFor(key) }])))
    } catch (error) {
      checkRejection(error)
      rejections++
    }
  }
}

function writeLarge(storage: Storage): Promise<WriteOutcome> {
  return storage.write([{ type: 'create', key: 'large', value: LARGE }])
}

async function holdsExactly(storage: Storage, acknowledged: ReadonlyMap<string, Revision>): Promise<void> {
  const { values } = await storage.range('')
  assert.deepEqual(
    new Map(values.map(({ key, revision }) => [key, revision])),
    new Map([...acknowledged].toSorted()),
  )
  for (const { key, value } of values) assert.ok(value.equals(key === 'large' ? LARGE : valueFor(key)), key)
  for (const [key, revision] of acknowledged) assert.equal((await storage.get(key))?.revision, revision)
}

function valueFor(key: string): Buffer {
  return Buffer.alloc(2000, `${key} `)
}

function revisionOf(outcome: WriteOutcome): Revision {
  return outcome.outcome === 'written' ? outcome.revision : assert.fail(JSON.stringify(outcome))
}

function reasonOf(storage: Storage): string {
  const health = storage.health()
  return health.writable ? '' : health.reason
}
