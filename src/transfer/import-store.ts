import type { Storage } from '#storage/contract.js'
import { ExportReader } from './export-reader.js'
import type { InputFile } from './files/input-file.js'
import { OrderedWriter } from './files/ordered-writer.js'
import type { ExportTrailer } from './format.js'
import { ImportMark } from './import-mark.js'
import { type TransferContext, TransferError } from './progress.js'
import { recordWindows } from './record-windows.js'
import { isEmpty } from './snapshot.js'

export interface ImportOptions extends TransferContext {
  /** Whether the store may be non-empty. */
  readonly intoNonEmpty: boolean
  /** Whether the import may replace existing records. */
  readonly overwrite: boolean
}

export interface ImportResult {
  readonly records: number
  /** How many of them an interrupted import had written before. */
  readonly resumedAt: number
}

/** How many keys are looked up at a time. */
const LOOKUP_BATCH_SIZE = 64

/** Reads the whole file and resolves with its trailer. Throws unless it is complete and undamaged. */
export async function checkExport(
  file: InputFile,
  { onProgress, signal }: TransferContext,
): Promise<ExportTrailer> {
  const chunks = file.chunks((done) => {
    onProgress({ step: 'checking', unit: 'bytes', done, total: file.size })
    signal.throwIfAborted()
  })
  return reading(chunks, file, async (reader) => {
    for await (const _ of reader.records());
    return reader.trailer
  })
}

/**
 * Writes the records of a checked file. Until it is finished a mark in the store records its progress, so that the
 * same file can resume it.
 */
export async function importExport(
  storage: Storage,
  file: InputFile,
  trailer: ExportTrailer,
  options: ImportOptions,
): Promise<ImportResult> {
  const { onProgress, signal, overwrite } = options
  const mark = await findOrCreateMark(storage, file, trailer, options)
  const { done: resumedAt } = mark.state
  const { records: total } = trailer
  const writer = new OrderedWriter(storage, mark.revision, overwrite)
  const { digest } = await reading(file.chunks(), file, async (reader) => {
    for await (const { batches, end } of recordWindows(reader.records(), resumedAt)) {
      signal.throwIfAborted()
      await writer.write(batches)
      await mark.advance(end)
      onProgress({ step: 'writing', unit: 'records', done: end, total })
    }
    return reader.trailer
  })
  if (digest !== trailer.digest) throw new TransferError(`${file.path} changed during the import`)
  await mark.remove()
  return { records: total, resumedAt }
}

async function findOrCreateMark(
  storage: Storage,
  file: InputFile,
  trailer: ExportTrailer,
  options: ImportOptions,
): Promise<ImportMark> {
  const mark = await ImportMark.find(storage)
  if (mark === undefined) {
    await rejectCollisions(storage, file, options)
    return ImportMark.create(storage, trailer)
  }
  const { digest, done, records } = mark.state
  if (digest === trailer.digest) return mark
  throw new TransferError(
    `the store holds ${done} of ${records} records of another file, whose digest is ${digest}; finish that import first`,
  )
}

async function rejectCollisions(storage: Storage, file: InputFile, options: ImportOptions): Promise<void> {
  if (await isEmpty(storage)) return
  if (!options.intoNonEmpty)
    throw new TransferError('the store is not empty; add --into-non-empty to import anyway')
  if (options.overwrite) return
  const { count, first } = await existingKeys(storage, file, options.signal)
  if (first === undefined) return
  const rest = count === 1 ? '' : ` and so are ${count - 1} more of the file's records;`
  throw new TransferError(`${first} is in the store already;${rest} add --overwrite to replace what is there`)
}

/** The records of the file whose keys are in the store already. */
async function existingKeys(
  storage: Storage,
  file: InputFile,
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
  await reading(file.chunks(), file, async (reader) => {
    for await (const { key } of reader.records()) if (keys.push(key) === LOOKUP_BATCH_SIZE) await lookUp()
    await lookUp()
  })
  return { count, first }
}

async function reading<T>(
  chunks: AsyncIterable<Buffer>,
  { path }: InputFile,
  work: (reader: ExportReader) => Promise<T>,
): Promise<T> {
  const reader = await ExportReader.open(chunks, path)
  try {
    return await work(reader)
  } finally {
    await reader.close()
  }
}
