import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { Revision, StoredValue } from '#storage/contract.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { RevisionSorter } from './revision-sorter.js'

/** Unsorted: every revision once or twice, values of all lengths. */
function records(count: number): StoredValue[] {
  return Array.from({ length: count }, (_, index) => ({
    key: `k ${(index * 31) % count}`,
    revision: (1 + Math.floor(((index * 7919) % count) / 2)) as Revision,
    value: Buffer.alloc((index * 17) % 900, index),
  }))
}

const plain = ({ key, revision, value }: StoredValue) => `${revision} ${key} ${value.toString('hex')}`

describe('a revision sorter', () => {
  for (const [count, runBytes] of [
    [0, 100],
    [1, 1],
    [500, 10_000_000],
    [500, 20_000],
    [500, 1],
  ] as const) {
    it(`sorts ${count} records by revision, with ${runBytes} bytes in memory`, async (t) => {
      const folder = await temporaryFolder()
      t.after(folder.remove)
      const input = records(count)
      const sorter = new RevisionSorter(folder.path, runBytes)
      for (const record of input) await sorter.add(record)
      assert.equal(sorter.count, count)
      assert.deepEqual(await readdir(folder.path), [], 'its file has no name')
      const sorted: string[] = []
      for await (const record of sorter.inOrder()) sorted.push(plain(record))
      await sorter.close()
      const expected = input.toSorted(
        (one, other) => one.revision - other.revision || (one.key < other.key ? -1 : 1),
      )
      assert.deepEqual(sorted, expected.map(plain))
    })
  }
})
