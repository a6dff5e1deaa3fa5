import type { ObjectCache } from '#cache/object-cache.js'
import type { Leadership } from '#controllers/controller.js'
import { restrictLeadership } from '#controllers/restricted-leadership.js'
import type { Filter } from '#http/filter.js'
import type { RequestContext } from '#http/request/request-context.js'
import { serviceUnavailable } from '#meta/api-error.js'
import type { Storage } from '#storage/contract.js'
import { IMPORT_MARK, unfinishedImport } from '#transfer/import-mark.js'
import { StartError } from './config.js'

/** A server must not start on a partially imported store. */
export async function rejectUnfinishedImport(storage: Storage): Promise<void> {
  const mark = await storage.get(IMPORT_MARK)
  const reason = mark && unfinishedImport(mark)
  if (reason !== undefined) throw new StartError(reason)
}

/**
 * Rejects requests while an import runs. On a shared store an import may start while servers run. Its mark precedes
 * all its writes, so no server shows a partial import.
 */
export class ImportGuard implements Filter {
  readonly #cache: ObjectCache
  readonly #listeners = new Set<() => void>()
  #reason: string | undefined

  constructor(cache: ObjectCache) {
    this.#cache = cache
    cache.onRecordChange(IMPORT_MARK, () => this.#check())
    this.#check()
  }

  /** Why requests are rejected; undefined if they are not. */
  get reason(): string | undefined {
    return this.#reason
  }

  /** Rejects requests for objects. Health, metrics and documents stay available. */
  before({ target }: RequestContext): void {
    if (target !== undefined && this.#reason !== undefined) throw serviceUnavailable(this.#reason)
  }

  /**
   * No server leads during an import: a dependent may be imported before its owner, and the garbage collector would
   * delete it.
   */
  restrict(leadership: Leadership): Leadership {
    return restrictLeadership(
      leadership,
      () => this.reason === undefined,
      (listener) => {
        this.#listeners.add(listener)
        return () => void this.#listeners.delete(listener)
      },
    )
  }

  #check(): void {
    const mark = this.#cache.record(IMPORT_MARK)
    this.#reason = mark && unfinishedImport(mark)
    if (mark !== undefined && this.#reason === undefined) {
      this.#cache.unreadable.add(IMPORT_MARK, mark.revision, new Error('it is not an import mark'))
    } else this.#cache.unreadable.forget(IMPORT_MARK)
    if (this.#reason === undefined) this.#cache.resume()
    else this.#cache.suspend(this.#reason)
    for (const listener of this.#listeners) listener()
  }
}
