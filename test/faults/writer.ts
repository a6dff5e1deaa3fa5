/**
 * A process that writes to a store as fast as it can until it is ended, and reports on its standard output, one JSON
 * value per line: what it is about to write, and then what was acknowledged.
 *
 * Arguments: the data folder; a name for this round; how many write at the same time; optionally after how many
 * milliseconds to call `process.exit`.
 */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation } from '#storage/contract.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { EXIT_CODE, type Report } from './writer-reports.js'

const NEVER_CHANGED = new Int32Array(new SharedArrayBuffer(4))

/** At once: a line that was written reaches the reader whatever happens to this process afterwards. */
function report(line: Report): void {
  for (let left = Buffer.from(`${JSON.stringify(line)}\n`); left.length > 0; ) {
    try {
      left = left.subarray(writeSync(1, left))
    } catch (error) {
      // The reader is behind.
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error
      Atomics.wait(NEVER_CHANGED, 0, 0, 1)
    }
  }
}

const [directory, round, writers, exitAfter] = process.argv.slice(2) as [string, string, string, string?]
const storage = await openEmbeddedStorage({ directory })
report({ opened: await storage.currentRevision() })
if (exitAfter !== undefined) setTimeout(() => process.exit(EXIT_CODE), Number(exitAfter))
for (let writer = 0; writer < Number(writers); writer++) void write(`w${writer}`)
for (;;) {
  await sleep(15)
  // Longer than a busy machine keeps a write from being reported: what was not reported is looked for in the history.
  await storage.compact(500)
}

/** One after the other: creates, replaces and deletes of one key, and of three at once. */
async function write(writer: string): Promise<never> {
  for (let count = 0; ; count++) {
    const keys = count % 2 === 0 ? [`${writer}/single`] : [`${writer}/a`, `${writer}/b`, `${writer}/c`]
    const id = `${round}.${writer}.${count}`
    const puts: Record<string, string> = {}
    const deletes: string[] = []
    const operations: Operation[] = []
    for (const [index, key] of keys.entries()) {
      const stored = await storage.get(key)
      // Every third round over the same keys one of them is deleted, to be created again in the next.
      if (stored !== undefined && count % 6 >= 4 && index === 0) {
        operations.push({ type: 'delete', key, expected: stored.revision })
        deletes.push(key)
        continue
      }
      const value = Buffer.from(`${id} ${'.'.repeat(count % 700)}`)
      puts[key] = value.toString()
      const expected = stored?.revision
      operations.push(
        expected === undefined ? { type: 'create', key, value } : { type: 'replace', key, value, expected },
      )
    }
    report({ attempt: { id, writer, puts, deletes } })
    const outcome = await storage.write(operations)
    if (outcome.outcome !== 'written')
      throw new Error(`there is no other writer of ${keys.join()}: ${JSON.stringify(outcome)}`)
    report({ acknowledged: id, revision: outcome.revision })
  }
}
