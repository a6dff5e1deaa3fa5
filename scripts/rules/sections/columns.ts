import { scaleColumns } from '#kinds/apps/scale/columns.js'
import { kinds } from '#kinds/index.js'
import type { Column } from '#registry/serialize/column.js'
import { cellsExamples } from '#test/api/effects/cells/index.js'
import type { ColumnsRow } from './rows.js'

/** Whether the columns are those of the original, and an example shows their cells. */
export function provesColumns({ kind, columns }: ColumnsRow): boolean {
  const isScale = kind === 'Scale'
  const known = isScale ? scaleColumns : columnsOf(kind.replace(/ \(.*$/, ''))
  if (known === undefined) return false
  const ours = known.filter(({ isUndeclared }) => !isUndeclared).map(described)
  const theirs = columns.map(({ name, type, format, priority }) => [name, type, format, priority].join())
  const isShown = cellsExamples.some(({ object, subresource }) =>
    isScale ? subresource === 'scale' : kind.startsWith(object.kind),
  )
  return isShown && ours.join('\n') === theirs.join('\n')
}

const described = ({ name, type, format = '', wide = false }: Column<never>) =>
  [name, type, format, Number(wide)].join()

const columnsOf = (kind: string): readonly Column<never>[] | undefined =>
  kinds
    .flatMap(({ versions }) => versions)
    .find((version) => version.kind === kind && version.group !== 'extensions')?.columns
