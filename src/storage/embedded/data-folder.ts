import { link, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StorageUnusable } from '#storage/contract.js'
import { makeOwnerOnly, openOwnerOnly, restrictToOwner, writeOwnerOnly } from '#util/owner-only.js'
import { FORMAT_VERSION, READABLE_FORMATS } from './format/layout.js'

/** Marks a data folder and names its format. Written when the store has been created. */
export const FORMAT_FILE = 'binnacle-format'
/** The version of the program that made or upgraded the store. */
export const VERSION_FILE = 'binnacle-version'
/** The format file before it is valid. Next to our own files only, it marks an interrupted creation. */
const NEW_FORMAT_FILE = 'binnacle-format.new'
export const DATA_FILE = 'data.mdb'
const LOCK_FILE = 'lock.mdb'
const ROOM_FILE = 'room'

/** Names that may exist before the store: the content of an empty file system, and the server's certificates. */
const HARMLESS = new Set(['lost+found', 'pki', 'admin.kubeconfig'])

/** The first page of LMDB's lock file contains everything that we use of it. */
const LOCK_FILE_BYTES = 4096
/** Several times what LMDB needs to create a store. */
const NEW_STORE_BYTES = 256 * 1024

/** The format of a store that does not exist yet. */
export const NO_FORMAT = 0

export interface DataFolder {
  /** The folder's canonical path. */
  readonly path: string
  /** `NO_FORMAT` when nothing is stored in it yet. */
  readonly format: number
}

export interface DataFolderOptions {
  /** Whether to create an absent store. Default: true. */
  readonly create?: boolean | undefined
  /** Whether to start empty even if the data file of an existing store is missing or empty. */
  readonly allowEmpty?: boolean | undefined
}

/**
 * Checks that LMDB can open the folder: that it exists and has a known format, or is empty with enough space, and
 * that other users of the machine have no access. Does not change a folder that is not ours.
 *
 * LMDB's binding cannot check this: it crashes the process when there is no space for a new data file, and silently
 * creates a new one where the old one is missing.
 */
export async function prepareDataFolder(
  directory: string,
  { create = true, allowEmpty = false }: DataFolderOptions = {},
): Promise<DataFolder> {
  const folder = resolve(directory)
  try {
    const existing = await stat(folder).catch(() => undefined)
    if (existing?.isDirectory() === false) throw new StorageUnusable(`${folder} is not a folder`)
    if (create) await createFolders(folder)
    else if (existing === undefined) throw new StorageUnusable(`there is no data folder at ${folder}`)
    const path = await realpath(folder)
    const names = (await readdir(path)).filter((name) => !HARMLESS.has(name))
    const format = names.includes(FORMAT_FILE) ? await readFormat(path) : NO_FORMAT
    if (format === NO_FORMAT) {
      rejectForeignFiles(folder, names)
      if (!create) throw new StorageUnusable(`there is no data folder at ${folder}: it is empty`)
    }
    await restrictToOwner(path)
    if (format === NO_FORMAT) await announceFormat(path)
    const isEmpty = await isDataFileEmpty(path)
    if (isEmpty && format !== NO_FORMAT && !allowEmpty) throw emptyStore(path)
    if (isEmpty) {
      await checkRoom(path)
      await provideDataFile(path)
    }
    if (!names.includes(LOCK_FILE)) await provideLockFile(path)
    return { path, format: isEmpty ? NO_FORMAT : format }
  } catch (error) {
    if (error instanceof StorageUnusable) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StorageUnusable(`${folder} cannot be used as a data folder: ${reason}`, { cause: error })
  }
}

/** Only files of an interrupted creation may be in the folder. */
function rejectForeignFiles(folder: string, names: readonly string[]): void {
  const isUnfinished = names.includes(NEW_FORMAT_FILE)
  const files = [NEW_FORMAT_FILE, VERSION_FILE, DATA_FILE, ROOM_FILE]
  const ours = (name: string) => files.includes(name) || name.startsWith(LOCK_FILE)
  if (names.length > 0 && !(isUnfinished && names.every(ours))) {
    throw new StorageUnusable(`${folder} is not a data folder: it holds other files`)
  }
}

function emptyStore(folder: string): StorageUnusable {
  return new StorageUnusable(
    `${join(folder, DATA_FILE)} is missing or empty, though ${FORMAT_FILE} says that there was a store: ` +
      'put it back, or restore a backup into a new folder; --allow-empty starts with an empty store',
  )
}

/**
 * The format of the store in a folder. Rejects with `StorageUnusable` when there is no store, or its format is
 * unknown.
 */
export async function findFormat(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [] as string[])
  if (!names.includes(FORMAT_FILE)) throw new StorageUnusable(`there is no data folder at ${folder}`)
  return readFormat(folder)
}

async function readFormat(folder: string): Promise<number> {
  const text = (await readFile(join(folder, FORMAT_FILE), 'latin1')).trim()
  const format = READABLE_FORMATS.find((known) => String(known) === text)
  if (format !== undefined) return format
  const isNewer = /^[1-9][0-9]{0,5}$/.test(text)
  if (!isNewer) throw new StorageUnusable(`${join(folder, FORMAT_FILE)} is damaged: it names no format`)
  throw new StorageUnusable(await newerFormatMessage(folder, text))
}

async function newerFormatMessage(folder: string, format: string): Promise<string> {
  const written = await readFile(join(folder, VERSION_FILE), 'latin1').catch(() => '')
  const [version] = /^[\w.+-]{1,40}$/.exec(written.trim()) ?? []
  const writer = version === undefined ? 'a later release' : `version ${version}`
  return (
    `${folder} has data of format ${format}, written by ${writer}; this version reads formats up to ${FORMAT_VERSION}: ` +
    `start ${version === undefined ? writer : `${writer} or later`}, or go back to a backup from before the upgrade`
  )
}

async function announceFormat(folder: string): Promise<void> {
  await writeOwnerOnly(join(folder, NEW_FORMAT_FILE), `${FORMAT_VERSION}\n`, { flush: true })
}

/**
 * Marks the folder with the newest format. Call when the store has it, no other process has it open, and before
 * anything is acknowledged: from now on older versions, which cannot read it, leave it alone.
 */
export async function declareFormat(folder: string, version?: string): Promise<void> {
  await announceFormat(folder)
  if (version !== undefined) await writeOwnerOnly(join(folder, VERSION_FILE), `${version}\n`, { flush: true })
  await rename(join(folder, NEW_FORMAT_FILE), join(folder, FORMAT_FILE))
  await syncFolder(folder)
}

/**
 * Node's recursive `mkdir` never returns where nothing can be created, as in /proc. Only the last folder is the data
 * folder, with access for its owner only.
 */
async function createFolders(path: string, make: (path: string) => Promise<unknown> = makeOwnerOnly) {
  try {
    await make(path)
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return
    if (!isSystemError(error, 'ENOENT') || dirname(path) === path) throw error
    await createFolders(dirname(path), mkdir)
    await make(path)
  }
  await syncFolder(dirname(path))
}

/** Makes directory entries survive a power loss. LMDB syncs only the content of its files. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function isDataFileEmpty(folder: string): Promise<boolean> {
  try {
    // Opened for writing, too: a read-only file is unusable.
    const handle = await open(join(folder, DATA_FILE), 'r+')
    return (await handle.stat().finally(() => handle.close())).size === 0
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return true
    throw error
  }
}

async function checkRoom(folder: string): Promise<void> {
  const file = join(folder, ROOM_FILE)
  try {
    await writeOwnerOnly(file, Buffer.alloc(NEW_STORE_BYTES))
  } finally {
    await rm(file, { force: true })
  }
}

/** LMDB would create a world-readable file. It accepts an empty one as a new store. */
async function provideDataFile(folder: string): Promise<void> {
  await (await openOwnerOnly(join(folder, DATA_FILE), 'a')).close()
}

/**
 * See `MAX_READERS`: the page must exist before it is mapped. LMDB initializes it when no other process has it open.
 * The link is atomic, and never replaces a file that another process just created.
 */
async function provideLockFile(folder: string): Promise<void> {
  const prepared = join(folder, `${LOCK_FILE}.${process.pid}`)
  try {
    await writeOwnerOnly(prepared, Buffer.alloc(LOCK_FILE_BYTES))
    await link(prepared, join(folder, LOCK_FILE))
  } catch (error) {
    // It exists; or the file system has no hard links, and LMDB creates the file itself.
    if (!isSystemError(error, 'EEXIST', 'EPERM', 'ENOTSUP')) throw error
  } finally {
    await rm(prepared, { force: true })
  }
}

function isSystemError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
