import { dirname } from 'node:path'
import { StorageDamaged } from '#storage/contract.js'

/** The error for a damaged data file, in one line that says what to do. */
export function damagedFileError(path: string, error: string, cause?: unknown): StorageDamaged {
  return new StorageDamaged(
    `${path} is damaged: ${error}; "binnacle verify --data-dir ${dirname(path)}" lists all damage, ` +
      'and "binnacle restore" brings back a backup or an archive',
    { cause },
  )
}
