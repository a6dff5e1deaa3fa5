import type { Watcher } from './watcher.js'

/**
 * Every watcher of a cache from its opening to its close, whether it is live or still in its replay. So all of them can
 * be closed together.
 */
export class OpenWatchers {
  readonly #watchers = new Set<Watcher>()
  #suspended = false
  #ended = false

  /** Where no watch may be open, the watcher is closed at once. */
  add(watcher: Watcher): void {
    if (this.#suspended || this.#ended) {
      watcher.close()
      return
    }
    this.#watchers.add(watcher)
    watcher.onClose(() => this.#watchers.delete(watcher))
  }

  get size(): number {
    return this.#watchers.size
  }

  /** Closes those that are open. New ones may be opened. */
  closeAll(): void {
    for (const watcher of [...this.#watchers]) watcher.close()
  }

  /** Closes those that are open, and all that are opened before `resume`. */
  suspend(): void {
    this.#suspended = true
    this.closeAll()
  }

  resume(): void {
    this.#suspended = false
  }

  /** Closes those that are open, and all that will be: the cache is going to be closed. */
  end(): void {
    this.#ended = true
    this.closeAll()
  }
}
