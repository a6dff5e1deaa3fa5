import type { Storage } from '#storage/contract.js'
import { OrderedWriter } from './files/ordered-writer.js'
import { type ImportCommand, ImportMark } from './import-mark.js'
import { type TransferContext, TransferError } from './progress.js'
import type { RecordSource } from './record-source.js'
import { recordWindows } from './record-windows.js'
import { RevisionSorter } from './revision-sorter.js'
import { isEmpty } from './snapshot.js'

export interface ImportOptions extends TransferContext {
  /** `import` by default. */
  readonly command?: ImportCommand | undefined
  /** Whether the store may be non-empty. */
  readonly intoNonEmpty: boolean
  /** Whether the import may replace existing records. */
  readonly overwrite: boolean
  /** For sorted runs that do not fit into memory. */
  readonly workFolder: string
  /** Called when all records are written, before the store can be served. It may be called again by a resumed import. */
  readonly beforeEnd?: (() => Promise<void>) | undefined
}

export interface ImportResult {
  readonly records: number
  /** How many of them an interrupted import had written before. */
  readonly resumedAt: number
}

/** How many keys are looked up at a time. */
const LOOKUP_BATCH_SIZE = 64

/** How many records are read between two progress reports. */
const RECORDS_PER_REPORT = 100

/**
 * Writes the records of a source in the order of their revisions. Until it is finished a mark in the store records its
 * progress, so that the same source can resume it.
 */
export async function importRecords(
  storage: Storage,
  source: RecordSource,
  options: ImportOptions,
): Promise<ImportResult> {
  const { onProgress, signal, overwrite } = options
  const mark = await findOrCreateMark(storage, source, options)
  const { done: resumedAt } = mark.state
  const { records: total } = source.summary
  const writer = new OrderedWriter(storage, mark.revision, overwrite)
  const sorter = new RevisionSorter(options.workFolder)
  try {
    await sortAll(sorter, source, options)
    for await (const { batches, end } of recordWindows(sorter.inOrder(), resumedAt)) {
      signal.throwIfAborted()
      await writer.write(batches)
      await mark.advance(end)
      onProgress({ step: 'writing', unit: 'records', done: end, total })
    }
  } finally {
    await sorter.close()
  }
  await options.beforeEnd?.()
  await mark.remove()
  return { records: total, resumedAt }
}

async function sortAll(
  sorter: RevisionSorter,
  source: RecordSource,
  { onProgress, signal }: TransferContext,
): Promise<void> {
  for await (const record of source.records()) {
    await sorter.add(record)
    if (sorter.count % RECORDS_PER_REPORT !== 0) continue
    onProgress({ step: 'reading', unit: 'records', done: sorter.count, total: source.summary.records })
    signal.throwIfAborted()
  }
}

async function findOrCreateMark(
  storage: Storage,
  source: RecordSource,
  options: ImportOptions,
): Promise<ImportMark> {
  const { summary } = source
  const mark = await ImportMark.find(storage)
  if (mark === undefined) {
    await rejectCollisions(storage, source, options)
    return ImportMark.create(storage, summary, options.command)
  }
  const { digest, done, records, command } = mark.state
  if (digest === summary.digest && command === (options.command ?? 'import')) return mark
  throw new TransferError(
    `the store holds ${done} of ${records} records of another file, whose digest is ${digest}; finish that ${command} first`,
  )
}

async function rejectCollisions(
  storage: Storage,
  source: RecordSource,
  options: ImportOptions,
): Promise<void> {
  if (await isEmpty(storage)) return
  if (options.command === 'restore')
    throw new TransferError('the store is not empty; a restore makes a new one')
  if (!options.intoNonEmpty)
    throw new TransferError('the store is not empty; add --into-non-empty to import anyway')
  if (options.overwrite) return
  const { count, first } = await existingKeys(storage, source, options.signal)
  if (first === undefined) return
  const rest = count === 1 ? '' : ` and so are ${count - 1} more of the file's records;`
  throw new TransferError(`${first} is in the store already;${rest} add --overwrite to replace what is there`)
}

/** The records of the source whose keys are in the store already. */
async function existingKeys(
  storage: Storage,
  source: RecordSource,
  signal: AbortSignal,
): Promise<{ readonly count: number; readonly first: string | undefined }> {
  let count = 0
  let first: string | undefined
  let keys: string[] = []
  const lookUp = async () => {
    const stored = await Promise.all(keys.map((key) => storage.get(key)))
    for (const value of stored) {
      if (value === undefined) continue
      first ??= value.key
      count++
    }
    keys = []
    signal.throwIfAborted()
  }
  for await (const { key } of source.records()) if (keys.push(key) === LOOKUP_BATCH_SIZE) await lookUp()
  await lookUp()
  return { count, first }
}
