import { type Column, compareKeys, isGrowing, type SortKey, sortKeyOf, textOf } from './cells.js'
import { type Row, readColumns, readRow, type Table } from './row.js'

/** How rows are ordered: by the cells of a column. */
export interface SortOrder {
  readonly column: string
  readonly isDescending: boolean
}

/** Which rows are wanted. */
export interface View {
  /** Words that must all be in a row; empty for all rows. */
  readonly filter: string
  readonly order: SortOrder | undefined
}

interface Entry {
  row: Row
  key: SortKey
  /** The lower-case text that the filter searches; made on first use. */
  text: string | undefined
}

/** Widths are measured in this many characters at most. */
const MAX_WIDTH = 60

/**
 * The rows of one table, ordered and filtered. Events change it in place: a row that does not move costs a lookup, one that
 * moves a binary search.
 */
export class RowStore {
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()
  /** What matches the filter, in order. */
  #shown: Entry[] = []
  #view: View = { filter: '', order: undefined }
  #words: readonly string[] = []
  #columns: readonly Column[] = []
  #widths: number[] = []
  /** Rows that the server has not mentioned since the table is read again. */
  #unseen: Set<string> | undefined
  #isInitial = true
  /** Whether the order has to be made anew. */
  #isStale = false

  constructor(now: () => number) {
    this.#now = now
  }

  get columns(): readonly Column[] {
    return this.#columns
  }

  /** The longest text of each column so far, in characters. */
  get widths(): readonly number[] {
    return this.#widths
  }

  get total(): number {
    return this.#entries.size
  }

  get matched(): number {
    this.#settle()
    return this.#shown.length
  }

  /** The rows are about to be sent again from the start: those that do not come are gone. */
  restart(): void {
    this.#unseen = this.#isInitial ? undefined : new Set(this.#entries.keys())
  }

  /** All rows that exist now have been sent. */
  complete(): void {
    for (const key of this.#unseen ?? []) this.#delete(key)
    this.#unseen = undefined
    this.#isInitial = false
  }

  apply(type: 'ADDED' | 'MODIFIED' | 'DELETED', table: Table): void {
    this.#columns = readColumns(table) ?? this.#columns
    for (const sent of table.rows ?? []) {
      const read = readRow(sent, this.#now())
      if (type === 'DELETED') this.#delete(read.key)
      else this.#put(read)
    }
  }

  view(view: View): void {
    const { filter, order } = this.#view
    const isSame = order?.column === view.order?.column && order?.isDescending === view.order?.isDescending
    if (isSame && filter === view.filter) return
    this.#view = view
    this.#words = view.filter.toLowerCase().split(/\s+/).filter(Boolean)
    if (!isSame) for (const entry of this.#entries.values()) entry.key = this.#keyOf(entry.row)
    this.#isStale = true
  }

  /** Rows by their place in the order. */
  window(start: number, count: number): Row[] {
    this.#settle()
    return this.#shown.slice(start, start + count).map(({ row }) => row)
  }

  /** The place of a row in the order; -1 if it is not there. */
  indexOf(key: string): number {
    this.#settle()
    const entry = this.#entries.get(key)
    return entry === undefined ? -1 : this.#shown.indexOf(entry)
  }

  #put(read: Omit<Row, 'changes' | 'isNew'>): void {
    const { key } = read
    const before = this.#entries.get(key)
    this.#unseen?.delete(key)
    this.#measure(read.cells)
    if (before === undefined) {
      const row = { ...read, changes: this.#isInitial ? 0 : 1, isNew: !this.#isInitial }
      const entry = { row, key: this.#keyOf(row), text: undefined }
      this.#entries.set(key, entry)
      this.#insert(entry)
      return
    }
    // A table that is read again sends rows that have not changed.
    const isSame = before.row.isGoing === read.isGoing && this.#hasSameCells(before.row.cells, read.cells)
    const row = isSame
      ? { ...before.row, cells: read.cells, received: read.received }
      : { ...read, changes: before.row.changes + 1, isNew: false }
    const sortKey = this.#keyOf(row)
    const staysThere = compareKeys(sortKey, before.key) === 0
    if (this.#isStale || (staysThere && this.#words.length === 0)) {
      before.row = row
      before.key = sortKey
      before.text = undefined
      return
    }
    this.#remove(before)
    before.row = row
    before.key = sortKey
    before.text = undefined
    this.#insert(before)
  }

  /** Cells that grow with time differ without a change. */
  #hasSameCells(one: Row['cells'], other: Row['cells']): boolean {
    return one.every((cell, index) => {
      const column = this.#columns[index]
      return cell === other[index] || (column !== undefined && isGrowing(column))
    })
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#unseen?.delete(key)
    this.#remove(entry)
  }

  #insert(entry: Entry): void {
    if (this.#isStale || this.#isInitial) this.#isStale = true
    else if (this.#matches(entry)) this.#shown.splice(this.#placeOf(entry), 0, entry)
  }

  #remove(entry: Entry): void {
    if (this.#isStale) return
    const place = this.#placeOf(entry)
    if (this.#shown[place] === entry) this.#shown.splice(place, 1)
  }

  /** Where the entry is, or would be. No two entries are equal. */
  #placeOf(entry: Entry): number {
    let low = 0
    let high = this.#shown.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#compare(this.#shown[middle] as Entry, entry) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Many changes at once are cheaper to sort than to insert. */
  #settle(): void {
    if (!this.#isStale) return
    this.#isStale = false
    this.#shown = [...this.#entries.values()].filter((entry) => this.#matches(entry))
    this.#shown.sort((one, other) => this.#compare(one, other))
  }

  #compare(one: Entry, other: Entry): number {
    const byKey = compareKeys(one.key, other.key)
    if (byKey !== 0) return this.#view.order?.isDescending ? -byKey : byKey
    const { namespace, name, key } = one.row
    const { row } = other
    return compareKeys(namespace, row.namespace) || compareKeys(name, row.name) || compareKeys(key, row.key)
  }

  #keyOf(row: Row): SortKey {
    const { order } = this.#view
    if (order === undefined) return ''
    if (order.column === 'Namespace') return row.namespace
    const index = this.#columns.findIndex(({ name }) => name === order.column)
    const column = this.#columns[index]
    if (column === undefined) return ''
    // The newest have the shortest age.
    if (column.name === 'Age') return -row.created
    const key = sortKeyOf(row.cells[index])
    return isGrowing(column) && typeof key === 'number' ? key - row.received / 1000 : key
  }

  #matches(entry: Entry): boolean {
    if (this.#words.length === 0) return true
    entry.text ??= [entry.row.namespace, ...entry.row.cells.map(textOf)].join('\n').toLowerCase()
    const { text } = entry
    return this.#words.every((word) => text.includes(word))
  }

  #measure(cells: Row['cells']): void {
    for (let index = 0; index < cells.length; index++) {
      const { length } = textOf(cells[index])
      if (length > (this.#widths[index] ?? 0)) this.#widths[index] = Math.min(length, MAX_WIDTH)
    }
  }
}
