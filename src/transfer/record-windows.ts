import type { StoredValue } from '#storage/contract.js'
import type { RecordBatch } from './ordered-writer.js'

/** What is written at a time: enough to share commits, little enough to be held in memory. */
const WINDOW = { batches: 256, bytes: 4 * 1024 * 1024 }

export interface RecordWindow {
  readonly batches: readonly RecordBatch[]
  /** How many records there are up to the end of this window, from the very beginning. */
  readonly end: number
}

/** Windows of the records after the first `skip`. The records of one revision are one batch. */
export async function* windowsOf(
  records: AsyncIterable<StoredValue>,
  skip: number,
  { batches: mostBatches, bytes: mostBytes } = WINDOW,
): AsyncGenerator<RecordWindow> {
  let batches: StoredValue[][] = []
  let bytes = 0
  let end = 0
  for await (const record of records) {
    if (end++ < skip) continue
    const batch = batches.at(-1)
    if (batch?.[0]?.revision === record.revision) {
      batch.push(record)
    } else {
      if (batches.length === mostBatches || bytes >= mostBytes) {
        yield { batches, end: end - 1 }
        batches = []
        bytes = 0
      }
      batches.push([record])
    }
    bytes += record.value.length
  }
  if (batches.length > 0) yield { batches, end }
}
