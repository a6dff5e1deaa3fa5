import type { ObjectCache } from '#cache/object-cache.js'
import type { Leadership } from '#controllers/controller.js'
import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import { serviceUnavailable } from '#meta/api-error.js'
import type { Storage } from '#storage/contract.js'
import { IMPORT_MARK, unfinishedImport } from '#transfer/import-mark.js'
import { StartError } from './config.js'

/** A server must not start on a store that holds only a part of what was imported. */
export async function rejectUnfinishedImport(storage: Storage): Promise<void> {
  const mark = await storage.get(IMPORT_MARK)
  const reason = mark && unfinishedImport(mark)
  if (reason !== undefined) throw new StartError(reason)
}

/**
 * Closes a server for as long as an import into its store is under way. On a store that several processes share, an
 * import may begin while servers run. Its mark comes before everything that it writes, so no server ever shows a part.
 */
export class ImportGuard implements Filter {
  readonly #cache: ObjectCache
  readonly #listeners = new Set<() => void>()
  #reason: string | undefined

  constructor(cache: ObjectCache) {
    this.#cache = cache
    cache.onRecordChange(IMPORT_MARK, () => this.#look())
    this.#look()
  }

  /** Why nothing can be served now; undefined when it can. */
  get reason(): string | undefined {
    return this.#reason
  }

  /** Rejects what is about objects. Health, metrics and documents are there all the same. */
  before({ target }: RequestContext): void {
    if (target !== undefined && this.#reason !== undefined) throw serviceUnavailable(this.#reason)
  }

  /**
   * No server leads meanwhile: a dependent may be imported before its owner, which has changed later, and the collector
   * would take it for an orphan.
   */
  restrict(leadership: Leadership): Leadership {
    const guard = this
    return {
      get isLeading() {
        return guard.reason === undefined && leadership.isLeading
      },
      whenLeading: (start, stop) => {
        let elected = false
        let active = false
        const decide = () => {
          const wanted = elected && this.#reason === undefined
          if (wanted === active) return
          active = wanted
          if (active) start()
          else stop()
        }
        const elect = (chosen: boolean) => {
          elected = chosen
          decide()
        }
        this.#listeners.add(decide)
        const resign = leadership.whenLeading(
          () => elect(true),
          () => elect(false),
        )
        return () => {
          this.#listeners.delete(decide)
          resign()
        }
      },
    }
  }

  #look(): void {
    const mark = this.#cache.record(IMPORT_MARK)
    this.#reason = mark && unfinishedImport(mark)
    if (mark !== undefined && this.#reason === undefined) {
      this.#cache.unreadable.add(IMPORT_MARK, mark.revision, new Error('it is no mark of an import'))
    } else this.#cache.unreadable.forget(IMPORT_MARK)
    if (this.#reason === undefined) this.#cache.resume()
    else this.#cache.suspend(this.#reason)
    for (const listener of this.#listeners) listener()
  }
}
