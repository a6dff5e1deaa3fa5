import { damagedFileError } from '#storage/embedded/damage.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { inspectDataFile, lastTransaction } from './data-file.js'
import { StoreContents } from './store-contents.js'
import type { Report } from './tree-walk.js'

/** A data file that was read completely. */
export interface ReadContents {
  readonly contents: StoreContents
  /** The transaction at the time of the read. */
  readonly transaction: number | undefined
}

/** Reads a whole data file and reports all errors. Yields to the event loop. */
export async function readContents(
  path: string,
  contents: StoreContents,
  report: Report,
): Promise<ReadContents> {
  const transaction = lastTransaction(path)
  let slice = new TimeBudget()
  for (const _ of inspectDataFile({ path, report, visitors: contents.visitors })) {
    if (!slice.isOver) continue
    await yieldToEventLoop()
    slice = new TimeBudget()
  }
  contents.finish()
  return { contents, transaction }
}

/**
 * Reads a whole data file. Rejects with `StorageDamaged` on any error, except in current values: those are checked
 * when they are read.
 */
export function readIntactContents(path: string, format: number): Promise<ReadContents> {
  const report = (error: string) => {
    throw damagedFileError(path, error)
  }
  return readContents(path, new StoreContents(format, report, 'all but current values'), report)
}
