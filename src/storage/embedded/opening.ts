import { join } from 'node:path'
import { StorageDamaged } from '#storage/contract.js'
import { DATA_FILE, type DataFolder, NO_FORMAT } from './data-folder.js'
import { lastTransaction } from './inspection/data-file.js'
import { type ReadContents, readIntactContents } from './inspection/read-contents.js'

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
