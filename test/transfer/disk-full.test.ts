import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { defaultConfig } from '#server/config.js'
import { exportToFile, importFromFile } from '#server/transfer.js'
import type { Revision } from '#storage/contract.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { ExportWriter } from '#transfer/export-writer.js'
import { InputFile } from '#transfer/files/input-file.js'
import { OutputFile } from '#transfer/files/output-file.js'
import { folderOf, imported, ranked, silent } from '#transfer/transfer.fixture.js'
import { smallDisk } from '../faults/small-disk.js'

const DISK_BYTES = 4 * 1024 * 1024

/** A string that hardly compresses. */
function noise(length: number, seed: string): Buffer {
  return Buffer.from(
    createHash('shake256', { outputLength: length / 2 })
      .update(seed)
      .digest('hex'),
  )
}

/** An export of about twice what the disk can hold. */
async function writeExport(path: string): Promise<void> {
  const output = await OutputFile.create(path, { replace: false, compress: false })
  const writer = new ExportWriter(output, { format: 1, created: '', version: '', revision: 2001 })
  for (let index = 0; index < 2000; index++) {
    const value = noise(4000, `${index}`)
    await writer.add({ key: `group/things/${index}`, revision: (index + 2) as Revision, value })
  }
  await writer.finish()
  await output.finish()
}

describe('a disk that fills up', { skip: process.platform !== 'linux' && 'needs Linux' }, () => {
  it('stops an import, which resumes when there is space', async (t) => {
    const file = join(await folderOf(t), 'in')
    await writeExport(file)
    const disk = await smallDisk(DISK_BYTES)
    t.after(() => disk.remove())
    const config = { ...defaultConfig, dataDir: disk.directory }
    const options = { ...silent, intoNonEmpty: false, overwrite: false }
    await assert.rejects(importFromFile(config, file, options), {
      name: 'StorageUnavailable',
      message: disk.reason,
    })

    disk.makeRoom()
    const { resumedAt, records } = await importFromFile(config, file, options)
    assert.ok(resumedAt > 0 && resumedAt < records, `${resumedAt} of ${records}`)
    const expected = openMemoryStorage()
    await imported(expected, await InputFile.open(file))
    const storage = await openEmbeddedStorage({ directory: disk.directory })
    const found = await ranked(storage).finally(() => storage.close())
    assert.deepEqual(found, await ranked(expected))
  })

  it('stops an export, and leaves no file', async (t) => {
    const folder = await folderOf(t)
    const config = { ...defaultConfig, dataDir: join(folder, 'store') }
    const file = join(folder, 'in')
    await writeExport(file)
    await importFromFile(config, file, { ...silent, intoNonEmpty: false, overwrite: false })
    const disk = await smallDisk(DISK_BYTES)
    t.after(() => disk.remove())
    const path = join(disk.directory, 'out')
    await assert.rejects(exportToFile(config, { path, replace: false }, silent), { code: /ENOSPC|EFBIG/ })
    assert.deepEqual(await readdir(disk.directory), [])
    disk.makeRoom()
    assert.equal((await exportToFile(config, { path, replace: false }, silent)).records, 2000)
  })
})
