import { dirname } from 'node:path'
import { StorageDamaged } from '#storage/contract.js'

/** What is wrong with a data file, in one line that says what can be done. */
export function damaged(path: string, problem: string, cause?: unknown): StorageDamaged {
  return new StorageDamaged(
    `${path} is damaged: ${problem}; "binnacle verify --data-dir ${dirname(path)}" lists all that is, ` +
      'and an export of the store brings it back',
    { cause },
  )
}
