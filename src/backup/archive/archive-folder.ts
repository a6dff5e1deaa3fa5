import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ExportReader } from '#transfer/export-reader.js'
import { InputFile } from '#transfer/files/input-file.js'
import { syncFolder } from '#transfer/files/output-file.js'
import type { ExportHeader } from '#transfer/format.js'
import { TransferError } from '#transfer/progress.js'
import type { Opener } from '#transfer/sealing/wrapped-key.js'

/**
 * The files of an archive. Their names say how they sort: `snapshot-<revision>-<store>-<random>.binnacle` is a whole
 * store, `changes-<revision>-<store>-<random>.log` has what changed after the revision. `<store>` is the beginning of the
 * id of the store.
 */
const NAME = /^(snapshot|changes)-(\d{16})-([0-9a-f]{8})-([0-9a-f]{8})\.(binnacle|log)$/
const STORE_DIGITS = 8
const OTHERS = 0o077

export interface ArchiveFile {
  readonly path: string
  readonly kind: 'snapshot' | 'changes'
  /** Of the snapshot; a log has the changes after it. */
  readonly revision: number
  /** The beginning of the id of the store. */
  readonly store: string
}

/** A snapshot with its header. */
export interface ArchivedSnapshot extends ArchiveFile {
  readonly header: ExportHeader
  /** When it was made, in milliseconds since 1970. */
  readonly time: number
}

export const storeMark = (store: string): string => store.slice(0, STORE_DIGITS)

export function archivePath(
  folder: string,
  kind: ArchiveFile['kind'],
  revision: number,
  store: string,
): string {
  const end = kind === 'snapshot' ? 'binnacle' : 'log'
  const unique = randomBytes(4).toString('hex')
  return join(folder, `${kind}-${String(revision).padStart(16, '0')}-${storeMark(store)}-${unique}.${end}`)
}

/** Creates the folder if it is missing. Rejects with `TransferError` if others may read it. */
export async function prepareArchiveFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { mode } = await stat(folder)
  if (process.platform === 'win32' || (mode & OTHERS) === 0) return
  throw new TransferError(
    `other users may read ${folder}, and an archive holds Secrets and the keys of the server: chmod 700 ${folder}`,
  )
}

/** The files of an archive, by revision. Other files are ignored. */
export async function listArchive(folder: string): Promise<readonly ArchiveFile[]> {
  const files = (await readdir(folder)).flatMap((name) => {
    const [, kind, revision, store] = NAME.exec(name) ?? []
    if (kind === undefined || store === undefined) return []
    return [
      { path: join(folder, name), kind: kind as ArchiveFile['kind'], revision: Number(revision), store },
    ]
  })
  return files.sort((one, other) => one.revision - other.revision || (one.path < other.path ? -1 : 1))
}

/** Rejects with `TransferError` if the header cannot be read. */
export async function readSnapshot(file: ArchiveFile, opener: Opener): Promise<ArchivedSnapshot> {
  const input = await InputFile.open(file.path, opener)
  const reader = await ExportReader.open(input.chunks(), file.path)
  await reader.close()
  const { header } = reader
  return { ...file, header, time: Date.parse(header.created) }
}

/** Removes files. Those that another process has removed already are no error. */
export async function removeFiles(folder: string, files: readonly ArchiveFile[]): Promise<void> {
  for (const { path } of files) await rm(path, { force: true })
  if (files.length > 0) await syncFolder(folder)
}
