import { readFile, stat } from 'node:fs/promises'

/** How often the file is looked at. To look takes microseconds, and works on every file system. */
const INTERVAL_MS = 500

/** Is waited for before the file is looked at again. A content that is rejected is told to `onError`. */
export type OnChange = (content: Buffer) => void | Promise<void>

/** The content of a file, read again whenever the file has changed. */
export class WatchedFile {
  readonly path: string
  readonly #onChange: OnChange
  readonly #onError: (error: unknown) => void
  #mark: string
  #timer: NodeJS.Timeout | undefined
  #isLooking = false
  /** What was last told to `onError`: a file that stays away is told once. */
  #complaint = ''

  private constructor(path: string, mark: string, onChange: OnChange, onError: (error: unknown) => void) {
    this.path = path
    this.#mark = mark
    this.#onChange = onChange
    this.#onError = onError
  }

  /** Hands over the content, now and after each change, until the file is closed. Rejects when it cannot be read now. */
  static async open(
    path: string,
    onChange: OnChange,
    onError: (error: unknown) => void,
  ): Promise<WatchedFile> {
    const mark = await markOf(path)
    await onChange(await readFile(path))
    const file = new WatchedFile(path, mark, onChange, onError)
    file.#timer = setInterval(() => void file.#look(), INTERVAL_MS).unref()
    return file
  }

  close(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #look(): Promise<void> {
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
      // Between the removal of a file and the next one under its name there may be none.
      if (String(error) !== this.#complaint) this.#onError(error)
      this.#complaint = String(error)
    } finally {
      this.#isLooking = false
    }
  }
}

/** Differs when the file was written, or another file has taken its place. */
async function markOf(path: string): Promise<string> {
  const { ino, mtimeNs, size } = await stat(path, { bigint: true })
  return `${ino} ${mtimeNs} ${size}`
}
