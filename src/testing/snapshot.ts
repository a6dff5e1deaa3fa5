import { tmpdir } from 'node:os'
import { STORE_RECORDS } from '#registry/keys.js'
import type { ServerParts } from '#server/server.js'
import { packageVersion } from '#server/version.js'
import { type MemoryState, MemoryStorage, openMemoryStorage } from '#storage/memory/storage.js'
import type { TransferContext } from '#transfer/progress.js'
import type { RandomState } from '#util/random.js'

/** How often a restored state is compared with the saved one: controllers may still act on the state before. */
const MAX_ROUNDS = 10

/** Where the clock and the seeded values of a test server are. */
export interface TestPosition {
  readonly clockOffset?: number | undefined
  readonly random?: RandomState | undefined
}

/** The state of a test server at one moment: all objects, and what the server records about them. */
export class Snapshot {
  /** @internal */
  readonly state: MemoryState
  /**
   * Where the clock and the seeded values were. A file has neither.
   *
   * @internal
   */
  readonly position: TestPosition

  /** @internal */
  constructor(state: MemoryState, position: TestPosition = {}) {
    this.state = state
    this.position = position
  }

  /**
   * Writes the snapshot to a file, which `restore` and `binnacle import` can read. Replaces an existing file.
   *
   * @example
   * await server.snapshot().save('state.binnacle')
   */
  async save(path: string): Promise<void> {
    const { OutputFile } = await import('#transfer/files/output-file.js')
    const { exportStore } = await import('#transfer/export-store.js')
    const storage = openMemoryStorage()
    await writeAll(storage, this.state)
    const output = await OutputFile.create(path, { replace: true, compress: path.endsWith('.gz') })
    try {
      await exportStore(storage, output, { ...QUIET, version: packageVersion() })
      await output.finish()
    } catch (error) {
      await output.abandon()
      throw error
    }
  }

  /** Reads the file of a snapshot or of `binnacle export`. */
  static async read(path: string): Promise<Snapshot> {
    const { InputFile } = await import('#transfer/files/input-file.js')
    const { importRecords } = await import('#transfer/import-store.js')
    const { ExportFile } = await import('#transfer/record-source.js')
    const source = await ExportFile.check(await InputFile.open(path), QUIET)
    const storage = openMemoryStorage()
    await importRecords(storage, source, {
      ...QUIET,
      intoNonEmpty: false,
      overwrite: false,
      workFolder: tmpdir(),
    })
    return new Snapshot(storage.state())
  }
}

const QUIET: TransferContext = { onProgress: () => undefined, signal: new AbortController().signal }

/** The store of a test server. Throws if it is not in memory. */
export function memoryOf({ storage }: ServerParts): MemoryStorage {
  if (storage instanceof MemoryStorage) return storage
  throw new TypeError("snapshots, reset and fork need the storage 'memory'")
}

/**
 * Brings a former state back by one write: watches see the differences as ordinary events, and revisions go on.
 * Controllers may still act on the state before, so the result is checked again when they are done.
 */
export async function restoreState(
  storage: MemoryStorage,
  state: MemoryState,
  settled: () => Promise<void>,
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (!(await writeAll(storage, state)) && round > 0) return
    await settled()
  }
}

/** Returns false if there is no difference. */
async function writeAll(storage: MemoryStorage, state: MemoryState): Promise<boolean> {
  // Keys that sign tokens stay: the server has them in memory.
  const operations = storage.operationsTo(state).filter(({ key }) => !key.startsWith(`${STORE_RECORDS}/`))
  if (operations.length === 0) return false
  // A write that came between is found in the next round.
  await storage.write(operations)
  return true
}
