import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, put } from '#storage/contract.fixture.js'
import {
  INITIAL_REVISION,
  type Operation,
  type Revision,
  type Storage,
  type WriteOutcome,
} from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { ranked, withOverrides } from '#transfer/transfer.fixture.js'
import { OrderedWriter, type RecordBatch } from './ordered-writer.js'

/** Batches of one or two records, by the names of their keys. */
const batches = (...names: string[]): RecordBatch[] =>
  names.map((name, index) =>
    name.split('+').map((key) => ({ key, revision: (index + 1) as Revision, value: Buffer.from(`${key}!`) })),
  )

const order = async (storage: Storage) => {
  const ranks: string[][] = []
  for (const { rank, key } of await ranked(storage)) {
    ranks[rank] ??= []
    ranks[rank].push(key)
  }
  return ranks.map((keys) => keys.join('+')).join(' ')
}

/** Like a cluster: concurrent writes complete in another order. */
function shuffling(storage: Storage): { readonly storage: Storage; readonly writes: () => number } {
  let waiting: (() => void)[] = []
  let writes = 0
  const doAll = async () => {
    const begun = waiting.reverse()
    waiting = []
    for (const begin of begun) begin()
  }
  const write = (operations: readonly Operation[]) =>
    new Promise<WriteOutcome>((resolve, reject) => {
      writes++
      if (waiting.length === 0) setImmediate(() => void doAll())
      waiting.push(() => void storage.write(operations).then(resolve, reject))
    })
  return { storage: withOverrides(storage, { write }), writes: () => writes }
}

describe('an ordered writer', () => {
  it('writes batches at rising revisions, one for each batch', async () => {
    const storage = openMemoryStorage()
    const writer = new OrderedWriter(storage, INITIAL_REVISION, false)
    await writer.write(batches('c', 'a+b', 'e', 'd'))
    await writer.write(batches('A', 'B'))
    assert.equal(await order(storage), 'c a+b e d A B')
    assert.equal(await storage.currentRevision(), 7, 'nothing is written twice')
  })

  it('restores the order when the store reorders writes', async () => {
    const { storage, writes } = shuffling(openMemoryStorage())
    const writer = new OrderedWriter(storage, INITIAL_REVISION, false)
    await writer.write(batches('c', 'a+b', 'e', 'd'))
    assert.equal(await order(storage), 'c a+b e d')
    const soFar = writes()
    await writer.write(batches('z', 'y', 'x'))
    assert.equal(await order(storage), 'c a+b e d z y x')
    assert.equal(writes(), soFar + 3, 'serial writes once the store has reordered some')
  })

  it('leaves records alone that are there and in order', async () => {
    const storage = openMemoryStorage()
    await new OrderedWriter(storage, INITIAL_REVISION, false).write(batches('c', 'a+b', 'e'))
    const before = await storage.currentRevision()
    await new OrderedWriter(storage, INITIAL_REVISION, false).write(batches('c', 'a+b', 'e'))
    assert.equal(await storage.currentRevision(), before)
  })

  it('completes records that are partly there, in any order', async () => {
    const all = ['c', 'a+b', 'e', 'd', 'f']
    for (let some = 0; some < 2 ** all.length; some++) {
      for (const there of [all, all.toReversed()]) {
        const storage = openMemoryStorage()
        for (const name of there.filter((_, index) => some & (1 << index))) {
          await new OrderedWriter(storage, INITIAL_REVISION, false).write(batches(name))
        }
        await new OrderedWriter(storage, INITIAL_REVISION, false).write(batches(...all))
        assert.equal(await order(storage), all.join(' '), `${some} ${there}`)
      }
    }
  })

  it('overwrites other records only when that is allowed', async () => {
    const storage = openMemoryStorage()
    const begin = await put(storage, create('b', 'another'), create('d', 'd!'))
    const all = batches('a', 'b+c', 'd')
    await assert.rejects(new OrderedWriter(storage, begin, false).write(all), {
      name: 'TransferError',
      message: 'b is in the store already, and differs; add --overwrite to replace it',
    })
    await new OrderedWriter(storage, begin, true).write(all)
    assert.equal(await order(storage), 'a b+c d')
    assert.equal(String((await storage.get('b'))?.value), 'b!')
  })

  it('rewrites records that were there before the import', async () => {
    const storage = openMemoryStorage()
    const begin = await put(storage, create('b', 'b!'))
    await new OrderedWriter(storage, begin, true).write(batches('a', 'b'))
    assert.equal(await order(storage), 'a b')
  })

  it('gives up when another client keeps writing the same keys', async () => {
    const storage = openMemoryStorage()
    await put(storage, create('a', 'another'))
    let count = 0
    const contested = withOverrides(storage, {
      write: async (operations) => {
        const expected = (await storage.get('a'))?.revision as Revision
        await put(storage, { type: 'replace', key: 'a', value: Buffer.from(`${count++}`), expected })
        return storage.write(operations)
      },
    })
    await assert.rejects(new OrderedWriter(contested, INITIAL_REVISION, true).write(batches('a')), {
      name: 'TransferError',
      message: 'another client is writing to a at the same time',
    })
  })
})
