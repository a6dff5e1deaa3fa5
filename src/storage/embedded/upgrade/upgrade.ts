import type { Revision } from '#storage/contract.js'
import { Mutations } from '#storage/embedded/commit/mutations.js'
import type { Transactor } from '#storage/embedded/commit/transactor.js'
import { type DataFolder, declareFormat, NO_FORMAT } from '#storage/embedded/data-folder.js'
import { FORMAT_VERSION } from '#storage/embedded/format/layout.js'
import type { StoreContents } from '#storage/embedded/inspection/store-contents.js'
import { backUp } from './backup.js'
import { beginChecksums, migrationsFrom } from './migrations.js'

/** An upgrade of a store. */
export interface Upgrade {
  readonly from: number
  readonly to: number
  /** The folder with the store as it was. */
  readonly backup: string
}

/** Backs up a store of an older format. Undefined if there is nothing to upgrade. */
export async function prepareUpgrade(folder: DataFolder): Promise<Upgrade | undefined> {
  const { format } = folder
  if (format === NO_FORMAT || format === FORMAT_VERSION) return undefined
  return { from: format, to: FORMAT_VERSION, backup: await backUp(folder) }
}

/**
 * Upgrades a store to the newest format. Returns the revision of the first record with a checksum.
 *
 * The format is declared last. Whatever happens before, the next process starts again; until then no record gets a
 * checksum except those of `meta`, which older versions can read.
 */
export async function upgrade(
  { path, format }: DataFolder,
  contents: StoreContents,
  transactor: Transactor,
  version?: string,
): Promise<Revision> {
  const isNew = format === NO_FORMAT
  const mutations = new Mutations()
  for (const { write } of isNew ? [] : migrationsFrom(format)) write?.(contents, mutations)
  if (contents.checksumsFrom === undefined) {
    beginChecksums(contents, mutations, (isNew ? 0 : contents.lastRevision + 1) as Revision)
  }
  if (mutations.length > 0) await transactor.run(mutations, () => false)
  if (format !== FORMAT_VERSION) await declareFormat(path, version)
  return contents.checksumsFrom as Revision
}
