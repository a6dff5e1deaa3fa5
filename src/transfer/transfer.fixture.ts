import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { put } from '#storage/contract.fixture.js'
import type { Operation, Revision, Storage, StoredValue } from '#storage/contract.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { type ExportResult, exportStore } from './export-store.js'
import { InputFile } from './files/input-file.js'
import { type ImportOptions, type ImportResult, importRecords } from './import-store.js'
import type { TransferContext } from './progress.js'
import { ExportFile } from './record-source.js'
import { snapshot } from './snapshot.js'

export const silent: TransferContext = { onProgress: () => undefined, signal: new AbortController().signal }

/** An export as bytes. */
export async function exported(
  storage: Storage,
  course: TransferContext = silent,
): Promise<{ readonly bytes: Buffer; readonly result: ExportResult }> {
  const blocks: Buffer[] = []
  const target = { write: async (block: Buffer) => void blocks.push(block) }
  const result = await exportStore(storage, target, { ...course, version: '1.2.3' })
  return { bytes: Buffer.concat(blocks), result }
}

/** Writes an export to a file in the folder. */
export async function fileOf(bytes: Buffer, folder: string): Promise<InputFile> {
  const path = join(folder, 'test.binnacle')
  await writeFile(path, bytes)
  return InputFile.open(path)
}

export async function imported(
  storage: Storage,
  file: InputFile,
  options: Partial<ImportOptions> = {},
): Promise<ImportResult> {
  const all = { ...silent, intoNonEmpty: false, overwrite: false, workFolder: tmpdir(), ...options }
  return importRecords(storage, await ExportFile.check(file, all), all)
}

/** The transferred records sorted by revision, with ranks: revisions differ between stores, ranks do not. */
export async function ranked(storage: Storage): Promise<{ rank: number; key: string; value: string }[]> {
  const records: StoredValue[] = []
  for await (const page of snapshot(storage, await storage.currentRevision())) records.push(...page)
  const revisions = [...new Set(records.map(({ revision }) => revision))].sort((one, other) => one - other)
  const ranks = new Map(revisions.map((revision, rank) => [revision, rank]))
  return records
    .map(({ key, value, revision }) => ({
      rank: ranks.get(revision) as number,
      key,
      value: value.toString('latin1'),
    }))
    .sort((one, other) => one.rank - other.rank)
}

/** A store with some methods replaced. */
export function withOverrides(storage: Storage, overrides: Partial<Storage>): Storage {
  return new Proxy(storage, {
    get: (_, name) => {
      if (Object.hasOwn(overrides, name)) return Reflect.get(overrides, name)
      const member: unknown = Reflect.get(storage, name, storage)
      return typeof member === 'function' ? member.bind(storage) : member
    },
  })
}

export async function folderOf(t: TestContext): Promise<string> {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  return path
}

/** A new embedded store. */
export async function embedded(t: TestContext): Promise<Storage> {
  const { path, remove } = await temporaryFolder()
  const storage = await openEmbeddedStorage({ directory: path })
  t.after(async () => {
    await storage.close()
    await remove()
  })
  return storage
}

/** A filled store and its export. */
export async function filledExport(folder: string, count: number) {
  const source = openMemoryStorage()
  await fill(source, count)
  const { bytes, result } = await exported(source)
  return { source, bytes, file: await fileOf(bytes, folder), result }
}

/** Rejects with a `TransferError`. */
export function rejected(work: Promise<unknown>, message: RegExp): Promise<void> {
  return assert.rejects(work, (error: Error) => {
    assert.equal(error.name, 'TransferError', error.stack)
    assert.match(error.message, message)
    assert.doesNotMatch(error.message, /\n/)
    return true
  })
}

/**
 * Fills a store with `count` records, created in one order and updated in another, some of them two per write, with
 * binary values.
 */
export async function fill(storage: Storage, count: number): Promise<void> {
  const revisions = new Map<number, Revision>()
  const key = (index: number) => `group/things/ns${index % 7}/${(index * 7919) % count}`
  const value = (index: number) => Buffer.from([index % 256, 10, 0, 255, ...Buffer.from(`${index}\n`)])
  for (let index = 0; index < count; index++) {
    revisions.set(index, await put(storage, { type: 'create', key: key(index), value: Buffer.from('old') }))
  }
  for (let index = count - 1; index >= 0; index -= 3) {
    const operations: Operation[] = [
      { type: 'replace', key: key(index), value: value(index), expected: revisions.get(index) as Revision },
      { type: 'create', key: `~/records/${index}`, value: value(index + 1) },
    ]
    await put(storage, ...operations)
  }
}
