import { stat } from 'node:fs/promises'
import { InputFile } from '#transfer/files/input-file.js'
import { type TransferContext, TransferError } from '#transfer/progress.js'
import { ExportFile } from '#transfer/record-source.js'
import type { Opener } from '#transfer/sealing/wrapped-key.js'
import { ArchiveSource } from './archive-source.js'
import type { RestoreSource } from './restore-source.js'
import { parseTarget } from './restore-target.js'

/** Reads and checks the file of a backup, or an archive up to a revision or a time. Rejects with `TransferError`. */
export async function openRestoreSource(
  path: string,
  to: string,
  opener: Opener,
  context: TransferContext,
): Promise<RestoreSource> {
  if ((await stat(path)).isDirectory()) {
    return ArchiveSource.open(path, parseTarget(to), opener, context)
  }
  if (to !== '') throw new TransferError(`--to needs the folder of an archive: ${path} is one backup`)
  const file = await ExportFile.check(await InputFile.open(path, opener), context)
  const { revision, created, identity } = file.header
  return {
    summary: file.summary,
    records: () => file.records(),
    revision,
    time: created,
    identity,
    oldest: undefined,
  }
}
