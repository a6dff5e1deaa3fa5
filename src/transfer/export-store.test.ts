import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, put, remove } from '#storage/contract.fixture.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { ManualClock } from '#util/clock.js'
import { IMPORT_MARK } from './import-mark.js'
import {
  exported,
  fileOf,
  fill,
  folderOf,
  imported,
  ranked,
  rejected,
  silent,
  withOverrides,
} from './transfer.fixture.js'

describe('an export', () => {
  it('is a snapshot, whatever is written meanwhile', async (t) => {
    const source = openMemoryStorage()
    await fill(source, 300)
    const before = await ranked(source)
    let writes = 0
    const onProgress = () => {
      const index = writes++
      void source.get('group/things/ns0/0').then(async (stored) => {
        await put(source, create(`a/new/${index}`))
        if (stored !== undefined) await put(source, remove(stored.key, stored.revision))
      })
    }
    const folder = await folderOf(t)
    const { bytes, result } = await exported(source, { ...silent, onProgress })
    assert.ok(writes > 1)
    assert.ok((await source.currentRevision()) > result.revision)
    const target = openMemoryStorage()
    await imported(target, await fileOf(bytes, folder))
    assert.deepEqual(await ranked(target), before)
  })

  it('fails when the history it needs is compacted', async () => {
    const clock = new ManualClock()
    const source = openMemoryStorage({ clock })
    await fill(source, 300)
    let forgotten: Promise<unknown> | undefined
    const storage = withOverrides(source, {
      range: async (prefix, options) => {
        await forgotten
        return source.range(prefix, options)
      },
    })
    const onProgress = () => {
      clock.advance(1000)
      forgotten ??= put(source, create('another')).then(() => {
        clock.advance(1000)
        return source.compact(0)
      })
    }
    await rejected(
      exported(storage, { ...silent, onProgress }),
      /took longer than the store keeps its history/,
    )
  })

  it('is rejected while an import into the store is unfinished', async () => {
    const storage = openMemoryStorage()
    await put(storage, create(IMPORT_MARK, '{"digest":"x","records":9,"done":3}'))
    await rejected(exported(storage), /^an import into this store is unfinished \(3 of 9 records\)/)
  })

  it('can be aborted', async () => {
    const source = openMemoryStorage()
    await fill(source, 300)
    const controller = new AbortController()
    const course = { onProgress: () => controller.abort(new Error('enough')), signal: controller.signal }
    await assert.rejects(exported(source, course), { message: 'enough' })
  })
})
