import type { Identity } from '#transfer/identity.js'
import { TransferError } from '#transfer/progress.js'
import type { Opener } from '#transfer/sealing/wrapped-key.js'
import type { ArchiveFile } from './archive-folder.js'
import type { LoggedWrite } from './log-format.js'
import { LogReader } from './log-reader.js'

/**
 * The logs of one store, which continue each other. They may overlap: when the leader changes, two servers may write for a
 * moment.
 */
export class ChangeChain {
  readonly #logs: readonly ArchiveFile[]
  readonly #opener: Opener
  /** The first log that begins after the end of those before it; undefined if none is missing. */
  gapBefore: ArchiveFile | undefined

  /** The logs must be sorted by revision. */
  constructor(logs: readonly ArchiveFile[], opener: Opener) {
    this.#logs = logs
    this.#opener = opener
  }

  /** The writes after a revision, in order and each once, until the end or a gap. */
  async *writesAfter(revision: number, store: string): AsyncGenerator<LoggedWrite> {
    let position = revision
    for (const log of this.#logs) {
      if (log.revision > position) {
        this.gapBefore = log
        return
      }
      const reader = await this.#open(log, store)
      if (reader === undefined) continue
      for await (const write of reader.writes()) {
        if (write.revision < position || (write.revision === position && write.changes.length > 0)) continue
        position = write.revision
        yield write
      }
    }
  }

  /** The keys of the server in the newest log that has any. Keys are added, and never change. */
  async identity(store: string): Promise<Identity | undefined> {
    for (const log of this.#logs.toReversed()) {
      const reader = await this.#open(log, store)
      await reader?.close()
      if (reader?.header.identity !== undefined) return reader.header.identity
    }
    return undefined
  }

  async #open(log: ArchiveFile, store: string): Promise<LogReader | undefined> {
    const reader = await LogReader.open(log.path, this.#opener)
    if (reader === undefined || reader.header.store === store) return reader
    await reader.close()
    throw new TransferError(`${log.path} belongs to another store than its name says`)
  }
}
