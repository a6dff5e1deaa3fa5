import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { HeldRevisions } from '#backup/held-revisions.js'
import type { Leadership } from '#controllers/controller.js'
import type { Logger } from '#observe/logger.js'
import { SECRET, type ServerSecrets } from '#registry/server-secrets.js'
import { type Revision, RevisionUnavailable, type Storage } from '#storage/contract.js'
import type { Identity } from '#transfer/identity.js'
import type { Sealer } from '#transfer/sealing/wrapped-key.js'
import { type ArchiveFile, listArchive, removeFiles, storeMark } from './archive-folder.js'
import { readPosition, writePosition } from './archive-position.js'
import { type ArchiveRhythm, ArchiveSession } from './archive-session.js'
import type { ArchiveStatus } from './archive-status.js'
import { unneededFiles } from './retention.js'

export interface ArchiverOptions {
  readonly folder: string
  /** How far back the archive reaches, in milliseconds. */
  readonly keepMs: number
  /** For whom the files are encrypted; for nobody by default. */
  readonly sealer: Sealer | undefined
  readonly rhythm?: Partial<ArchiveRhythm> | undefined
}

export interface ArchiverDependencies {
  readonly storage: Storage
  readonly secrets: ServerSecrets
  readonly identity: () => Promise<Identity>
  readonly held: HeldRevisions
  readonly leadership: Leadership
  readonly status: ArchiveStatus
  readonly logger: Logger
  readonly version: string
  readonly now: () => number
}

const RHYTHM: ArchiveRhythm = {
  flushMs: 500,
  quietMs: 10_000,
  retryMs: 5000,
  logBytes: 64 * 2 ** 20,
  snapshotBytes: 256 * 2 ** 20,
  snapshotMs: 24 * 60 * 60_000,
}

/** How often a new snapshot may become due. */
const INSPECTIONS_PER_SNAPSHOT = 24

/** Keeps an archive of a store while this server leads: snapshots, and logs of all changes. */
export class Archiver {
  readonly #options: ArchiverOptions
  readonly #dependencies: ArchiverDependencies
  readonly #rhythm: ArchiveRhythm
  readonly #resign: () => void
  #leading: AbortController | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(options: ArchiverOptions, dependencies: ArchiverDependencies) {
    this.#options = options
    this.#dependencies = dependencies
    this.#rhythm = { ...RHYTHM, ...options.rhythm }
    this.#resign = dependencies.leadership.whenLeading(
      () => this.#start(),
      () => this.#leading?.abort(),
    )
  }

  /** Resolves when all changes that were received are archived, or the disk has failed. */
  async close(): Promise<void> {
    this.#resign()
    this.#leading?.abort()
    await this.#running
  }

  #start(): void {
    const leading = new AbortController()
    this.#leading = leading
    const { status } = this.#dependencies
    // One after the other: the leadership may come and go.
    this.#running = this.#running.then(async () => {
      status.begin()
      while (!leading.signal.aborted) {
        try {
          await this.#archive(leading.signal)
        } catch (error) {
          if (leading.signal.aborted) break
          status.logsFailed(error)
          await pause(this.#rhythm.retryMs, undefined, { signal: leading.signal }).catch(() => undefined)
        }
      }
      status.end()
    })
  }

  /** Archives until the signal. Rejects when the logs cannot be written or the changes are no longer known. */
  async #archive(signal: AbortSignal): Promise<void> {
    const { session, needsSnapshot } = await this.#resume()
    const closing = () => session.close()
    signal.addEventListener('abort', closing)
    const ended = new AbortController()
    const snapshots = this.#keepSnapshots(session, needsSnapshot, AbortSignal.any([signal, ended.signal]))
    if (signal.aborted) session.close()
    try {
      await session.run()
    } finally {
      signal.removeEventListener('abort', closing)
      ended.abort()
      await snapshots
    }
  }

  /** Continues where the archive ends, if the store still knows what has changed since. */
  async #resume(): Promise<{ readonly session: ArchiveSession; readonly needsSnapshot: boolean }> {
    const { folder } = this.#options
    const { storage, secrets, logger } = this.#dependencies
    const store = (await secrets.get(SECRET.store, () => Buffer.from(randomUUID()))).toString()
    const files = (await listArchive(folder)).filter((file) => file.store === storeMark(store))
    const snapshot = files.findLast(({ kind }) => kind === 'snapshot')
    const position = (await readPosition(folder, store)) ?? files.at(-1)?.revision
    if (snapshot !== undefined && position !== undefined) {
      try {
        const session = await this.#begin(position as Revision, store)
        return { session, needsSnapshot: false }
      } catch (error) {
        if (!(error instanceof RevisionUnavailable)) throw error
        logger.warn(
          { folder, after: position, reason: error.message },
          'the archive has a gap: changes since its end are no longer known; a new snapshot follows',
        )
        if (error.reason === 'future') {
          // The store went back, as by a restore of etcd: its revisions are no longer those of the archive.
          await secrets.put(SECRET.store, Buffer.from(randomUUID()))
          return this.#resume()
        }
      }
    }
    return { session: await this.#begin(await storage.currentRevision(), store), needsSnapshot: true }
  }

  #begin(after: Revision, store: string): Promise<ArchiveSession> {
    const { folder, sealer } = this.#options
    const { storage, held, identity, version, now, status } = this.#dependencies
    return ArchiveSession.start(after, {
      folder,
      storage,
      store,
      held,
      version,
      sealer,
      now,
      identity,
      rhythm: this.#rhythm,
      onProgress: async (revision, time) => {
        await writePosition(folder, store, revision)
        status.archived(revision, time)
      },
    })
  }

  /** Makes snapshots when they are due, and removes what is too old. A failure does not stop the logs. */
  async #keepSnapshots(session: ArchiveSession, isFirst: boolean, signal: AbortSignal): Promise<void> {
    const { status } = this.#dependencies
    const { snapshotMs, retryMs } = this.#rhythm
    let isNeeded = isFirst
    while (!signal.aborted) {
      let wait = snapshotMs / INSPECTIONS_PER_SNAPSHOT
      try {
        if (isNeeded || (await this.#isSnapshotDue(session))) {
          await session.snapshot(signal)
          isNeeded = false
        }
        await this.#prune(session.store)
        status.snapshotsKept(await this.#newestSnapshot(session.store))
      } catch (error) {
        if (signal.aborted) return
        status.snapshotsFailed(error)
        wait = retryMs
      }
      await pause(wait, undefined, { signal }).catch(() => undefined)
    }
  }

  async #isSnapshotDue(session: ArchiveSession): Promise<boolean> {
    const { snapshotMs, snapshotBytes } = this.#rhythm
    if (session.bytesSinceSnapshot >= snapshotBytes) return true
    const newest = await this.#newestSnapshot(session.store)
    return newest === undefined || Date.now() - newest >= snapshotMs
  }

  /** When the newest snapshot of the store was written, in milliseconds since 1970. */
  async #newestSnapshot(store: string): Promise<number | undefined> {
    const own = (await this.#datedFiles()).filter((file) => file.store === storeMark(store))
    return own.findLast(({ kind }) => kind === 'snapshot')?.time
  }

  async #prune(store: string): Promise<void> {
    const { folder, keepMs } = this.#options
    const files = await this.#datedFiles()
    await removeFiles(folder, unneededFiles(files, storeMark(store), Date.now() - keepMs))
  }

  async #datedFiles(): Promise<readonly (ArchiveFile & { readonly time: number })[]> {
    const files = await listArchive(this.#options.folder)
    const dated = files.map(async (file) => ({ ...file, time: (await stat(file.path)).mtimeMs }))
    return Promise.all(dated)
  }
}
