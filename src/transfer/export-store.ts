import { RevisionUnavailable, type Storage } from '#storage/contract.js'
import { type ExportTarget, ExportWriter } from './export-writer.js'
import { type ExportTrailer, FORMAT } from './format.js'
import { IMPORT_MARK, unfinishedImport } from './import-mark.js'
import { type Course, TransferError } from './progress.js'
import { RevisionSorter } from './revision-sorter.js'
import { snapshot } from './snapshot.js'

export interface ExportOptions extends Course {
  /** For what does not fit into memory while it is sorted. */
  readonly workFolder: string
  /** Of the program, for the header. */
  readonly version: string
}

export interface ExportResult extends ExportTrailer {
  readonly revision: number
}

/** How many records are written between two looks at the progress. */
const STRIDE = 100

/** Writes all transferred records, as of now and in the order of revisions. Writes to the store go on meanwhile. */
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
    // The values are read along with the keys. Reading them later, one by one in the order of revisions, would hold on
    // to the snapshot for much longer, and another server on the store may forget it.
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
      if (++done % STRIDE !== 0) continue
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
