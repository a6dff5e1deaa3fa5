import { setTimeout as pause } from 'node:timers/promises'

const FIRST_RETRY_MS = 10
const MAX_RETRY_MS = 30_000

/** Runs work by key: each key once at a time, and again after an error. */
export class WorkQueue {
  readonly #work: (key: string) => Promise<void>
  readonly #onError: (key: string, error: unknown) => void
  readonly #dirty = new Set<string>()
  readonly #running = new Map<string, Promise<void>>()
  readonly #end = new AbortController()

  constructor(work: (key: string) => Promise<void>, onError: (key: string, error: unknown) => void) {
    this.#work = work
    this.#onError = onError
  }

  add(key: string): void {
    if (this.#end.signal.aborted) return
    this.#dirty.add(key)
    if (this.#running.has(key)) return
    this.#running.set(
      key,
      this.#run(key).finally(() => this.#running.delete(key)),
    )
  }

  async stop(): Promise<void> {
    this.#end.abort()
    await Promise.all(this.#running.values())
  }

  async #run(key: string): Promise<void> {
    const { signal } = this.#end
    for (let retryMs = FIRST_RETRY_MS; this.#dirty.delete(key) && !signal.aborted; ) {
      try {
        await this.#work(key)
        retryMs = FIRST_RETRY_MS
      } catch (error) {
        this.#onError(key, error)
        this.#dirty.add(key)
        await pause(retryMs, undefined, { signal }).catch(() => undefined)
        retryMs = Math.min(retryMs * 2, MAX_RETRY_MS)
      }
    }
  }
}
