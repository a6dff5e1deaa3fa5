import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { runWriter } from './run-writer.js'
import { WriterRecord } from './writer-record.js'
import { EXIT_CODE } from './writer-reports.js'

const KILLS = 24
const EXITS = 8
/** Long enough for hundreds of commits, short enough to hit a store that has just opened. */
const MAX_ROUND_MS = 250

describe('a process that is terminated under load', () => {
  it(`loses and tears no acknowledged write in ${KILLS} kills`, async (t) => {
    const { directory, record } = await newStore(t)
    for (let round = 0; round < KILLS; round++) {
      const writer = runWriter(directory, { round: `kill${round}`, writers: 6 })
      // Some rounds end before the store is open.
      if (round % 4 !== 3) await writer.writing
      await sleep(Math.random() * MAX_ROUND_MS)
      writer.kill()
      const { output, signal } = await writer.ended
      assert.equal(signal, 'SIGKILL')
      record.read(output)
      await compare(directory, record)
    }
    assert.ok(record.acknowledgedWrites > KILLS, `only ${record.acknowledgedWrites} writes were acknowledged`)
    t.diagnostic(`${record.acknowledgedWrites} acknowledged writes`)
  })

  it(`can exit at any moment (${EXITS} exits)`, async (t) => {
    const { directory, record } = await newStore(t)
    for (let round = 0; round < EXITS; round++) {
      // Enough writers to keep the commit thread in a transaction most of the time.
      const exitAfter = 50 + Math.floor(Math.random() * 100)
      const writer = runWriter(directory, { round: `exit${round}`, writers: 500, exitAfter })
      const { output, code } = await writer.ended
      assert.equal(code, EXIT_CODE)
      record.read(output)
      await compare(directory, record)
    }
  })
})

async function newStore(t: { after(action: () => Promise<void>): void }) {
  const directory = await mkdtemp(join(tmpdir(), 'binnacle-kill-'))
  t.after(() => rm(directory, { recursive: true }))
  return { directory, record: new WriterRecord() }
}

async function compare(directory: string, record: WriterRecord): Promise<void> {
  const storage = await openEmbeddedStorage({ directory })
  await record.compareWith(storage)
  await storage.close()
}
