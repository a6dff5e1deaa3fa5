import { chmod, type FileHandle, lstat, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Files and folders that other users of the machine may not read. */

const FILE_MODE = 0o600
const FOLDER_MODE = 0o700
const OTHERS = 0o077

/** The root of a file system has it, and its rights are none of ours. */
const LOST_AND_FOUND = 'lost+found'

/** Opens a file. One that this makes is its owner's alone, whatever the umask: that can only take rights away. */
export async function openOwnerOnly(path: string, flags: 'a' | 'w' | 'wx' | 'wx+'): Promise<FileHandle> {
  const file = await open(path, flags, FILE_MODE)
  try {
    const stats = await file.stat()
    // What was there before may be a device or a file that its owner shares.
    if (stats.isFile() && stats.size === 0 && (stats.mode & 0o777) < FILE_MODE) await file.chmod(FILE_MODE)
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Writes a file, and with `flush` waits until it is on disk. One that is there is overwritten, and keeps its rights. */
export async function writeOwnerOnly(
  path: string,
  content: string | Buffer,
  { flush = false } = {},
): Promise<void> {
  const file = await openOwnerOnly(path, 'w')
  try {
    await file.writeFile(content)
    if (flush) await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a folder for its owner alone. Rejects as `mkdir` does when it is there. */
export async function makeOwnerOnly(path: string): Promise<void> {
  await mkdir(path, { mode: FOLDER_MODE })
  await chmod(path, FOLDER_MODE)
}

/**
 * Takes the rights of others from a file or a folder with all that is in it. Resolves with the paths that others still have
 * rights to because this process may not change that, as of folders that an orchestrator mounts.
 *
 * The folder comes before what is in it: from then on nobody else can put links there. Links are not followed.
 */
export async function restrictToOwner(path: string): Promise<readonly string[]> {
  // There are no such rights on Windows.
  if (process.platform === 'win32') return []
  const stats = await lstat(path).catch(() => undefined)
  if (stats === undefined || !(stats.isFile() || stats.isDirectory())) return []
  const exposed: string[] = []
  if ((stats.mode & OTHERS) !== 0) {
    await chmod(path, stats.mode & 0o7777 & ~OTHERS).catch(() => exposed.push(path))
  }
  if (!stats.isDirectory()) return exposed
  for (const name of await readdir(path)) {
    if (name !== LOST_AND_FOUND) exposed.push(...(await restrictToOwner(join(path, name))))
  }
  return exposed
}
