import { type Revision, RevisionUnavailable, type Storage } from '#storage/contract.js'
import { type ExportTarget, ExportWriter } from './export-writer.js'
import { type ExportHeader, type ExportTrailer, FORMAT } from './format.js'
import { IMPORT_MARK, unfinishedImport } from './import-mark.js'
import { type TransferContext, TransferError } from './progress.js'
import { snapshot } from './snapshot.js'

export interface ExportOptions extends TransferContext, Pick<ExportHeader, 'store' | 'identity'> {
  /** The program's version, for the header. */
  readonly version: string
  /** The revision to export; the current one by default. */
  readonly at?: Revision | undefined
  /** When that revision was current; now by default. */
  readonly created?: string | undefined
}

export interface ExportResult extends ExportTrailer {
  readonly revision: number
}

/** Writes a snapshot of all transferred records at one revision. The store stays writable. */
export async function exportStore(
  storage: Storage,
  target: ExportTarget,
  { onProgress, signal, version, at, store, identity, created }: ExportOptions,
): Promise<ExportResult> {
  const revision = at ?? (await storage.currentRevision())
  try {
    const mark = await storage.get(IMPORT_MARK, revision)
    const unfinished = mark && unfinishedImport(mark)
    if (unfinished !== undefined) throw new TransferError(unfinished)
    const header = { created: created ?? new Date().toISOString(), version, revision, store, identity }
    const writer = new ExportWriter(target, { format: FORMAT, ...header })
    let done = 0
    for await (const records of snapshot(storage, revision)) {
      for (const record of records) await writer.add(record)
      done += records.length
      onProgress({ step: 'writing', unit: 'records', done, total: undefined })
      signal.throwIfAborted()
    }
    return { ...(await writer.finish()), revision }
  } catch (error) {
    if (!(error instanceof RevisionUnavailable)) throw error
    throw new TransferError('the export took longer than the store keeps its history; see --history-window', {
      cause: error,
    })
  }
}
