import { randomBytes } from 'node:crypto'
import { type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ExportTarget } from '#transfer/export-writer.js'
import { TransferError } from '#transfer/progress.js'
import { openOwnerOnly } from '#util/owner-only.js'
import { Packer, type PackOptions } from './packer.js'

export interface OutputOptions extends PackOptions {
  /** Whether an existing file may be replaced. */
  readonly replace: boolean
}

/** A file that appears under its name only once it is complete and synced. */
export class OutputFile implements ExportTarget {
  readonly #path: string
  readonly #partial: string
  readonly #file: FileHandle
  readonly #replace: boolean
  readonly #packer: Packer

  /** Rejects when the path exists, unless it may be replaced. */
  static async create(path: string, options: OutputOptions): Promise<OutputFile> {
    const { replace } = options
    if (!replace && (await exists(path))) throw taken(path)
    const packer = await Packer.start(options)
    // Objects may contain secrets that other users of this machine must not read: create a new file with a name that
    // they cannot create first.
    const partial = `${path}.${randomBytes(6).toString('hex')}.partial`
    const file = await openOwnerOnly(partial, 'wx')
    await file.appendFile(packer.header)
    return new OutputFile(path, partial, file, replace, packer)
  }

  private constructor(path: string, partial: string, file: FileHandle, replace: boolean, packer: Packer) {
    this.#path = path
    this.#partial = partial
    this.#file = file
    this.#replace = replace
    this.#packer = packer
  }

  async write(bytes: Buffer): Promise<void> {
    await this.#file.appendFile(await this.#packer.pack(bytes))
  }

  /** Resolves with the size of the file. */
  async finish(): Promise<number> {
    await this.#file.appendFile(this.#packer.end())
    await this.#file.sync()
    const { size } = await this.#file.stat()
    await this.#file.close()
    if (this.#replace) await rename(this.#partial, this.#path)
    else await this.#takeFreeName()
    await syncFolder(dirname(this.#path))
    return size
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
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
