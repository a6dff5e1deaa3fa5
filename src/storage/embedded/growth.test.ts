import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { put } from '#storage/contract.fixture.js'
import { ManualClock } from '#util/clock.js'
import { testFolder, testStore } from './test-folder.fixture.js'

const MIB = 1024 * 1024

describe('a growing store', () => {
  it('outgrows its first map while it is read', async (t) => {
    const directory = await testFolder(t)
    const storage = await testStore(t, { directory })
    const count = 48
    const reads: Promise<void>[] = []
    for (let index = 0; index < count; index++) {
      await put(storage, { type: 'create', key: name(index), value: largeValue(index) })
      for (const earlier of [0, index >> 1, index]) reads.push(check(earlier))
    }
    await Promise.all(reads)
    assert.ok((await stat(join(directory, 'data.mdb'))).size > count * MIB)
    await storage.close()
    const again = await testStore(t, { directory })
    for (const { key, value } of (await again.range('')).values) {
      assert.ok(value.equals(largeValue(Number(key))))
    }

    async function check(index: number): Promise<void> {
      const stored = await storage.get(name(index))
      assert.ok(stored?.value.equals(largeValue(index)))
    }
  })

  it('reuses the space of compacted history', async (t) => {
    const directory = await testFolder(t)
    const clock = new ManualClock()
    const storage = await testStore(t, { directory, clock })
    let at = await put(storage, { type: 'create', key: 'a', value: largeValue(0) })
    for (let round = 0; round < 60; round++) {
      at = await put(storage, { type: 'replace', key: 'a', expected: at, value: largeValue(round) })
      clock.advance(1)
      if (round % 5 === 0) await storage.compact(0)
    }
    assert.ok((await stat(join(directory, 'data.mdb'))).size < 20 * MIB)
  })
})

const name = (index: number): string => String(index).padStart(3, '0')

/** Incompressible. */
function largeValue(index: number): Buffer {
  const start = Buffer.alloc(16)
  start.writeUInt32BE(index)
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), start).update(Buffer.alloc(MIB))
}
