import type { ArchiveFile } from './archive-folder.js'

/** A file of an archive, and when it was written last. */
export interface DatedFile extends ArchiveFile {
  /** In milliseconds since 1970. */
  readonly time: number
}

/**
 * The files that nobody needs to go back to any time since `since`. A snapshot is needed unless a newer one of the same
 * store is old enough; a log, unless the next one continues before the oldest snapshot that stays. The files of another
 * store are needed until the last of them is old. The newest snapshot always stays.
 */
export function unneededFiles(
  files: readonly DatedFile[],
  store: string,
  since: number,
): readonly DatedFile[] {
  const own = files.filter((file) => file.store === store)
  const snapshots = own.filter(({ kind }) => kind === 'snapshot')
  const logs = own.filter(({ kind }) => kind === 'changes')
  const oldest = snapshots.findLast(({ time }) => time <= since) ?? snapshots[0]
  if (oldest === undefined) return []
  const oldSnapshots = snapshots.filter(({ revision }) => revision < oldest.revision)
  const oldLogs = logs.filter(({ revision }, index) => {
    const next = logs[index + 1]
    return next !== undefined && revision < oldest.revision && next.revision <= oldest.revision
  })
  return [...oldSnapshots, ...oldLogs, ...filesOfLostStores(files, store, since)]
}

function filesOfLostStores(files: readonly DatedFile[], store: string, since: number): readonly DatedFile[] {
  const last = new Map<string, number>()
  for (const file of files) last.set(file.store, Math.max(last.get(file.store) ?? 0, file.time))
  return files.filter((file) => file.store !== store && (last.get(file.store) ?? 0) < since)
}
