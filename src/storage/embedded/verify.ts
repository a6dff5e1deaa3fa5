import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { StorageUnusable } from '#storage/contract.js'
import { DATA_FILE, findFormat } from './data-folder.js'
import { lastTransaction } from './inspection/data-file.js'
import { readContents } from './inspection/read-contents.js'
import { StoreContents } from './inspection/store-contents.js'

/** The result of verifying a data folder. */
export interface Verification {
  readonly file: string
  /** The damage, one line each, with the key if known. */
  readonly errors: readonly string[]
  readonly keys: number
  /** Including history. */
  readonly versions: number
  /** Records of older versions without a checksum. Only their structure is verified. */
  readonly unchecked: number
}

/** How often a file is read while a process writes to it. */
const ATTEMPTS = 3

/**
 * Reads everything in a data folder and checks its checksums. Changes nothing and does not use LMDB, which might
 * crash the process. Rejects with `StorageUnusable` when there is no store, or a server is writing to it.
 */
export async function verifyDataFolder(directory: string): Promise<Verification> {
  const folder = resolve(directory)
  const format = await findFormat(folder)
  const file = join(folder, DATA_FILE)
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size === 0) return { file, errors: ['it is missing or empty'], keys: 0, versions: 0, unchecked: 0 }
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const messages = new Set<string>()
    const report = (error: string) => void messages.add(error)
    const contents = new StoreContents(format, report, 'all')
    const { transaction } = await readContents(file, contents, report)
    // Pages are copied on write and reused later, so the read is consistent only if no transaction was committed
    // meanwhile.
    if (transaction !== lastTransaction(file)) continue
    const { heads, versions, unchecked } = contents
    return { file, errors: [...messages], keys: heads.size, versions, unchecked }
  }
  throw new StorageUnusable(`${file} is being written to: stop its server first`)
}
