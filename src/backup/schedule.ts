import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#transfer/files/output-file.js'

/** `backup-2026-11-18T12-00-00Z.binnacle.gz`: the names sort by time. */
const NAME = /^backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.binnacle\.gz$/

export function backupName(time: number): string {
  const text = new Date(time)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  return `backup-${text}.binnacle.gz`
}

/**
 * Removes the oldest backups of a folder beyond a number, and resolves with their names. Call it when a new backup is
 * complete: files appear under their names only then, so every one is good, and at least one stays.
 */
export async function pruneBackups(folder: string, keep: number): Promise<readonly string[]> {
  const names = (await readdir(folder)).filter((name) => NAME.test(name)).sort()
  const old = names.slice(0, Math.max(0, names.length - Math.max(1, keep)))
  for (const name of old) await rm(join(folder, name), { force: true })
  if (old.length > 0) await syncFolder(folder)
  return old
}
