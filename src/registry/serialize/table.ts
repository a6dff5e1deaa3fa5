import type { CachedObject } from '#cache/cached-object.js'
import { META_GROUP, type MetaVersion } from '#codec/representation.js'
import { badRequest } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { Clock } from '#util/clock.js'
import { formatAge } from './age.js'
import { type Cell, type Column, type ConditionalColumn, definitionsOf, type RowCondition } from './column.js'
import { listMetadata, type ObjectProjection, partialObjectMetadata } from './projection.js'
import type { VersionView } from './version-view.js'

/** The part of the object in each row of a table. */
export const INCLUDED_OBJECTS = ['None', 'Metadata', 'Object'] as const
export type IncludedObject = (typeof INCLUDED_OBJECTS)[number]

export function readIncludeObject(text: string | null): IncludedObject {
  if (text === null || text === '') return 'Metadata'
  const known = INCLUDED_OBJECTS.find((candidate) => candidate === text)
  if (known !== undefined) return known
  throw badRequest(
    `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(text)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}

export interface TableOptions {
  readonly version: MetaVersion
  readonly include: IncludedObject
  /** Whether the table has column definitions; in a stream only the first one has. */
  readonly headers: boolean
  /** The clock of ages. */
  readonly clock: Clock
}

interface Row {
  readonly cells: readonly (Cell | null)[]
  readonly conditions?: readonly RowCondition[] | undefined
  readonly object?: object | undefined
}

const isConditional = (column: Column<ApiObject>): column is ConditionalColumn<ApiObject> =>
  'rowConditions' in column

/** Objects as table rows, so that clients can print any kind. */
export class TableProjection implements ObjectProjection {
  readonly isCacheable = false
  readonly items = 'rows'
  readonly #columns: readonly Column<ApiObject>[]
  /** The column that knows the conditions of rows. */
  readonly #conditional: ConditionalColumn<ApiObject> | undefined
  readonly #view: VersionView
  readonly #options: TableOptions

  constructor(columns: readonly Column<ApiObject>[], view: VersionView, options: TableOptions) {
    this.#columns = columns
    this.#conditional = columns.find(isConditional)
    this.#view = view
    this.#options = options
  }

  /** Whether rows change with time. */
  get showsAge(): boolean {
    return this.#columns.some(({ cell }) => cell === undefined)
  }

  /** Whether cells besides the age change with time, so that rows cannot be cached. */
  get isPassing(): boolean {
    return this.#columns.some(({ passing }) => passing)
  }

  inOrder(objects: readonly CachedObject[]): readonly CachedObject[] {
    const column = this.#columns.find(({ sortsRows }) => sortsRows)
    if (column === undefined) return objects
    const now = this.now()
    const place = (object: CachedObject) =>
      Number(column.cell?.(this.#view.value(object) as unknown as ApiObject, now))
    return objects
      .map((object) => ({ object, place: place(object) }))
      .sort((one, other) => one.place - other.place)
      .map(({ object }) => object)
  }

  now(): number {
    return this.#options.clock.now()
  }

  objectValue(object: CachedObject): object {
    const { selfLink, resourceVersion } = this.#view.metadata(object)
    return this.#table({ selfLink, resourceVersion }, [this.itemValue(object)])
  }

  itemValue(object: CachedObject): Row {
    return this.row(object, formatAge(object.createdAt(), this.now()))
  }

  listProperties(list: Parameters<ObjectProjection['listProperties']>[0]): object {
    return this.#table(listMetadata(list))
  }

  /** A bookmark has no cells. */
  bookmarkValue(bookmark: ApiObject): object {
    const { resourceVersion } = bookmark.metadata
    const cells = this.#columns.map(() => null)
    return this.#table({ resourceVersion }, [{ cells, object: this.#included(bookmark) }])
  }

  row(object: CachedObject, age: string): Row {
    const value = this.#view.value(object) as unknown as ApiObject
    const now = this.now()
    const cells = this.#columns.map((column) => (column.cell === undefined ? age : column.cell(value, now)))
    const conditions = this.#conditional?.rowConditions(value)
    return { cells, conditions, object: this.#included(value) }
  }

  #included(value: ApiObject): object | undefined {
    const { include, version } = this.#options
    if (include === 'None') return undefined
    // Managed fields are useless in a table and would be most of its bytes. The value belongs to this row, so it may be
    // changed.
    if (value.metadata.managedFields !== undefined) value.metadata.managedFields = undefined
    return include === 'Metadata' ? partialObjectMetadata(value.metadata, version) : value
  }

  #table(metadata: object, rows?: readonly Row[]): object {
    const { version, headers } = this.#options
    return {
      kind: 'Table',
      apiVersion: `${META_GROUP}/${version}`,
      metadata,
      columnDefinitions: headers ? definitionsOf(this.#columns) : null,
      rows,
    }
  }
}
