import type { Failure } from '#console/model/api/failure.js'
import type { Watcher } from '#console/model/stream/watch-streams.js'
import type { Table } from '#console/model/table/row.js'
import { RowStore, type View } from '#console/model/table/row-store.js'
import { now } from '../clock.js'
import type { RowName, Source, TableState } from './messages.js'

/** Changes are shown this often at most. */
const INTERVAL_MS = 100
/** While the first rows arrive, all of them are ordered again each time. */
const INITIAL_INTERVAL_MS = 400
const FIRST_WINDOW = 60

/** A table in the worker: keeps all rows, and sends those in view. */
export class TableRows implements Watcher {
  readonly path: string
  readonly accept: string
  readonly #show: (state: TableState) => void
  readonly #rows = new RowStore(now)
  #start = 0
  #count = FIRST_WINDOW
  #isComplete = false
  #failure: Failure | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor({ path, accept }: Source, show: (state: TableState) => void) {
    this.path = path
    this.accept = accept
    this.#show = show
  }

  restart(): void {
    this.#rows.restart()
    this.#failure = undefined
  }

  complete(): void {
    this.#rows.complete()
    this.#isComplete = true
    this.#flush()
  }

  event(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: unknown): void {
    this.#rows.apply(type, object as Table)
    this.#schedule()
  }

  /** The columns of a table without rows. */
  columns(table: Table): void {
    this.#rows.apply('ADDED', { ...table, rows: [] })
  }

  failed(failure: Failure): void {
    this.#failure = failure
    this.#flush()
  }

  view(view: View): void {
    this.#rows.view(view)
    this.#flush()
  }

  window(start: number, count: number): void {
    this.#start = start
    this.#count = count
    this.#flush()
  }

  /** All rows that match. */
  all(): RowName[] {
    const { matched } = this.#rows
    return this.#rows.window(0, matched).map(({ key, name, namespace }) => ({ key, name, namespace }))
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#flush(), this.#isComplete ? INTERVAL_MS : INITIAL_INTERVAL_MS)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const rows = this.#rows
    const { matched } = rows
    const start = Math.max(0, Math.min(this.#start, matched - this.#count))
    this.#show({
      columns: rows.columns,
      widths: rows.widths,
      total: rows.total,
      matched,
      start,
      rows: rows.window(start, this.#count),
      isComplete: this.#isComplete,
      failure: this.#failure,
    })
  }
}
