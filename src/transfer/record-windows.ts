import type { StoredValue } from '../storage/contract.js'
import type { RecordGroup } from './ordered-writer.js'

/** What is written at a time: enough to share commits, little enough to be held in memory. */
const WINDOW = { groups: 256, bytes: 4 * 1024 * 1024 }

export interface RecordWindow {
  readonly groups: readonly RecordGroup[]
  /** How many records there are up to the end of this window, from the very beginning. */
  readonly end: number
}

/** Records of one revision belong together; so many groups of them, but for the first `skip` records. */
export async function* windowsOf(
  records: AsyncIterable<StoredValue>,
  skip: number,
  { groups: mostGroups, bytes: mostBytes } = WINDOW,
): AsyncGenerator<RecordWindow> {
  let groups: StoredValue[][] = []
  let bytes = 0
  let end = 0
  for await (const record of records) {
    if (end++ < skip) continue
    const group = groups.at(-1)
    if (group?.[0]?.revision === record.revision) {
      group.push(record)
    } else {
      if (groups.length === mostGroups || bytes >= mostBytes) {
        yield { groups, end: end - 1 }
        groups = []
        bytes = 0
      }
      groups.push([record])
    }
    bytes += record.value.length
  }
  if (groups.length > 0) yield { groups, end }
}
