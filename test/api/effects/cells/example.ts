import type { Json } from '#test/support/client.js'

/** An object, and the cells of its row. A cell may be a pattern. */
export interface CellsExample {
  readonly object: Json
  /** By the names of the columns, in their order. */
  readonly cells: Readonly<Record<string, unknown>>
  /** The conditions of the row. */
  readonly conditions?: readonly Json[]
  /** Whether the object is deleted first; a finalizer keeps it. */
  readonly isDeleted?: boolean
  /** The subresource whose table is read. */
  readonly subresource?: 'scale'
}

export const AGE = /^\d+s$/
export const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

export const shown = (object: Json, cells: Readonly<Record<string, unknown>>): CellsExample => ({
  object,
  cells,
})

/** So many hours and ten minutes before the tests. Tables show the hours alone, from 8 on, however long the tests take. */
export const hoursAgo = (hours: number) =>
  new Date(Date.now() - (hours * 60 + 10) * 60_000).toISOString().replace(/\.\d+Z$/, 'Z')
