import { readdir, unlink } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'

/** How many rotated files to keep, and for how long; 0 for no limit. */
export interface Retention {
  readonly maxBackups: number
  readonly maxAgeMs: number
}

/** The rotated files of a log: `audit-2026-11-16T07-00-00.000.log` of `audit.log`. */
export class RotatedFiles {
  readonly #folder: string
  readonly #beginning: string
  readonly #end: string

  constructor(path: string) {
    this.#folder = dirname(path)
    this.#end = extname(path)
    this.#beginning = `${basename(path, this.#end)}-`
  }

  /** The path of a file rotated at a time. */
  pathAt(time: number): string {
    const text = new Date(time).toISOString().slice(0, -1).replaceAll(':', '-')
    return join(this.#folder, this.#beginning + text + this.#end)
  }

  /** When a file was rotated; undefined for other files. */
  timeOf(name: string): number | undefined {
    if (!name.startsWith(this.#beginning) || !name.endsWith(this.#end)) return undefined
    const text = name.slice(this.#beginning.length, name.length - this.#end.length)
    const [, day, hours, minutes, seconds] = ROTATED_AT.exec(text) ?? []
    if (day === undefined) return undefined
    const time = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
    return Number.isNaN(time) ? undefined : time
  }

  /** Deletes files that are too old or too many. */
  async prune({ maxBackups, maxAgeMs }: Retention, now: number): Promise<void> {
    const files = (await readdir(this.#folder))
      .map((name) => ({ name, time: this.timeOf(name) ?? Number.NaN }))
      .filter(({ time }) => !Number.isNaN(time))
      .sort((a, b) => b.time - a.time)
    for (const [place, { name, time }] of files.entries()) {
      const isTooMany = maxBackups > 0 && place >= maxBackups
      const isTooOld = maxAgeMs > 0 && now - time > maxAgeMs
      if (isTooMany || isTooOld) await unlink(join(this.#folder, name))
    }
  }
}

const ROTATED_AT = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})$/
