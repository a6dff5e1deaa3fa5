import type { ApiObject } from '#meta/api-object.js'

/** What a cell of a table can hold. */
export type Cell = string | number | bigint | boolean

/** A column of the table in which users look at objects of a kind. */
export interface Column<O extends ApiObject> {
  readonly name: string
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  readonly description: string
  /** What clients may do with the cells beyond showing them; `name` is that of the object. */
  readonly format?: string
  /** Columns that are not `wide` are always shown. Where there are several levels of width, a number says which. */
  readonly wide?: boolean | number
  /** Whether what it shows changes with time, so that rows with it are made for each reader. */
  readonly passing?: boolean
  /** What it shows of an object, at a time if it is `passing`; null for nothing. Without one it is the age. */
  cell?(object: O, now: number): Cell | null
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

/** How a table describes a column. */
export function columnDefinition({ name, type, format, description, wide }: Column<ApiObject>) {
  return { name, type, format: format ?? '', description, priority: Number(wide ?? false) }
}
