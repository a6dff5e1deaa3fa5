import type { ObjectMeta } from '#console/model/api/object.js'
import type { CellValue, Column } from './cells.js'

/** A Table as the server sends it. */
export interface Table {
  readonly columnDefinitions?: readonly Partial<Column>[] | null
  readonly rows?: readonly TableRow[] | null
  readonly metadata?: ObjectMeta & { readonly continue?: string }
}

export interface TableRow {
  readonly cells: readonly CellValue[]
  readonly object?: { readonly metadata?: ObjectMeta }
}

/** A row as the page shows it. */
export interface Row {
  /** The uid, or the name where there is none. */
  readonly key: string
  readonly name: string
  readonly namespace: string
  readonly cells: readonly CellValue[]
  /** When the object was created and when the row arrived, in milliseconds. */
  readonly created: number
  readonly received: number
  /** How often it has changed since the table is open; 0 for the rows that were there first. */
  readonly changes: number
  readonly isNew: boolean
  readonly isGoing: boolean
}

export function readColumns(table: Table): Column[] | undefined {
  return table.columnDefinitions?.map(
    ({ name = '', type = 'string', format = '', description = '', priority = 0 }) => ({
      name,
      type,
      format,
      description,
      priority,
    }),
  )
}

/** The row without what only its table knows. */
export function readRow({ cells, object }: TableRow, now: number): Omit<Row, 'changes' | 'isNew'> {
  const { name = String(cells[0] ?? ''), namespace = '', uid, ...metadata } = object?.metadata ?? {}
  return {
    key: uid ?? `${namespace}/${name}`,
    name,
    namespace,
    cells,
    created: Date.parse(metadata.creationTimestamp ?? '') || now,
    received: now,
    isGoing: metadata.deletionTimestamp !== undefined,
  }
}
