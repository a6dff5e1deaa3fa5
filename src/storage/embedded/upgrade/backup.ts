import { constants } from 'node:fs'
import { copyFile, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageUnusable } from '#storage/contract.js'
import { DATA_FILE, type DataFolder, FORMAT_FILE, VERSION_FILE } from '#storage/embedded/data-folder.js'
import { FORMAT_VERSION } from '#storage/embedded/format/layout.js'
import { lastTransaction } from '#storage/embedded/inspection/data-file.js'
import { makeOwnerOnly, restrictToOwner } from '#util/owner-only.js'

/** What the upgrade itself may need, besides the copy. */
const SPARE_BYTES = 1024 * 1024

/**
 * Copies a store of an older format to a folder in its own, which the older release can open. Call when no other process
 * can write to the store. Rejects with `StorageUnusable` when there is too little space. Resolves with the path.
 */
export async function backUp({ path, format }: DataFolder, freeBytes = freeBytesOf): Promise<string> {
  const name = `${BACKUP_PREFIX}${format}-to-${FORMAT_VERSION}`
  const names = new Set(await readdir(path))
  let target = join(path, name)
  for (let count = 2; names.has(target.slice(path.length + 1)); count++) {
    // The last upgrade has ended before it was complete.
    if (await isCopy(join(target, DATA_FILE), join(path, DATA_FILE))) return target
    target = join(path, `${name}-${count}`)
  }
  const { size } = await stat(join(path, DATA_FILE))
  const [needed, free] = [size + SPARE_BYTES, await freeBytes(path)]
  if (needed > free) throw noSpace(path, format, needed, free)
  const unfinished = join(path, `${name}.new`)
  await rm(unfinished, { recursive: true, force: true })
  try {
    await makeOwnerOnly(unfinished)
    // Last the file that makes it a data folder.
    for (const file of [VERSION_FILE, DATA_FILE, FORMAT_FILE].filter((file) => names.has(file)))
      await copySynced(join(path, file), join(unfinished, file))
    await restrictToOwner(unfinished)
    await rename(unfinished, target)
    await sync(path)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    throw new StorageUnusable(`${path} is not upgraded, because its backup failed: ${reason}`, {
      cause: error,
    })
  }
  return target
}

/** The names of backups begin so. */
export const BACKUP_PREFIX = 'backup-of-format-'

async function isCopy(copy: string, original: string): Promise<boolean> {
  const sizes = await Promise.all(
    [copy, original].map((file) =>
      stat(file).then(
        ({ size }) => size,
        () => -1,
      ),
    ),
  )
  return sizes[0] === sizes[1] && lastTransaction(copy) === lastTransaction(original)
}

async function freeBytesOf(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

function noSpace(path: string, format: number, needed: number, free: number): StorageUnusable {
  return new StorageUnusable(
    `${path} is not upgraded from format ${format} to ${FORMAT_VERSION}: the backup that comes first needs ` +
      `${megabytes(needed)}, and ${megabytes(free)} are free`,
  )
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`

async function copySynced(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
  await sync(to)
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
