import { damaged } from '#storage/embedded/damage.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import { inspectDataFile, lastTransaction } from './data-file.js'
import { StoreContents } from './store-contents.js'
import type { Report } from './tree-walk.js'

/** A data file that has been read from the beginning to the end. */
export interface ReadContents {
  readonly contents: StoreContents
  /** The transaction that it was read at. */
  readonly transaction: number | undefined
}

/** Reads a whole data file, reports all that is wrong with it, and yields to the event loop meanwhile. */
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
 * Reads a whole data file. Rejects with `StorageDamaged` when anything is wrong with it, except for current values: those
 * are found out when they are read.
 */
export function readSoundContents(path: string, format: number): Promise<ReadContents> {
  const report = (problem: string) => {
    throw damaged(path, problem)
  }
  return readContents(path, new StoreContents(format, report, 'all but current values'), report)
}
