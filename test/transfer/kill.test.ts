import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, it, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Storage } from '#storage/contract.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import { IMPORT_MARK } from '#transfer/import-mark.js'
import type { Progress } from '#transfer/progress.js'
import { filledExport, ranked } from '#transfer/transfer.fixture.js'
import { runCommand } from '../support/command.js'
import { exitOf } from '../support/exit-of.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const RECORDS = 12_000
const KILLS = 3

async function prepared(t: TestContext) {
  const { path, remove } = await temporaryFolder()
  t.after(remove)
  const { source, file } = await filledExport(path, (RECORDS * 3) / 4)
  return { dataDir: join(path, 'store'), file: file.path, expected: await ranked(source) }
}

async function withStorage<T>(directory: string, read: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openEmbeddedStorage({ directory })
  return read(storage).finally(() => storage.close())
}

const doneOf = async (storage: Storage): Promise<number> =>
  JSON.parse(String((await storage.get(IMPORT_MARK))?.value)).done

/** Imports, and is killed some time after this many records. */
async function killedAfter(dataDir: string, file: string, records: number): Promise<void> {
  const script = fileURLToPath(new URL('./importer.js', import.meta.url))
  const child = spawn(process.execPath, [script, dataDir, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = exitOf(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const { step, done } = JSON.parse(line) as Progress
    if (step === 'writing' && done >= records) {
      await sleep(Math.random() * 10)
      child.kill('SIGKILL')
      break
    }
  }
  const [, signal] = await exited
  assert.equal(signal, 'SIGKILL', 'the import was over before it could be killed')
}

describe('an import whose process is killed', () => {
  it(`is resumed by the same command, even after ${KILLS} kills`, async (t) => {
    const { dataDir, file, expected } = await prepared(t)
    let done = 0
    for (let kill = 0; kill < KILLS; kill++) {
      await killedAfter(dataDir, file, done + 1)
      const now = await withStorage(dataDir, doneOf)
      assert.ok(now > done && now < RECORDS, `${now} records after ${done}`)
      done = now
    }
    const { code, stderr } = await runCommand('import', '--data-dir', dataDir, '--file', file)
    assert.equal(code, 0, stderr)
    assert.match(
      stderr,
      /^imported 12,000 records from .*, [0-9,]+ of them by an earlier, interrupted import\n$/,
    )
    await withStorage(dataDir, async (storage) => {
      assert.deepEqual(await ranked(storage), expected)
      assert.equal(await storage.get(IMPORT_MARK), undefined)
    })
  })

  it('leaves a store that is neither served nor exported until the import is complete', async (t) => {
    const { dataDir, file } = await prepared(t)
    await killedAfter(dataDir, file, 1)
    const unfinished =
      /^binnacle: an import into this store is unfinished \(\d+ of 12000 records\); if it is not running, run "binnacle import" again with the same file\n$/
    const rejections = [
      await runCommand('serve', '--port', '0', '--data-dir', dataDir, '--log-level', 'silent'),
      await runCommand('export', '--data-dir', dataDir, '--file', `${file}.again`),
    ]
    for (const { code, stdout, stderr } of rejections) {
      assert.equal(code, 1)
      assert.equal(stdout, '')
      assert.match(stderr, unfinished)
    }
  })
})
