import type { Failure } from '#console/model/api/failure.js'
import type { ApiObject } from '#console/model/api/object.js'
import type { Connection } from '#console/model/stream/watch-streams.js'
import type { Column } from '#console/model/table/cells.js'
import type { Row } from '#console/model/table/row.js'
import type { View } from '#console/model/table/row-store.js'

/** What the page tells the worker. */
export type ToWorker =
  | { readonly type: 'token'; readonly token: string | undefined }
  | { readonly type: 'open'; readonly id: string; readonly source: Source }
  | { readonly type: 'close'; readonly id: string }
  | { readonly type: 'view'; readonly id: string; readonly view: View }
  | { readonly type: 'window'; readonly id: string; readonly start: number; readonly count: number }
  /** Asks for all rows that match. */
  | { readonly type: 'all'; readonly id: string }
  /** The network may be back. */
  | { readonly type: 'hurry' }
  /** What was refused may be allowed now. */
  | { readonly type: 'retry' }

/** A collection that is read: now and all that follows, or at one moment. */
export interface Source {
  readonly as: 'table' | 'objects'
  readonly path: string
  readonly accept: string
  /** A resource version; undefined to follow the collection. */
  readonly at: string | undefined
}

/** What the worker tells the page. */
export type FromWorker =
  | { readonly type: 'connection'; readonly connection: Connection; readonly failure: Failure | undefined }
  | { readonly type: 'table'; readonly id: string; readonly table: TableState }
  | { readonly type: 'all'; readonly id: string; readonly rows: readonly RowName[] }
  | { readonly type: 'objects'; readonly id: string; readonly objects: ObjectsState }

/** What is needed to find the object of a row. */
export type RowName = Pick<Row, 'key' | 'name' | 'namespace'>

/** `complete`: everything has been read at least once. */
export interface ReadState {
  readonly isComplete: boolean
  readonly failure: Failure | undefined
}

export interface TableState extends ReadState {
  readonly columns: readonly Column[]
  /** The longest text of each column, in characters. */
  readonly widths: readonly number[]
  readonly total: number
  readonly matched: number
  /** The place of the first of `rows` among all that match. */
  readonly start: number
  readonly rows: readonly Row[]
}

export interface ObjectsState extends ReadState {
  readonly items: readonly ApiObject[]
}
