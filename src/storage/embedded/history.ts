import type { HistoryOptions, HistoryPage, PastChange, Revision } from '#storage/contract.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import type { Disk } from './disk.js'
import type { StoreState } from './state.js'

/** How many writes are read at once, and for one page. */
const SLICE = 200
const MAX_READ = 20_000

/** Reads the changes in the log, the newest first. */
export async function readHistory(
  { oldest, current }: Readonly<StoreState>,
  disk: Disk,
  prefix: string,
  { after = oldest, upTo = current, limit }: HistoryOptions,
): Promise<HistoryPage> {
  const changes: PastChange[] = []
  const downTo = Math.max(after, oldest) as Revision
  let next = Math.min(upTo, current) as Revision
  for (let read = 0; read < MAX_READ; ) {
    const budget = new TimeBudget()
    let inSlice = 0
    for (const entry of disk.logEntriesBackwards(next, downTo, SLICE)) {
      if (changes.length >= limit) return { changes, next: entry.revision }
      for (const { key, deleted, previous } of entry.changes) {
        if (!key.startsWith(prefix)) continue
        const { revision, time } = entry
        const value = deleted ? undefined : disk.version(key, revision)?.value
        changes.push({ key, revision, time, value, previous: previous && disk.version(key, previous) })
      }
      next = (entry.revision - 1) as Revision
      inSlice++
      if (budget.isOver) break
    }
    if (inSlice === 0 || next <= downTo) return { changes, next: undefined }
    read += inSlice
    await yieldToEventLoop()
  }
  return { changes, next }
}
