import { tmpdir } from 'node:os'
import { dirname } from 'node:path'
import { MetricsRegistry } from '#observe/metrics.js'
import type { Storage } from '#storage/contract.js'
import { type ExportResult, exportStore } from '#transfer/export-store.js'
import type { ExportTarget } from '#transfer/export-writer.js'
import { InputFile } from '#transfer/files/input-file.js'
import { OutputFile } from '#transfer/files/output-file.js'
import { checkExport, type ImportOptions, type ImportResult, importExport } from '#transfer/import-store.js'
import type { TransferContext } from '#transfer/progress.js'
import type { StorageConfig } from './config.js'
import { openStorage } from './storage.js'
import { packageVersion } from './version.js'

/** Exports a store to a stream of bytes. */
export function exportToStream(
  config: StorageConfig,
  target: ExportTarget,
  course: TransferContext,
): Promise<ExportResult> {
  return withStore(config, { create: false }, (storage) =>
    exportStore(storage, target, { ...course, workFolder: tmpdir(), version: packageVersion() }),
  )
}

/** Exports a store to a file. The file exists only after success. */
export async function exportToFile(
  config: StorageConfig,
  file: { readonly path: string; readonly replace: boolean },
  course: TransferContext,
): Promise<ExportResult> {
  const output = await OutputFile.create(file.path, file.replace)
  try {
    const options = { ...course, workFolder: dirname(file.path), version: packageVersion() }
    const result = await withStore(config, { create: false }, (storage) =>
      exportStore(storage, output, options),
    )
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
  options: ImportOptions,
): Promise<ImportResult> {
  const file = await InputFile.open(path)
  const trailer = await checkExport(file, options)
  return withStore(config, { create: true }, (storage) => importExport(storage, file, trailer, options))
}

async function withStore<T>(
  config: StorageConfig,
  options: { readonly create: boolean },
  work: (storage: Storage) => Promise<T>,
): Promise<T> {
  const { storage } = await openStorage(config, new MetricsRegistry(), options)
  try {
    return await work(storage)
  } finally {
    await storage.close()
  }
}
