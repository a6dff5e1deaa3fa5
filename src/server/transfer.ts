import { tmpdir } from 'node:os'
import { MetricsRegistry } from '#observe/metrics.js'
import type { Storage } from '#storage/contract.js'
import { type ExportResult, exportStore } from '#transfer/export-store.js'
import type { ExportTarget } from '#transfer/export-writer.js'
import { InputFile } from '#transfer/files/input-file.js'
import { OutputFile } from '#transfer/files/output-file.js'
import { type ImportOptions, type ImportResult, importRecords } from '#transfer/import-store.js'
import type { TransferContext } from '#transfer/progress.js'
import { ExportFile } from '#transfer/record-source.js'
import type { StorageConfig } from './config.js'
import { type OpenOptions, openStorage } from './storage.js'
import { packageVersion } from './version.js'

/** Exports a store to a stream of bytes. */
export function exportToStream(
  config: StorageConfig,
  target: ExportTarget,
  course: TransferContext,
): Promise<ExportResult> {
  return withStore(config, { create: false }, (storage) =>
    exportStore(storage, target, { ...course, version: packageVersion() }),
  )
}

/** Exports a store to a file, compressed if its name ends in `.gz`. The file exists only after success. */
export async function exportToFile(
  config: StorageConfig,
  { path, replace }: { readonly path: string; readonly replace: boolean },
  course: TransferContext,
): Promise<ExportResult> {
  const output = await OutputFile.create(path, { replace, compress: path.endsWith('.gz') })
  try {
    const result = await exportToStream(config, output, course)
    await output.finish()
    return result
  } catch (error) {
    await output.abandon()
    throw error
  }
}

/** Imports a file into a store. An incomplete file changes nothing. */
export async function importFromFile(
  config: StorageConfig,
  path: string,
  options: Omit<ImportOptions, 'workFolder'>,
): Promise<ImportResult> {
  const source = await ExportFile.check(await InputFile.open(path), options)
  return withStore(config, { create: true }, (storage) =>
    importRecords(storage, source, { ...options, workFolder: workFolderOf(config) }),
  )
}

/** Where large stores are sorted: there is room for the store, so there is room for this too. */
export function workFolderOf({ storage, dataDir }: StorageConfig): string {
  return storage === 'embedded' ? dataDir : tmpdir()
}

export async function withStore<T>(
  config: StorageConfig,
  options: OpenOptions,
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const { storage } = await openStorage(config, new MetricsRegistry(), options)
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}
