/**
 * A process that writes to a store as fast as it can until it is killed. It announces each write and its
 * acknowledgement on standard output, one JSON value per line.
 *
 * Arguments: the data folder; a name for this round; the number of concurrent writers; optionally the
 * milliseconds until it calls `process.exit`.
 */
import { writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation } from '#storage/contract.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { EXIT_CODE, type Report } from './writer-reports.js'

const NEVER_CHANGED = new Int32Array(new SharedArrayBuffer(4))

/** Synchronous, so that a written line reaches the reader even if this process is killed right after. */
function report(line: Report): void {
  for (let left = Buffer.from(`${JSON.stringify(line)}\n`); left.length > 0; ) {
    try {
      left = left.subarray(writeSync(1, left))
    } catch (error) {
      // The pipe is full.
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
  // Longer than a busy machine delays a report: the history must still have unreported writes.
  await storage.compact(500)
}

/** Creates, replaces and deletes one key, and then three at once. */
async function write(writer: string): Promise<never> {
  for (let count = 0; ; count++) {
    const keys = count % 2 === 0 ? [`${writer}/single`] : [`${writer}/a`, `${writer}/b`, `${writer}/c`]
    const id = `${round}.${writer}.${count}`
    const puts: Record<string, string> = {}
    const deletes: string[] = []
    const operations: Operation[] = []
    for (const [index, key] of keys.entries()) {
      const stored = await storage.get(key)
      // Every third round deletes one of the keys, which the next round creates again.
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
