import { link, mkdir, open, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StorageUnusable } from '../contract.js'
import { FORMAT_VERSION, READABLE_FORMATS } from './layout.js'

/** Says that the folder is ours, and of which format. Written before anything else. */
const FORMAT_FILE = 'binnacle-format'
const NEW_FORMAT_FILE = 'binnacle-format.new'
const DATA_FILE = 'data.mdb'
const LOCK_FILE = 'lock.mdb'
const ROOM_FILE = 'room'

/** What a folder may hold that was never used: the root of a file system, or a process that was killed early. */
const HARMLESS = new Set(['lost+found', NEW_FORMAT_FILE])

/** The first page of LMDB's lock file holds everything that we use of it. */
const LOCK_FILE_BYTES = 4096
/** What LMDB needs to make a new store, several times over. */
const NEW_STORE_BYTES = 256 * 1024

/** Where LMDB's data files say that they are such. */
const MAGIC_OFFSET = 24
const MAGIC = 0xbeefc0de

/**
 * Makes sure that LMDB can be let into the folder: that it exists, is ours and of our format, or is empty and has
 * room. Returns its canonical path. Changes nothing in a folder that is not ours, and makes none unless it may `create`.
 *
 * LMDB's binding cannot be asked this: it ends the process when a data file is not what it expects, or when there is
 * no room for a new one.
 */
export async function prepareDataFolder(directory: string, create = true): Promise<string> {
  const path = resolve(directory)
  try {
    const existing = await stat(path).catch(() => undefined)
    if (existing?.isDirectory() === false) throw new StorageUnusable(`${path} is not a folder`)
    if (create) await createFolders(path)
    else if (existing === undefined) throw new StorageUnusable(`there is no data folder at ${path}`)
    const canonical = await realpath(path)
    const names = (await readdir(canonical)).filter((name) => !HARMLESS.has(name))
    if (names.includes(FORMAT_FILE)) await checkFormat(canonical)
    else if (names.length > 0) throw new StorageUnusable(`${path} is not a data folder: it holds other files`)
    else if (create) await declareFormat(canonical)
    else throw new StorageUnusable(`there is no data folder at ${path}: it is empty`)
    if (!names.includes(DATA_FILE) || (await isNewDataFile(canonical))) await checkRoom(canonical)
    if (!names.includes(LOCK_FILE)) await provideLockFile(canonical)
    return canonical
  } catch (error) {
    if (error instanceof StorageUnusable) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new StorageUnusable(`${path} cannot be used as a data folder: ${reason}`, { cause: error })
  }
}

async function checkFormat(folder: string): Promise<void> {
  const text = await readFormat(folder)
  if (READABLE_FORMATS.map(String).includes(text)) return
  const known = READABLE_FORMATS.join(' and ')
  throw new StorageUnusable(
    `${folder} is a data folder of format ${JSON.stringify(text.slice(0, 20))}, this version knows only ${known}`,
  )
}

/**
 * From now on older versions, which cannot read what we write, leave the folder alone. To be called when nobody else
 * has it open, and before anything is written to it.
 */
export async function upgradeFormat(folder: string): Promise<void> {
  if ((await readFormat(folder)) !== String(FORMAT_VERSION)) await declareFormat(folder)
}

async function readFormat(folder: string): Promise<string> {
  return (await readFile(join(folder, FORMAT_FILE), 'latin1')).trim()
}

async function declareFormat(folder: string): Promise<void> {
  const temporary = join(folder, NEW_FORMAT_FILE)
  await writeFile(temporary, `${FORMAT_VERSION}\n`, { flush: true })
  await rename(temporary, join(folder, FORMAT_FILE))
}

/** Not left to the recursive `mkdir` of node, which never returns where nothing can be created, as in /proc. */
async function createFolders(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return
    if (!isSystemError(error, 'ENOENT') || dirname(path) === path) throw error
    await createFolders(dirname(path))
    await mkdir(path)
  }
  await syncFolder(dirname(path))
}

/** Makes the names in a folder survive the loss of power. LMDB does so for the content of its files only. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/** Whether the file is as a process left it that ended between creating and filling it. */
async function isNewDataFile(folder: string): Promise<boolean> {
  const handle = await open(join(folder, DATA_FILE), 'r+')
  try {
    const { size } = await handle.stat()
    if (size === 0) return true
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, MAGIC_OFFSET)
    if (bytesRead === 4 && buffer.readUInt32LE() === MAGIC) return false
  } finally {
    await handle.close()
  }
  throw new StorageUnusable(`${folder} is damaged: ${DATA_FILE} is not a database`)
}

async function checkRoom(folder: string): Promise<void> {
  const file = join(folder, ROOM_FILE)
  try {
    await writeFile(file, Buffer.alloc(NEW_STORE_BYTES))
  } finally {
    await rm(file, { force: true })
  }
}

/**
 * See `MAX_READERS`: the page has to be there before it is mapped. LMDB fills it in when it finds nobody else. The file
 * appears as a whole or not at all, and never in the place of one that another process may have just made.
 */
async function provideLockFile(folder: string): Promise<void> {
  const prepared = join(folder, `${LOCK_FILE}.${process.pid}`)
  try {
    await writeFile(prepared, Buffer.alloc(LOCK_FILE_BYTES))
    await link(prepared, join(folder, LOCK_FILE))
  } catch (error) {
    // It is there; or the file system has no links, and LMDB makes the file as it always does.
    if (!isSystemError(error, 'EEXIST', 'EPERM', 'ENOTSUP')) throw error
  } finally {
    await rm(prepared, { force: true })
  }
}

function isSystemError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
