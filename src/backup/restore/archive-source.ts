import { createHash } from 'node:crypto'
import {
  type ArchivedSnapshot,
  type ArchiveFile,
  listArchive,
  readSnapshot,
} from '#backup/archive/archive-folder.js'
import { ChangeChain } from '#backup/archive/change-chain.js'
import type { StoredValue } from '#storage/contract.js'
import { InputFile } from '#transfer/files/input-file.js'
import type { ExportTrailer } from '#transfer/format.js'
import type { Identity } from '#transfer/identity.js'
import { type TransferContext, TransferError } from '#transfer/progress.js'
import { ExportFile } from '#transfer/record-source.js'
import type { Opener } from '#transfer/sealing/wrapped-key.js'
import type { RestoreSource } from './restore-source.js'
import { isReached, isWithin, type Place, type RestoreTarget, targetName } from './restore-target.js'

/** A snapshot of an archive, and the changes after it up to a revision or a time. */
export class ArchiveSource implements RestoreSource {
  readonly summary: ExportTrailer
  readonly revision: number
  readonly time: string
  readonly identity: Identity | undefined
  readonly oldest: { readonly revision: number; readonly time: string } | undefined
  readonly #snapshot: ExportFile
  readonly #history: History

  /** Reads and checks everything up to the target. Rejects with `TransferError`. */
  static async open(
    folder: string,
    target: RestoreTarget,
    opener: Opener,
    context: TransferContext,
  ): Promise<ArchiveSource> {
    const files = await listArchive(folder)
    const candidates = await snapshotsFor(files, target, opener)
    if (candidates.length === 0) throw noSnapshot(folder, files, target)
    let failure: unknown
    for (const snapshot of candidates) {
      const logs = files.filter(({ kind, store }) => kind === 'changes' && store === snapshot.store)
      const history = await readHistory(snapshot, logs, target, opener, context)
      try {
        return await ArchiveSource.#of(snapshot, { ...history, oldest: candidates.at(-1) }, opener, context)
      } catch (error) {
        // An older snapshot with the changes since leads to the same state.
        if (!(error instanceof TransferError)) throw error
        failure ??= error
      }
    }
    throw failure
  }

  static async #of(
    snapshot: ArchivedSnapshot,
    history: History & { readonly oldest: ArchivedSnapshot | undefined },
    opener: Opener,
    context: TransferContext,
  ): Promise<ArchiveSource> {
    const { changed } = history
    let replaced = 0
    const file = await ExportFile.check(await InputFile.open(snapshot.path, opener), context, (key) => {
      if (changed.has(key)) replaced++
    })
    const written = [...changed.values()].filter((revision) => revision > 0).length
    return new ArchiveSource(file, history, file.summary.records - replaced + written)
  }

  private constructor(
    snapshot: ExportFile,
    history: History & { readonly oldest: ArchivedSnapshot | undefined },
    records: number,
  ) {
    const { revision, time, identity, oldest } = history
    this.#snapshot = snapshot
    this.#history = history
    const digest = createHash('sha256').update(`${snapshot.summary.digest} ${revision}`).digest('hex')
    this.summary = { records, digest: `sha256:${digest}` }
    this.revision = revision
    this.time = new Date(time).toISOString()
    this.identity = identity
    this.oldest = oldest && { revision: oldest.revision, time: oldest.header.created }
  }

  /** What the snapshot has and was not changed since, and the last value of what was. */
  async *records(): AsyncGenerator<StoredValue> {
    const { changed, chain } = this.#history
    for await (const record of this.#snapshot.records()) if (!changed.has(record.key)) yield record
    const { revision: start, store = '' } = this.#snapshot.header
    for await (const { revision, changes } of chain.writesAfter(start, store)) {
      if (revision > this.revision) return
      for (const { key, value } of changes) {
        if (value !== undefined && changed.get(key) === revision) yield { key, value, revision }
      }
    }
  }
}

/** What happened after a snapshot, up to a target. */
interface History {
  readonly revision: number
  /** In milliseconds since 1970. */
  readonly time: number
  /** The revision of the last change of each changed key, 0 for a deletion. */
  readonly changed: ReadonlyMap<string, number>
  readonly chain: ChangeChain
  readonly identity: Identity | undefined
}

async function readHistory(
  snapshot: ArchivedSnapshot,
  logs: readonly ArchiveFile[],
  target: RestoreTarget,
  opener: Opener,
  { onProgress, signal }: TransferContext,
): Promise<History> {
  const { store = '', revision: start } = snapshot.header
  const chain = new ChangeChain(logs, opener)
  const changed = new Map<string, number>()
  let reached: Place = { revision: start, time: snapshot.time }
  let known = reached
  for await (const { revision, time, changes } of chain.writesAfter(start, store)) {
    signal.throwIfAborted()
    known = { revision, time }
    if (!isWithin(target, revision, time)) break
    reached = { revision, time: Math.max(time, snapshot.time) }
    for (const { key, value } of changes) changed.set(key, value === undefined ? 0 : revision)
    onProgress({ step: 'checking', unit: 'records', done: changed.size, total: undefined })
  }
  const isWhole = target === 'newest' ? chain.gapBefore === undefined : isReached(target, known)
  if (!isWhole) throw endsBefore(target, known, chain)
  const time = target !== 'newest' && 'time' in target ? target.time : reached.time
  const identity = (await chain.identity(store)) ?? snapshot.header.identity
  return { revision: reached.revision, time, changed, chain, identity }
}

/** The snapshots to start from, the best first. Those of a store that was restored later are not of the same history. */
async function snapshotsFor(
  files: readonly ArchiveFile[],
  target: RestoreTarget,
  opener: Opener,
): Promise<readonly ArchivedSnapshot[]> {
  const snapshots: ArchivedSnapshot[] = []
  let failure: unknown
  for (const file of files) {
    if (file.kind !== 'snapshot') continue
    try {
      snapshots.push(await readSnapshot(file, opener))
    } catch (error) {
      if (!(error instanceof TransferError)) throw error
      failure = error
    }
  }
  if (snapshots.length === 0 && failure !== undefined) throw failure
  const earlier = snapshots
    .filter(({ revision, time }) => isWithin(target, revision, time))
    .sort((one, other) => other.time - one.time || other.revision - one.revision)
  return earlier.filter(({ header }) => header.store === earlier[0]?.header.store)
}

function noSnapshot(folder: string, files: readonly ArchiveFile[], target: RestoreTarget): TransferError {
  const hasSnapshot = files.some(({ kind }) => kind === 'snapshot')
  return new TransferError(
    hasSnapshot
      ? `${folder} does not reach back to ${targetName(target)}: its oldest snapshot is newer`
      : `${folder} is not an archive, or its first snapshot is not complete`,
  )
}

function endsBefore(
  target: RestoreTarget,
  { revision, time }: Place,
  { gapBefore }: ChangeChain,
): TransferError {
  const end = `revision ${revision} at ${new Date(time).toISOString()}`
  return new TransferError(
    gapBefore === undefined
      ? `the archive ends before ${targetName(target)}: it has everything until ${end}`
      : `the archive has no changes between ${end} and revision ${gapBefore.revision}, so it cannot go to ${targetName(target)}`,
  )
}
