import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { LoggedWrite } from '#backup/archive/log-format.js'
import type { Storage } from '#storage/contract.js'
import type { Identity } from '#transfer/identity.js'
import { ImportMark } from '#transfer/import-mark.js'
import { type TransferContext, TransferError } from '#transfer/progress.js'
import { isEmpty } from '#transfer/snapshot.js'
import { differences } from './differences.js'
import type { MigrationSource, SourceSnapshot } from './migration-source.js'
import { Hold } from './read-only-hold.js'
import { TargetWriter } from './target-writer.js'

export interface MigrationOptions extends TransferContext {
  /** The name of the target, for people. */
  readonly to: string
  /** How long the source may be read-only, in milliseconds. */
  readonly maxReadOnlyMs: number
  /** Puts the keys of the source into the target. */
  readonly putIdentity: (identity: Identity) => Promise<void>
  /** Called when the source has become read-only. */
  readonly onReadOnly: () => void
}

export interface MigrationResult {
  readonly records: number
  /** How many changes came in while the source was being copied. */
  readonly changes: number
  /** How long the source was read-only before everything was in the target. */
  readonly readOnlyMs: number
  /** Whether an earlier run had copied and checked everything. */
  readonly wasCopied: boolean
}

/** So few changes are copied while the source is read-only. */
const SMALL_LAG = 200
/** The lag may never be smaller, if the source is written to as fast as the target. */
const MAX_ROUNDS = 30
/** When a response had no change, although there are some. */
const RETRY_MS = 50

/**
 * Moves a store. It is copied while it is written to; then its changes, again and again; the last ones while it is
 * read-only. The decision is one write to the source: from then on it is read-only for good, and the target may be used. So
 * a migration that ends earlier, in whatever way, leaves the source as it was and a target that no server opens. One that
 * ends between this write and the last one to the target is finished by another run.
 */
export async function migrateStore(
  source: MigrationSource,
  target: Storage,
  options: MigrationOptions,
): Promise<MigrationResult> {
  const { signal, onProgress, to } = options
  const { mark, wasCopied } = await openMark(source, target, signal)
  if (wasCopied) {
    await mark.remove()
    return { records: mark.state.done, changes: 0, readOnlyMs: 0, wasCopied }
  }
  const id = mark.state.digest
  const writer = new TargetWriter(target, (done) => {
    onProgress({ step: 'writing', unit: 'records', done, total: undefined })
    signal.throwIfAborted()
  })
  const base = await copy(source, target, writer, signal)
  await mark.advance(0)
  const { position, changes } = await catchUp(source, writer, base, signal)
  const hold = await Hold.take(source, id, options)
  options.onReadOnly()
  try {
    const last = await follow(source, writer, position, hold.revision, hold.signal)
    await options.putIdentity(await source.identity(hold.signal))
    const records = await compare(source, target, options, hold.signal)
    await mark.advance(records)
    await hold.extend()
    const readOnlyMs = hold.milliseconds
    await source.move(id, to, hold.signal)
    hold.end()
    await mark.remove()
    return { records, changes: changes + last, readOnlyMs, wasCopied: false }
  } catch (error) {
    await hold.release()
    throw error
  }
}

interface OpenMark {
  readonly mark: ImportMark
  /** Whether everything is in the target, and the source says so. */
  readonly wasCopied: boolean
}

/** Marks the target as unfinished. Rejects if anything else is in it, or if the source has been moved elsewhere. */
async function openMark(source: MigrationSource, target: Storage, signal: AbortSignal): Promise<OpenMark> {
  const { moved } = await source.status(signal)
  const mark = await ImportMark.find(target)
  if (moved !== undefined) {
    if (mark?.state.digest === moved.id) return { mark, wasCopied: true }
    throw new TransferError(
      `${source.name} has been moved to ${moved.to}; "binnacle migrate --from … --cancel" makes it writable again`,
    )
  }
  if (mark === undefined) {
    if (!(await isEmpty(target)))
      throw new TransferError('the target is not empty; a migration makes a new store')
    const created = await ImportMark.create(target, { digest: randomUUID(), records: 0 }, 'migrate')
    return { mark: created, wasCopied: false }
  }
  if (mark.state.command !== 'migrate') {
    throw new TransferError(`the target holds an unfinished ${mark.state.command}; finish that first`)
  }
  // A new id: an earlier run that still goes on can neither write to the mark nor move the source.
  await mark.restart(randomUUID())
  return { mark, wasCopied: false }
}

/** Makes the target as the source is now. What an earlier run has copied stays. Resolves with the revision. */
async function copy(
  source: MigrationSource,
  target: Storage,
  writer: TargetWriter,
  signal: AbortSignal,
): Promise<number> {
  const snapshot = await source.snapshot(signal)
  try {
    await writer.write(differences(snapshot.records(), target, await target.currentRevision()))
    return snapshot.revision
  } finally {
    await snapshot.close()
  }
}

/** Copies changes until few are left. */
async function catchUp(source: MigrationSource, writer: TargetWriter, base: number, signal: AbortSignal) {
  let position = base
  let changes = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = changes
    const counted = new Position(source.changes(position, signal), position)
    changes += await writer.apply(counted.writes())
    position = counted.position
    signal.throwIfAborted()
    if (changes - before <= SMALL_LAG) return { position, changes }
  }
  throw new TransferError(
    'the source is written to faster than its changes can be copied; try again when it is quieter',
  )
}

/** Copies everything up to a revision. */
async function follow(
  source: MigrationSource,
  writer: TargetWriter,
  after: number,
  upTo: number,
  signal: AbortSignal,
): Promise<number> {
  let position = after
  let changes = 0
  while (position < upTo) {
    const counted = new Position(source.changes(position, signal), position)
    changes += await writer.apply(counted.writes())
    signal.throwIfAborted()
    if (counted.position === position) await pause(RETRY_MS)
    position = counted.position
  }
  return changes
}

/** Writes of a source, and the revision up to which they were read. */
class Position {
  position: number
  readonly #writes: AsyncIterable<LoggedWrite>

  constructor(writes: AsyncIterable<LoggedWrite>, after: number) {
    this.#writes = writes
    this.position = after
  }

  async *writes(): AsyncGenerator<LoggedWrite> {
    for await (const write of this.#writes) {
      yield write
      this.position = write.revision
    }
  }
}

/** Compares every record of both stores. Resolves with their number. */
async function compare(
  source: MigrationSource,
  target: Storage,
  { onProgress }: TransferContext,
  signal: AbortSignal,
): Promise<number> {
  const snapshot = await source.snapshot(signal, true)
  let done = 0
  async function* counted({ records }: SourceSnapshot) {
    for await (const record of records()) {
      if (++done % 100 === 0) onProgress({ step: 'checking', unit: 'records', done, total: undefined })
      yield record
    }
  }
  try {
    for await (const { key } of differences(counted(snapshot), target, await target.currentRevision())) {
      throw new TransferError(`${key} differs in the target; nothing was moved, run the same command again`)
    }
    return done
  } finally {
    await snapshot.close()
  }
}
