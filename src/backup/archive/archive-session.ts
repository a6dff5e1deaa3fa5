import { setTimeout as pause } from 'node:timers/promises'
import type { HeldRevisions } from '#backup/held-revisions.js'
import { isSecretKey } from '#registry/server-secrets.js'
import type { Revision, Storage } from '#storage/contract.js'
import { exportStore } from '#transfer/export-store.js'
import { OutputFile } from '#transfer/files/output-file.js'
import type { Identity } from '#transfer/identity.js'
import type { Sealer } from '#transfer/sealing/wrapped-key.js'
import { archivePath } from './archive-folder.js'
import { ChangeQueue, type QueuedWrite } from './change-queue.js'
import { LOG_FORMAT, type LoggedWrite } from './log-format.js'
import { LogWriter } from './log-writer.js'

export interface SessionOptions {
  readonly folder: string
  readonly storage: Storage
  /** The id of the store. */
  readonly store: string
  readonly held: HeldRevisions
  readonly version: string
  readonly sealer: Sealer | undefined
  readonly now: () => number
  readonly identity: () => Promise<Identity>
  /** Called when everything up to a revision, as of a time, is on disk. */
  readonly onProgress: (revision: Revision, time: number) => Promise<void>
  readonly rhythm: ArchiveRhythm
}

/** Milliseconds and bytes. */
export interface ArchiveRhythm {
  /** How long a write may wait for others to be flushed with it. */
  readonly flushMs: number
  /** How often a quiet store is recorded as such. */
  readonly quietMs: number
  /** How long after a failure it is tried again. */
  readonly retryMs: number
  /** A log is continued in another file at this size. */
  readonly logBytes: number
  /** A new snapshot is made when the logs since the last one have this size, or it has this age. */
  readonly snapshotBytes: number
  readonly snapshotMs: number
}

/** Appends the changes of a store to logs, from one revision on, until it is closed or fails. */
export class ArchiveSession {
  readonly #options: SessionOptions
  readonly #queue: ChangeQueue
  readonly #closing = new AbortController()
  /** The revision of the store when the session began. */
  readonly #begunAt: Revision
  #log: LogWriter
  #position: Revision
  #time = 0
  /** The length of the logs since the last snapshot. */
  bytesSinceSnapshot = 0
  #wake: () => void = () => undefined

  /** Rejects with `RevisionUnavailable` if the changes after the revision are no longer known. */
  static async start(after: Revision, options: SessionOptions): Promise<ArchiveSession> {
    const { storage, now } = options
    const begunAt = await storage.currentRevision()
    const queue = await ChangeQueue.follow(storage, after, now, isSecretKey)
    try {
      return new ArchiveSession(options, queue, { after, begunAt }, await openLog(options, after))
    } catch (error) {
      queue.close()
      throw error
    }
  }

  private constructor(
    options: SessionOptions,
    queue: ChangeQueue,
    { after, begunAt }: { readonly after: Revision; readonly begunAt: Revision },
    log: LogWriter,
  ) {
    this.#options = options
    this.#queue = queue
    this.#position = after
    this.#begunAt = begunAt
    this.#log = log
    queue.onWork(() => this.#wake())
  }

  /** The id of the store. */
  get store(): string {
    return this.#options.store
  }

  /** Archives until `close`. Rejects when the disk or the feed fails. */
  async run(): Promise<void> {
    const { rhythm } = this.#options
    try {
      while (!this.#closing.signal.aborted) {
        await this.#workOrQuiet(rhythm.quietMs)
        if (!this.#queue.isLarge) await this.#pause(rhythm.flushMs)
        await this.#flush()
      }
    } finally {
      this.#queue.close()
      await this.#log.close()
    }
  }

  /** Flushes what is queued, and ends `run`. */
  close(): void {
    this.#closing.abort()
    this.#wake()
  }

  /** Writes a snapshot of the store as it is now, which the logs continue. */
  async snapshot(signal: AbortSignal): Promise<void> {
    const { folder, storage, store, held, version, sealer, now } = this.#options
    const at = await storage.currentRevision()
    const release = held.hold(at)
    // Later than all writes in it.
    const created = new Date(now()).toISOString()
    try {
      const identity = await this.#options.identity()
      const path = archivePath(folder, 'snapshot', at, store)
      const output = await OutputFile.create(path, { replace: false, compress: true, sealer })
      try {
        await exportStore(storage, output, {
          at,
          created,
          store,
          identity,
          version,
          signal,
          onProgress: () => undefined,
        })
        await output.finish()
      } catch (error) {
        await output.abandon()
        throw error
      }
      this.bytesSinceSnapshot = 0
    } finally {
      release()
    }
  }

  async #flush(): Promise<void> {
    const { rhythm, onProgress } = this.#options
    const queued = this.#queue.take()
    const writes = queued.length > 0 ? await this.#timed(queued) : await this.#quiet()
    if (writes.length === 0) return
    const before = this.#log.bytes
    await this.#log.append(writes)
    this.bytesSinceSnapshot += this.#log.bytes - before
    this.#position = (writes.at(-1) as LoggedWrite).revision
    await onProgress(this.#position, this.#time)
    if (this.#log.bytes < rhythm.logBytes && !this.#queue.hasInteresting) return
    this.#queue.hasInteresting = false
    const next = await openLog(this.#options, this.#position)
    await this.#log.close()
    this.#log = next
  }

  /**
   * The store of this process knows when each write was made. Other stores would have to be asked over the network, so that
   * only old writes are: new ones were made when they arrive.
   */
  async #timed(queued: readonly QueuedWrite[]): Promise<LoggedWrite[]> {
    const { storage } = this.#options
    const writes: LoggedWrite[] = []
    for (const { revision, changes, receivedAt } of queued) {
      const isOld = storage.isOnlyWriter || revision <= this.#begunAt
      const time = (isOld ? await storage.timeOf(revision) : undefined) ?? receivedAt
      this.#time = Math.max(this.#time, time)
      writes.push({ revision, time: this.#time, changes })
    }
    return writes
  }

  /** Records that nothing has changed until now. */
  async #quiet(): Promise<LoggedWrite[]> {
    const { storage, now } = this.#options
    const time = now()
    if (time <= this.#time) return []
    const current = await storage.currentRevision()
    if (current !== this.#position) return []
    this.#time = time
    return [{ revision: current, time, changes: [] }]
  }

  async #workOrQuiet(milliseconds: number): Promise<void> {
    if (!this.#queue.isEmpty || this.#closing.signal.aborted) return
    const timeout = new AbortController()
    const waited = pause(milliseconds, undefined, { signal: timeout.signal }).catch(() => undefined)
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    await Promise.race([woken, waited])
    timeout.abort()
  }

  async #pause(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: this.#closing.signal }).catch(() => undefined)
  }
}

async function openLog(options: SessionOptions, after: Revision): Promise<LogWriter> {
  const { folder, store, version, sealer, now } = options
  const header = {
    format: LOG_FORMAT,
    created: new Date(now()).toISOString(),
    version,
    store,
    after,
    identity: await options.identity(),
  }
  return LogWriter.create(archivePath(folder, 'changes', after, store), header, sealer)
}
