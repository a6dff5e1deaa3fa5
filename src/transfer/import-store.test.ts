import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { create, put, replace } from '#storage/contract.fixture.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { IMPORT_MARK } from './import-mark.js'
import {
  exported,
  fileOf,
  fill,
  filledExport,
  folderOf,
  imported,
  ranked,
  rejected,
  withOverrides,
} from './transfer.fixture.js'

describe('an import', () => {
  it('changes nothing when its file is damaged or truncated', async (t) => {
    const folder = await folderOf(t)
    const { bytes } = await filledExport(folder, 300)
    const target = openMemoryStorage()
    await rejected(imported(target, await fileOf(bytes.subarray(0, -1), folder)), /is truncated/)
    const damaged = Buffer.from(bytes)
    damaged[damaged.indexOf('group/things')] = 0x47
    await rejected(imported(target, await fileOf(damaged, folder)), /does not match its digest/)
    assert.equal(await target.currentRevision(), 1)
  })

  it('is rejected by a non-empty store, unless that is allowed', async (t) => {
    const { source, file } = await filledExport(await folderOf(t), 100)
    const target = openMemoryStorage()
    await put(target, create('group/another'))
    const before = await target.currentRevision()
    await rejected(imported(target, file), /^the store is not empty; add --into-non-empty/)
    assert.equal(await target.currentRevision(), before)
    await imported(target, file, { intoNonEmpty: true })
    const [first, ...rest] = await ranked(target)
    assert.equal(first?.key, 'group/another')
    assert.deepEqual(
      rest.map(({ rank, ...record }) => ({ ...record, rank: rank - 1 })),
      (await ranked(source)).map(({ rank, ...record }) => ({ ...record, rank })),
    )
  })

  it('does not overwrite existing keys, unless that is allowed', async (t) => {
    const { source, file } = await filledExport(await folderOf(t), 100)
    const target = openMemoryStorage()
    await put(target, create('~/records/99', 'here before'))
    const options = { intoNonEmpty: true }
    await rejected(
      imported(target, file, options),
      /^~\/records\/99 is in the store already; add --overwrite/,
    )
    await put(target, create('~/records/0', 'here, too'), create('group/another'))
    const before = await target.currentRevision()
    await rejected(
      imported(target, file, options),
      /is in the store already; and so are 1 more of the file's records; add --overwrite/,
    )
    assert.equal(await target.currentRevision(), before)

    await imported(target, file, { intoNonEmpty: true, overwrite: true })
    const [first, ...rest] = await ranked(target)
    assert.equal(first?.key, 'group/another')
    assert.deepEqual(
      rest.map(({ key, value }) => ({ key, value })),
      (await ranked(source)).map(({ key, value }) => ({ key, value })),
    )
  })

  it('does not complete when its file changes meanwhile', async (t) => {
    const folder = await folderOf(t)
    const { file } = await filledExport(folder, 50)
    const other = openMemoryStorage()
    await fill(other, 60)
    const { bytes } = await exported(other)
    const target = openMemoryStorage()
    const slowly = withOverrides(target, {
      get: async (key, at) => {
        if (key === IMPORT_MARK) await writeFile(file.path, bytes)
        return target.get(key, at)
      },
    })
    await rejected(imported(slowly, file), /changed during the import/)
    assert.notEqual(await target.get(IMPORT_MARK), undefined)
  })

  it('fails while another import into the same store is running', async (t) => {
    const { file } = await filledExport(await folderOf(t), 600)
    const target = openMemoryStorage()
    const meddled = withOverrides(target, {
      write: async (operations) => {
        const mark = await target.get(IMPORT_MARK)
        const aboutMark = operations.some(({ key }) => key === IMPORT_MARK)
        if (mark !== undefined && aboutMark) await put(target, replace(mark.key, mark.revision, '{}'))
        return target.write(operations)
      },
    })
    await rejected(imported(meddled, file), /another import into this store is running/)
  })
})
