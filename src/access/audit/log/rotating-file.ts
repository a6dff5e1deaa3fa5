import { type Stats, stat, write } from 'node:fs'
import { access, type FileHandle, mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '#util/clock.js'
import { openOwnerOnly } from '#util/owner-only.js'
import type { Sink } from './audit-queue.js'
import { type Retention, RotatedFiles } from './rotated-files.js'

export interface RotationOptions extends Retention {
  /** The maximum file size, unless one event is larger; 0 for no limit. */
  readonly maxBytes: number
}

const FOLDER_MODE = 0o700
const LINE_FEED = 0x0a

/** A log file. When it is full or too old, it is renamed and a new file is opened. */
export class RotatingFile implements Sink {
  readonly #path: string
  readonly #options: RotationOptions
  readonly #clock: Clock
  readonly #rotated: RotatedFiles
  #file: FileHandle
  /** Whether it is a regular file. Devices and pipes are not rotated. */
  #isRotated = true
  /** The identity of the open file, independent of its name. */
  #identity = ''
  #size = 0
  #since = 0
  /** Whether the file ends within an event. */
  #isWithinLine = false

  private constructor(path: string, options: RotationOptions, clock: Clock, file: FileHandle) {
    this.#path = path
    this.#options = options
    this.#clock = clock
    this.#rotated = new RotatedFiles(path)
    this.#file = file
  }

  /** Rejects if the file cannot be opened. */
  static async open(path: string, options: RotationOptions, clock: Clock): Promise<RotatingFile> {
    await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE })
    const file = await openOwnerOnly(path, 'a')
    const log = new RotatingFile(path, options, clock, file)
    const stats = await file.stat()
    log.#isRotated = stats.isFile()
    log.#identity = identityIn(stats)
    log.#size = stats.size
    log.#since = stats.size === 0 ? clock.now() : stats.birthtimeMs
    if (log.#isRotated) await log.#rotated.prune(options, clock.now())
    return log
  }

  async write(bytes: Buffer): Promise<number> {
    if (!this.#isWithinLine) {
      if (await this.#isTakenAway()) await this.#reopen()
      else if (this.#size > 0 && this.#isFullWith(bytes.length)) await this.#rotate()
    }
    const written = await this.#append(bytes)
    if (written > 0) this.#isWithinLine = bytes[written - 1] !== LINE_FEED
    this.#size += written
    return written
  }

  /** Uses the descriptor: `FileHandle.write` takes several promises. */
  #append(bytes: Buffer): Promise<number> {
    return new Promise((resolve, reject) => {
      write(this.#file.fd, bytes, (error, written) => (error === null ? resolve(written) : reject(error)))
    })
  }

  close(): Promise<void> {
    return this.#file.close()
  }

  #isFullWith(bytes: number): boolean {
    const { maxBytes, maxAgeMs } = this.#options
    if (!this.#isRotated) return false
    const isTooLarge = maxBytes > 0 && this.#size + bytes > maxBytes
    return isTooLarge || (maxAgeMs > 0 && this.#clock.now() - this.#since > maxAgeMs)
  }

  /** Whether the file was removed or replaced: events written to it would be lost. */
  async #isTakenAway(): Promise<boolean> {
    if (!this.#isRotated) return false
    const there = await identityOf(this.#path)
    return there !== this.#identity
  }

  /** The old file stays open until the new one is: a failure in between loses no event. */
  async #rotate(): Promise<void> {
    await rename(this.#path, await this.#freePath()).catch((error: NodeJS.ErrnoException) => {
      // An earlier attempt already renamed it, or the file was removed.
      if (error.code !== 'ENOENT') throw error
    })
    await this.#reopen()
    await this.#rotated.prune(this.#options, this.#clock.now())
  }

  async #reopen(): Promise<void> {
    const before = this.#file
    await mkdir(dirname(this.#path), { recursive: true, mode: FOLDER_MODE })
    this.#file = await openOwnerOnly(this.#path, 'a')
    const stats = await this.#file.stat()
    this.#identity = identityIn(stats)
    this.#isRotated = stats.isFile()
    this.#size = stats.size
    this.#since = this.#clock.now()
    await before.close()
  }

  async #freePath(): Promise<string> {
    for (let time = this.#clock.now(); ; time++) {
      const path = this.#rotated.pathAt(time)
      const isTaken = await access(path).then(
        () => true,
        () => false,
      )
      if (!isTaken) return path
    }
  }
}

const identityIn = ({ dev, ino }: Stats) => `${dev}:${ino}`

/** The identity of the file at a path; undefined if there is none. */
function identityOf(path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    stat(path, (error, stats) => {
      if (error === null) resolve(identityIn(stats))
      else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') resolve(undefined)
      else reject(error)
    })
  })
}
