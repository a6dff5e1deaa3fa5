import { readFile, stat } from 'node:fs/promises'

/** The polling interval. Polling takes microseconds and works on every file system. */
const INTERVAL_MS = 500

/** Awaited before the next poll. `onError` receives rejected content. */
export type OnChange = (content: Buffer) => void | Promise<void>

/** Watches a file and reads it after each change. */
export class WatchedFile {
  readonly path: string
  readonly #onChange: OnChange
  readonly #onError: (error: unknown) => void
  #mark: string
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  /** The last error passed to `onError`, so that a missing file is reported once. */
  #complaint = ''

  private constructor(path: string, mark: string, onChange: OnChange, onError: (error: unknown) => void) {
    this.path = path
    this.#mark = mark
    this.#onChange = onChange
    this.#onError = onError
  }

  /** Passes the content now and after each change, until closed. Rejects if the file cannot be read now. */
  static async open(
    path: string,
    onChange: OnChange,
    onError: (error: unknown) => void,
  ): Promise<WatchedFile> {
    const mark = await markOf(path)
    await onChange(await readFile(path))
    const file = new WatchedFile(path, mark, onChange, onError)
    file.#timer = setInterval(() => void file.#check(), INTERVAL_MS).unref()
    return file
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #check(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    try {
      const mark = await markOf(this.path)
      if (mark !== this.#mark) {
        const content = await readFile(this.path)
        this.#mark = mark
        if (this.#timer !== undefined) await this.#onChange(content)
      }
      this.#complaint = ''
    } catch (error) {
      // A file that is being replaced may be missing for a moment.
      if (String(error) !== this.#complaint) this.#onError(error)
      this.#complaint = String(error)
    } finally {
      this.#isLooking = false
    }
  }
}

/** Changes when the file is written or replaced. */
async function markOf(path: string): Promise<string> {
  const { ino, mtimeNs, size } = await stat(path, { bigint: true })
  return `${ino} ${mtimeNs} ${size}`
}
