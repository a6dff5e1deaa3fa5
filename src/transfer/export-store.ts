import { RevisionUnavailable, type Storage } from '#storage/contract.js'
import { type ExportTarget, ExportWriter } from './export-writer.js'
import { type ExportTrailer, FORMAT } from './format.js'
import { IMPORT_MARK, unfinishedImport } from './import-mark.js'
import { type TransferContext, TransferError } from './progress.js'
import { RevisionSorter } from './revision-sorter.js'
import { snapshot } from './snapshot.js'

export interface ExportOptions extends TransferContext {
  /** For sorted runs that do not fit into memory. */
  readonly workFolder: string
  /** The program's version, for the header. */
  readonly version: string
}

export interface ExportResult extends ExportTrailer {
  readonly revision: number
}

/** How many records are written between two progress reports. */
const RECORDS_PER_REPORT = 100

/** Writes a snapshot of all transferred records, sorted by revision. The store stays writable. */
export async function exportStore(
  storage: Storage,
  target: ExportTarget,
  options: ExportOptions,
): Promise<ExportResult> {
  const { onProgress, signal, version } = options
  const revision = await storage.currentRevision()
  const mark = await storage.get(IMPORT_MARK, revision)
  const unfinished = mark && unfinishedImport(mark)
  if (unfinished !== undefined) throw new TransferError(unfinished)

  const sorter = new RevisionSorter(options.workFolder)
  try {
    // Read the values with the keys. Reading them later, in the order of revisions, would need the snapshot much
    // longer, and another server on the store may compact it.
    for await (const records of snapshot(storage, revision)) {
      for (const record of records) await sorter.add(record)
      onProgress({ step: 'reading', unit: 'records', done: sorter.count, total: undefined })
      signal.throwIfAborted()
    }
    const created = new Date().toISOString()
    const writer = new ExportWriter(target, { format: FORMAT, created, version, revision })
    let done = 0
    for await (const record of sorter.inOrder()) {
      await writer.add(record)
      if (++done % RECORDS_PER_REPORT !== 0) continue
      onProgress({ step: 'writing', unit: 'records', done, total: sorter.count })
      signal.throwIfAborted()
    }
    return { ...(await writer.finish()), revision }
  } catch (error) {
    if (!(error instanceof RevisionUnavailable)) throw error
    throw new TransferError('the export took longer than the store keeps its history; see --history-window', {
      cause: error,
    })
  } finally {
    await sorter.close()
  }
}
