import { type Stats, stat, write } from 'node:fs'
import { access, type FileHandle, mkdir, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Clock } from '#util/clock.js'
import { openOwnerOnly } from '#util/owner-only.js'
import type { Sink } from './audit-queue.js'
import { type Retention, RotatedFiles } from './rotated-files.js'

export interface RotationOptions extends Retention {
  /** The most that a file holds, unless one event is longer; 0 for no limit. */
  readonly maxBytes: number
}

const FOLDER_MODE = 0o700
const LINE_FEED = 0x0a

/**
 * A file that events are added to. When it is full, or its first event is too old, it is renamed and a new one takes its
 * place.
 */
export class RotatingFile implements Sink {
  readonly #path: string
  readonly #options: RotationOptions
  readonly #clock: Clock
  readonly #rotated: RotatedFiles
  #file: FileHandle
  /** Whether it is a file that may be renamed. A device or a pipe stays where it is, however much is written to it. */
  #isRotated = true
  /** Which file it is, under whatever name. */
  #identity = ''
  #size = 0
  #since = 0
  /** Whether what was written so far ends in the middle of an event. */
  #isWithinLine = false

  private constructor(path: string, options: RotationOptions, clock: Clock, file: FileHandle) {
    this.#path = path
    this.#options = options
    this.#clock = clock
    this.#rotated = new RotatedFiles(path)
    this.#file = file
  }

  /** Rejects when the file cannot be opened. */
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

  /** By the descriptor of the file: `FileHandle.write` goes through several promises, which takes the event loop longer. */
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

  /** Whether there is no file under the name any more, or another one: what is written to this one would be lost. */
  async #isTakenAway(): Promise<boolean> {
    if (!this.#isRotated) return false
    const there = await identityOf(this.#path)
    return there !== this.#identity
  }

  /** The file is open until the next one is: what goes wrong in between costs no event. */
  async #rotate(): Promise<void> {
    await rename(this.#path, await this.#freePath()).catch((error: NodeJS.ErrnoException) => {
      // An attempt before has come so far, or the file was taken away.
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

/** Which file is under a name; undefined when none is. */
function identityOf(path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    stat(path, (error, stats) => {
      if (error === null) resolve(identityIn(stats))
      else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') resolve(undefined)
      else reject(error)
    })
  })
}
