import { checkAvailable } from '#storage/arguments.js'
import type { RangeOptions, RangeResult, Revision, StoredValue } from '#storage/contract.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import type { Disk } from './disk.js'
import type { StoreState } from './state.js'

/** How many versions of one key are walked. With more, two searches are cheaper. */
const FEW_VERSIONS = 8

/** A visited key of a range, with its value unless it was absent at that revision. */
interface Visited {
  readonly key: string
  readonly value: StoredValue | undefined
}

/** Reads at the current and at past revisions. */
export class Reader {
  readonly #state: StoreState
  readonly #disk: Disk
  /** Ranges that are running. */
  readonly #running = new Set<{ readonly revision: Revision; readonly result: Promise<RangeResult> }>()

  constructor(state: StoreState, disk: Disk) {
    this.#state = state
    this.#disk = disk
  }

  get(key: string, at: Revision | undefined): StoredValue | undefined {
    if (at !== undefined) {
      checkAvailable(at, this.#state.oldest, this.#state.current)
      if (at < this.#state.current) return this.#disk.valueAt(key, at)
    }
    const head = this.#state.heads.get(key)
    return head && this.#disk.current(key, head)
  }

  range(prefix: string, options: RangeOptions): Promise<RangeResult> {
    const revision = options.at ?? this.#state.current
    checkAvailable(revision, this.#state.oldest, this.#state.current)
    const running = { revision, result: this.#range(prefix, options, revision) }
    this.#running.add(running)
    return running.result.finally(() => this.#running.delete(running))
  }

  /**
   * Resolves when no running range needs history before a revision. Call when that is no longer available, so that no
   * new ones start.
   */
  async finishedBefore(revision: Revision): Promise<void> {
    const older = [...this.#running].filter((range) => range.revision < revision)
    await Promise.allSettled(older.map(({ result }) => result))
  }

  async #range(prefix: string, options: RangeOptions, revision: Revision): Promise<RangeResult> {
    const { limit = Number.POSITIVE_INFINITY } = options
    const values: StoredValue[] = []
    for (let after = options.after; ; ) {
      const slice = new TimeBudget()
      let finished = true
      for (const { key, value } of this.#walk(prefix, after, revision)) {
        after = key
        if (value !== undefined) {
          if (values.length === limit) return { values, more: true, revision }
          values.push(value)
        }
        if (slice.isOver) {
          finished = false
          break
        }
      }
      if (finished) return { values, more: false, revision }
      await yieldToEventLoop()
    }
  }

  /**
   * Walks the keys after a key at a revision, within one event loop turn. The next walk continues where it ended, by
   * either of two methods with equal results.
   */
  #walk(prefix: string, after: string | undefined, revision: Revision): Iterable<Visited> {
    return revision === this.#state.current
      ? this.#walkHeads(prefix, after)
      : this.#walkVersions(prefix, after, revision)
  }

  *#walkHeads(prefix: string, after: string | undefined): Generator<Visited> {
    const { heads } = this.#state
    for (const key of heads.keys(prefix, after)) {
      yield { key, value: this.#disk.current(key, heads.get(key) as Revision) }
    }
  }

  *#walkVersions(prefix: string, after: string | undefined, revision: Revision): Generator<Visited> {
    for (let behind = after; ; ) {
      let key: string | undefined
      let best: Revision | undefined
      let seen = 0
      for (const version of this.#disk.versionsUnder(prefix, behind)) {
        if (version.key !== key) {
          if (key !== undefined) yield { key, value: best && this.#disk.version(key, best) }
          key = version.key
          best = undefined
          seen = 0
        }
        if (version.revision <= revision) best = version.revision
        if (++seen === FEW_VERSIONS) break
      }
      if (key === undefined) return
      const isCrowded = seen === FEW_VERSIONS
      yield {
        key,
        value: isCrowded ? this.#disk.valueAt(key, revision) : best && this.#disk.version(key, best),
      }
      if (!isCrowded) return
      behind = key
    }
  }
}
