import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, put } from '#storage/contract.fixture.js'
import type { Storage } from '#storage/contract.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import type { InputFile } from './files/input-file.js'
import { IMPORT_MARK } from './import-mark.js'
import type { Progress } from './progress.js'
import { embedded, filledExport, folderOf, imported, ranked, rejected } from './transfer.fixture.js'

/** Starts an import and aborts it after its first window. */
async function interrupted(target: Storage, file: InputFile): Promise<number> {
  const controller = new AbortController()
  const onProgress = ({ step }: Progress) => {
    if (step === 'writing') controller.abort(new Error('enough'))
  }
  await assert.rejects(imported(target, file, { onProgress, signal: controller.signal }), {
    message: 'enough',
  })
  const { done, records } = JSON.parse(String((await target.get(IMPORT_MARK))?.value))
  assert.ok(done > 0 && done < records, `${done} of ${records}`)
  return done
}

describe('an interrupted import', () => {
  it('resumes where it stopped, with the same result', async (t) => {
    const { source, file, result } = await filledExport(await folderOf(t), 2000)
    const target = await embedded(t)
    const done = await interrupted(target, file)
    assert.equal((await ranked(target)).length, done)

    const before = await target.range('')
    assert.deepEqual(await imported(target, file), { records: result.records, resumedAt: done })
    assert.deepEqual(await ranked(target), await ranked(source))
    assert.equal(await target.get(IMPORT_MARK), undefined)
    for (const { key, revision } of before.values) {
      if (key === IMPORT_MARK) continue
      assert.equal((await target.get(key))?.revision, revision, `${key} was written again`)
    }
  })

  it('resumes when more was written than its mark records', async (t) => {
    const { source, file } = await filledExport(await folderOf(t), 2000)
    const target = openMemoryStorage()
    const done = await interrupted(target, file)
    const { values } = await source.range('')
    const rest = values.toSorted((one, other) => one.revision - other.revision).slice(done)
    // Out of order, as a cluster may have written them.
    for (const { key, value } of rest.slice(0, 5).reverse()) await put(target, { type: 'create', key, value })
    await imported(target, file)
    assert.deepEqual(await ranked(target), await ranked(source))
  })

  it('stops at a record that another client wrote meanwhile, unless it may overwrite', async (t) => {
    const { source, file } = await filledExport(await folderOf(t), 2000)
    const target = openMemoryStorage()
    await interrupted(target, file)
    const { key } = (await ranked(source)).at(-1) as { key: string }
    await put(target, create(key, 'another'))
    await rejected(imported(target, file), /is in the store already, and differs; add --overwrite/)
    await imported(target, file, { overwrite: true })
    assert.deepEqual(await ranked(target), await ranked(source))
  })

  it('is resumed by the same file only', async (t) => {
    const folder = await folderOf(t)
    const { file } = await filledExport(folder, 2000)
    const target = openMemoryStorage()
    const done = await interrupted(target, file)
    const { file: other, result } = await filledExport(await folderOf(t), 50)
    await rejected(
      imported(target, other, { intoNonEmpty: true, overwrite: true }),
      new RegExp(
        `^the store holds ${done} of 2667 records of another file, whose digest is sha256:[0-9a-f]+; finish`,
      ),
    )
    assert.ok(result.records < 2667)
  })
})
