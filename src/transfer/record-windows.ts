import type { StoredValue } from '#storage/contract.js'
import type { RecordBatch } from './files/ordered-writer.js'

/** Written at a time: enough to share commits, little enough to fit into memory. */
const WINDOW = { batches: 256, bytes: 4 * 1024 * 1024 }

export interface RecordWindow {
  readonly batches: readonly RecordBatch[]
  /** The number of records up to the end of this window, from the start of the export. */
  readonly end: number
}

/** Windows of the records after the first `skip`. The records of one revision are one batch. */
export async function* recordWindows(
  records: AsyncIterable<StoredValue>,
  skip: number,
  { batches: maxBatches, bytes: maxBytes } = WINDOW,
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
      if (batches.length === maxBatches || bytes >= maxBytes) {
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
