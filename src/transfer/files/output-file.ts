import { randomBytes } from 'node:crypto'
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ExportTarget } from '#transfer/export-writer.js'
import { TransferError } from '#transfer/progress.js'
import { openOwnerOnly } from '#util/owner-only.js'

const compress = promisify(gzip)

/**
 * A file that appears under its name only once it is complete and synced. Compressed if its name ends in `.gz`: each
 * block is a gzip member of its own, which every gzip reader concatenates.
 */
export class OutputFile implements ExportTarget {
  readonly #path: string
  readonly #partial: string
  readonly #file: FileHandle
  readonly #replace: boolean

  /** Rejects when the path exists, unless `replace` is set. */
  static async create(path: string, replace: boolean): Promise<OutputFile> {
    if (!replace && (await exists(path))) throw taken(path)
    // Objects may contain secrets that other users of this machine must not read: create a new file with a name that
    // they cannot create first.
    const partial = `${path}.${randomBytes(6).toString('hex')}.partial`
    return new OutputFile(path, partial, await openOwnerOnly(partial, 'wx'), replace)
  }

  private constructor(path: string, partial: string, file: FileHandle, replace: boolean) {
    this.#path = path
    this.#partial = partial
    this.#file = file
    this.#replace = replace
  }

  async write(bytes: Buffer): Promise<void> {
    await this.#file.appendFile(this.#path.endsWith('.gz') ? await compress(bytes) : bytes)
  }

  async finish(): Promise<void> {
    await this.#file.sync()
    await this.#file.close()
    if (this.#replace) await rename(this.#partial, this.#path)
    else await this.#takeFreeName()
    await syncFolder(dirname(this.#path))
  }

  /** Removes the partial file. */
  async abandon(): Promise<void> {
    await this.#file.close()
    await rm(this.#partial, { force: true })
  }

  /** Unlike a rename, a link never replaces a file that was created meanwhile. */
  async #takeFreeName(): Promise<void> {
    try {
      await link(this.#partial, this.#path)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') throw taken(this.#path)
      // The file system has no hard links.
      if (code !== 'EPERM' && code !== 'ENOTSUP') throw error
      await rename(this.#partial, this.#path)
      return
    }
    await rm(this.#partial)
  }
}

function taken(path: string): TransferError {
  return new TransferError(`${path} exists already; add --force to replace it`)
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined
}

/** Makes directory entries survive a power loss. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
