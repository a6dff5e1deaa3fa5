import { join } from 'node:path'
import { type Revision, StorageDamaged } from '#storage/contract.js'
import { Mutations } from './commit/mutations.js'
import type { Transactor } from './commit/transactor.js'
import { DATA_FILE, type DataFolder, declareFormat, NO_FORMAT } from './data-folder.js'
import {
  CHECKSUMS_FORMAT,
  FORMAT_VERSION,
  META_CHECKSUMS,
  META_COMPACTED,
  META_WATERMARK,
  revisionBytes,
} from './format/layout.js'
import { lastTransaction } from './inspection/data-file.js'
import { type ReadContents, readIntactContents } from './inspection/read-contents.js'
import type { StoreContents } from './inspection/store-contents.js'

/**
 * Reads the whole data file before LMDB maps it: a missing or damaged page would crash the process. Undefined when
 * there is nothing to read yet, or when another process is writing to the file, which LMDB will detect.
 */
export async function readBeforeOpening({ path, format }: DataFolder): Promise<ReadContents | undefined> {
  if (format === NO_FORMAT) return undefined
  const file = join(path, DATA_FILE)
  const transaction = lastTransaction(file)
  try {
    return await readIntactContents(file, format)
  } catch (error) {
    const isBeingWritten = transaction !== undefined && lastTransaction(file) !== transaction
    if (error instanceof StorageDamaged && isBeingWritten) return undefined
    throw error
  }
}

/**
 * The content of the store, now that no other process can write to it: what was read before, if that is still
 * current.
 */
export async function readOpened(
  { path, format }: DataFolder,
  before: ReadContents | undefined,
): Promise<ReadContents> {
  const file = join(path, DATA_FILE)
  if (before !== undefined && before.transaction === lastTransaction(file)) return before
  return readIntactContents(file, format)
}

/**
 * Upgrades a store to the newest format: from now on, at the latest, records have checksums. Returns the revision of
 * the first record with one.
 *
 * The format is declared last. Whatever happens before, the next process starts again; until then no record gets a
 * checksum except those of `meta`, which older versions can read.
 */
export async function upgrade(
  { path, format }: DataFolder,
  { checksumsFrom, compacted, watermarks, lastRevision }: StoreContents,
  transactor: Transactor,
): Promise<Revision> {
  if (format >= CHECKSUMS_FORMAT && checksumsFrom !== undefined) {
    if (format !== FORMAT_VERSION) await declareFormat(path)
    return checksumsFrom
  }
  const from = (format === NO_FORMAT ? 0 : lastRevision + 1) as Revision
  const mutations = new Mutations()
  mutations.putMeta(META_CHECKSUMS, revisionBytes(from))
  if (compacted !== undefined) mutations.putMeta(META_COMPACTED, revisionBytes(compacted))
  for (const [collection, revision] of watermarks.entries()) {
    mutations.putMeta(META_WATERMARK + collection, revisionBytes(revision))
  }
  await transactor.run(mutations, () => false)
  await declareFormat(path)
  return from
}
