import { readFileSync } from 'node:fs'
import { rulePaths } from '../rows.js'

/** The sections of the data besides the rules. A row of a section is one fact about the original. */

export interface WarningRow {
  readonly type: string
  readonly path: string
  readonly condition: string
  readonly text: string
}

export interface DefaultRow {
  readonly type: string
  readonly path: string
  readonly condition: string
  readonly value: unknown
}

export interface ColumnsRow {
  readonly kind: string
  readonly columns: readonly {
    readonly name: string
    readonly type: string
    readonly format: string
    readonly priority: number | string
  }[]
}

/** What a write or another request does besides. */
export interface EffectRow {
  readonly kind: string
  readonly on: string
  readonly effect: string
}

export interface Sections {
  readonly warnings: readonly WarningRow[]
  readonly defaults: readonly DefaultRow[]
  readonly columns: readonly ColumnsRow[]
  readonly prepare: readonly EffectRow[]
}

/** The sections of all files together. */
export function readSections(paths: readonly string[]): Sections {
  const files = rulePaths(paths).map((path) => JSON.parse(readFileSync(path, 'utf8')) as Partial<Sections>)
  return {
    warnings: files.flatMap(({ warnings = [] }) => warnings),
    defaults: files.flatMap(({ defaults = [] }) => defaults),
    // A row about all tables is no table.
    columns: files.flatMap(({ columns = [] }) => columns).filter(({ columns }) => columns.length > 0),
    prepare: files.flatMap(({ prepare = [] }) => prepare),
  }
}
