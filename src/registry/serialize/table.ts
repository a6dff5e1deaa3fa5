import type { CachedObject } from '#cache/cached-object.js'
import { META_GROUP, type MetaVersion } from '#codec/representation.js'
import { badRequest } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import { ageText } from './age.js'
import { type Cell, type Column, columnDefinition } from './column.js'
import { partialObject } from './metadata.js'
import { listMetadata, type ObjectShape } from './shape.js'
import type { VersionView } from './version-view.js'

/** What the rows of a table carry of their objects besides the cells. */
export const INCLUDED_OBJECTS = ['None', 'Metadata', 'Object'] as const
export type IncludedObject = (typeof INCLUDED_OBJECTS)[number]

export function readIncludeObject(text: string | null): IncludedObject {
  if (text === null || text === '') return 'Metadata'
  const known = INCLUDED_OBJECTS.find((candidate) => candidate === text)
  if (known !== undefined) return known
  throw badRequest(
    `includeObject: Invalid value: ${JSON.stringify(text)}: must be ${INCLUDED_OBJECTS.join(', ')} or empty`,
  )
}

export interface TableOptions {
  readonly version: MetaVersion
  readonly include: IncludedObject
  /** Whether the table says what its columns are; in a stream only the first one does. */
  readonly headers: boolean
}

interface Row {
  readonly cells: readonly (Cell | null)[]
  readonly object?: object | undefined
}

/** Objects as rows of a table that is made for users, so that clients need not know the kind to show it. */
export class TableShape implements ObjectShape {
  readonly timeless = false
  readonly items = 'rows'
  readonly #columns: readonly Column<ApiObject>[]
  readonly #view: VersionView
  readonly #options: TableOptions

  constructor(columns: readonly Column<ApiObject>[], view: VersionView, options: TableOptions) {
    this.#columns = columns
    this.#view = view
    this.#options = options
  }

  /** Whether rows change with time. */
  get showsAge(): boolean {
    return this.#columns.some(({ cell }) => cell === undefined)
  }

  /** Whether cells besides the age change with time, so that rows cannot be kept. */
  get isPassing(): boolean {
    return this.#columns.some(({ passing }) => passing)
  }

  objectValue(object: CachedObject): object {
    const { selfLink, resourceVersion } = this.#view.metadata(object)
    return this.#table({ selfLink, resourceVersion }, [this.itemValue(object)])
  }

  itemValue(object: CachedObject): Row {
    return this.row(object, ageText(object.createdAt(), Date.now()))
  }

  listMembers(list: Parameters<ObjectShape['listMembers']>[0]): object {
    return this.#table(listMetadata(list))
  }

  /** A mark in a stream is about no object, and has no cells. */
  bookmarkValue(bookmark: ApiObject): object {
    const { resourceVersion } = bookmark.metadata
    const cells = this.#columns.map(() => null)
    return this.#table({ resourceVersion }, [{ cells, object: this.#included(bookmark) }])
  }

  row(object: CachedObject, age: string): Row {
    const value = this.#view.value(object) as unknown as ApiObject
    const now = Date.now()
    const cells = this.#columns.map((column) => (column.cell === undefined ? age : column.cell(value, now)))
    return { cells, object: this.#included(value) }
  }

  #included(value: ApiObject): object | undefined {
    const { include, version } = this.#options
    if (include === 'None') return undefined
    // The managers of fields are of no use in a table, and would be most of what is sent. The value was parsed for this row.
    if (value.metadata.managedFields !== undefined) value.metadata.managedFields = undefined
    return include === 'Metadata' ? partialObject(value.metadata, version) : value
  }

  #table(metadata: object, rows?: readonly Row[]): object {
    const { version, headers } = this.#options
    return {
      kind: 'Table',
      apiVersion: `${META_GROUP}/${version}`,
      metadata,
      columnDefinitions: headers ? this.#columns.map(columnDefinition) : null,
      rows,
    }
  }
}
