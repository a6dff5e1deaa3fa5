import type { ApiObject } from '#meta/object-meta.js'

/** The value of a cell. */
export type Cell = string | number | bigint | boolean

/** A column in the table of a kind. */
export interface Column<O extends ApiObject> {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly description: string
  /** The OpenAPI format of the cells; `name` marks the object's name. */
  readonly format?: string
  /** Shown only in wide output; a number is the priority. */
  readonly wide?: boolean | number
  /** Whether rows have the cell, although the table does not declare the column: so it is in Kubernetes. */
  readonly isUndeclared?: boolean
  /** Whether the rows of a list are in ascending order of these numbers, and not only of the names. */
  readonly sortsRows?: boolean
  /** Whether the cell changes with time, so that its rows cannot be cached. */
  readonly passing?: boolean
  /** The cell of an object, at `now` if the column is `passing`; null if empty. The age by default. */
  cell?(object: O, now: number): Cell | null
}

/** A column that also knows the conditions of the whole row. */
export interface ConditionalColumn<O extends ApiObject> extends Column<O> {
  rowConditions(object: O): readonly RowCondition[] | undefined
}

/** Tells clients more about the object of a row, such as that it has completed. */
export interface RowCondition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
}

export const NAME: Column<ApiObject> = {
  name: 'Name',
  type: 'string',
  format: 'name',
  description: 'Name of the object, unique among those of its kind in its namespace.',
  cell: ({ metadata }) => metadata.name ?? '',
}

export const AGE: Column<ApiObject> = {
  name: 'Age',
  type: 'string',
  description: 'Time since the object was created.',
}

/** How a table describes its columns. */
export const definitionsOf = (columns: readonly Column<ApiObject>[]) =>
  columns.filter(({ isUndeclared }) => !isUndeclared).map(columnDefinition)

/** How a table describes a column. */
function columnDefinition({ name, type, format, description, wide }: Column<ApiObject>) {
  return { name, type, format: format ?? '', description, priority: Number(wide ?? false) }
}
