import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import { alwaysLeading, type Leadership } from '#controllers/controller.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { type Storage, StorageUnavailable } from '#storage/contract.js'
import { alteredStorage } from '#test/support/altered-storage.js'
import { temporaryFolder } from '#test/support/temporary-folder.js'
import { IMPORT_MARK, ImportMark } from '#transfer/import-mark.js'
import { defaultConfig, type ServerConfig } from './config.js'
import { startServer } from './server.js'
import { openStorage } from './storage.js'

const fail = () => {
  throw new StorageUnavailable('the disk is gone')
}
const reject = () => Promise.reject(new StorageUnavailable('the disk is gone'))

/** Lets so many be elected, and fails for the next. */
function leadershipFailingAt(time: number): Leadership {
  let times = 0
  return {
    isLeading: true,
    whenLeading: (start, stop) => (++times === time ? fail() : alwaysLeading.whenLeading(start, stop)),
  }
}

async function takenPort(t: TestContext): Promise<number> {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  t.after(() => other.close())
  return (other.address() as { port: number }).port
}

interface Attempt {
  readonly config?: Partial<ServerConfig>
  readonly storage?: (storage: Storage) => Storage | Promise<Storage>
  readonly leadership?: Leadership
}

/** What goes wrong at each step between the opening of the store and the first request. */
const STEPS: Readonly<Record<string, (t: TestContext) => Attempt | Promise<Attempt>>> = {
  'an import is not finished': () => ({
    storage: async (storage) => {
      await ImportMark.create(storage, { digest: 'sha256:0', records: 9 })
      return storage
    },
  }),
  'it cannot be read whether an import is finished': () => ({
    storage: (storage) => alteredStorage(storage, { get: reject }),
  }),
  'the objects cannot be read': () => ({ storage: (storage) => alteredStorage(storage, { range: reject }) }),
  'changes cannot be followed': () => ({ storage: (storage) => alteredStorage(storage, { follow: reject }) }),
  'the collector cannot start': () => ({ leadership: leadershipFailingAt(1) }),
  'compaction cannot start': () => ({ leadership: leadershipFailingAt(2) }),
  'the port is taken': async (t) => ({ config: { port: await takenPort(t) } }),
}

for (const engine of ['memory', 'embedded'] as const) {
  describe(`a start that fails after the store was opened, ${engine}`, () => {
    for (const [step, prepare] of Object.entries(STEPS)) {
      it(`closes the store again, so that a second try works: ${step}`, async (t) => {
        const folder = await temporaryFolder()
        t.after(() => folder.remove())
        const base = { ...defaultConfig, storage: engine, dataDir: folder.path, port: 0 }
        const config: ServerConfig = { ...base, logLevel: 'silent' }
        const { config: changed, storage: alter = (storage) => storage, leadership } = await prepare(t)
        let opened: Storage | undefined
        const first = startServer({ ...config, ...changed }, async (...parameters) => {
          const actual = await openStorage(...parameters)
          opened = actual.storage
          return { storage: await alter(opened), leadership: leadership ?? actual.leadership }
        })
        await assert.rejects(first, { name: 'StartError' })
        assert.ok(opened !== undefined)
        await assert.rejects(opened.currentRevision(), { name: 'StorageUnavailable' })

        // Fix what the first try left in the store.
        const { storage } = await openStorage(config, new MetricsRegistry())
        const mark = await storage.get(IMPORT_MARK)
        if (mark !== undefined) {
          await storage.write([{ type: 'delete', key: IMPORT_MARK, expected: mark.revision }])
        }
        await storage.close()
        const second = await startServer(config)
        assert.equal((await fetch(`${second.url}/readyz`)).status, 200)
        await second.close()
      })
    }
  })
}
