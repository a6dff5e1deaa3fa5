import type { Column } from './cells.js'

/** A column that is shown. */
export interface ShownColumn {
  readonly name: string
  readonly description: string
  /** Its place in the cells of a row; undefined for the namespace, which is none of them. */
  readonly cell: number | undefined
  /** For CSS: the least width, and the share of what is left. */
  readonly width: string
  readonly share: number
  readonly isNumber: boolean
}

const MIN_CHARACTERS = 6
const MAX_CHARACTERS = 34
/** Room for the sort arrow. */
const HEADER_EXTRA = 3
/** Between columns. */
const GAP = 2

/** The columns of a table: name first, then the namespace if there can be several, then the others. */
export function layoutColumns(
  columns: readonly Column[],
  widths: readonly number[],
  options: { readonly hasNamespaces: boolean; readonly isWide: boolean },
): ShownColumn[] {
  const shown = columns.flatMap((column, cell): ShownColumn[] => {
    if (column.priority > 0 && !options.isWide) return []
    const characters = Math.max(widths[cell] ?? 0, column.name.length + HEADER_EXTRA, MIN_CHARACTERS)
    const width = cell === 0 ? 'min(14rem, 48vw)' : `${Math.min(characters, MAX_CHARACTERS) + GAP}ch`
    const isNumber = column.type === 'integer' || column.type === 'number'
    return [
      {
        name: column.name,
        description: column.description,
        cell,
        width,
        share: cell === 0 ? 2 : 1,
        isNumber,
      },
    ]
  })
  if (!options.hasNamespaces) return shown
  const description = 'The namespace of the object.'
  const namespace = {
    name: 'Namespace',
    description,
    cell: undefined,
    width: '16ch',
    share: 1,
    isNumber: false,
  }
  return [...shown.slice(0, 1), namespace, ...shown.slice(1)]
}
