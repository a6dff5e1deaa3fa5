import { Component } from 'preact'
import type { Resource } from '#console/model/api/resource.js'
import { type CellValue, type Column, isGrowing, textOf, toneOf } from '#console/model/table/cells.js'
import { formatAge, parseAge } from '#console/model/table/durations.js'
import type { ShownColumn } from '#console/model/table/layout.js'
import type { Row } from '#console/model/table/row.js'
import { now } from '../clock.js'
import { linkTo } from '../state/router.js'
import { momentTime } from '../time/kept-history.js'
import { shownSecond } from '../ui/age.js'

interface GridRowProps {
  readonly row: Row
  readonly index: number
  readonly resource: Resource
  readonly columns: readonly ShownColumn[]
  readonly definitions: readonly Column[]
  readonly isActive: boolean
  readonly isSelected: boolean
  readonly toggle: (row: Row, event: MouseEvent) => void
  readonly activate: (row: Row, event: MouseEvent) => void
}

/** As in the style sheet. */
export const ROW_HEIGHT = 36
/** A change is shown for this long. */
const FLASH_MS = 1500

/** Renders only when its row changes: a busy table has a hundred of them, ten times a second. */
export class GridRow extends Component<GridRowProps> {
  override shouldComponentUpdate(next: GridRowProps): boolean {
    const { row, index, columns, isActive, isSelected } = this.props
    return (
      next.row.key !== row.key ||
      next.row.changes !== row.changes ||
      next.row.received !== row.received ||
      next.row.isGoing !== row.isGoing ||
      next.index !== index ||
      next.columns !== columns ||
      next.isActive !== isActive ||
      next.isSelected !== isSelected
    )
  }

  override render({
    row,
    index,
    resource,
    columns,
    definitions,
    isActive,
    isSelected,
    toggle,
    activate,
  }: GridRowProps) {
    const isFresh = row.changes > 0 && now() - row.received < FLASH_MS
    // Two equal animations: changing from one to the other starts again.
    const flash = isFresh ? (row.changes % 2 === 0 ? 'flash-even' : 'flash-odd') : ''
    const href = linkTo({ page: 'object', resource, within: row.namespace || undefined, name: row.name })
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys
      <div
        class={`grid-row ${flash} ${isActive ? 'active' : ''} ${row.isGoing ? 'going' : ''}`}
        id={`row-${index}`}
        role="row"
        tabIndex={-1}
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
        onMouseDown={(event) => {
          // Shift would select text.
          if (event.shiftKey) event.preventDefault()
        }}
        onClick={(event) => activate(row, event)}
      >
        <span role="gridcell" tabIndex={-1} class="check-cell">
          <input
            type="checkbox"
            aria-label={`Select ${row.name}`}
            tabIndex={-1}
            checked={isSelected}
            onClick={(event) => toggle(row, event)}
          />
        </span>
        {columns.map(({ name, cell, isNumber }) => {
          if (cell === undefined) {
            return (
              <span key={name} role="gridcell" tabIndex={-1} class="truncate muted" title={row.namespace}>
                {row.namespace}
              </span>
            )
          }
          const value = row.cells[cell]
          const definition = definitions[cell]
          if (cell === 0) {
            return (
              <span key={name} role="gridcell" tabIndex={-1} class="truncate name-cell">
                <a href={href} title={row.name} tabIndex={-1}>
                  {row.name}
                </a>
              </span>
            )
          }
          if (definition !== undefined && isGrowing(definition)) {
            return (
              <span key={name} role="gridcell" tabIndex={-1} class="truncate muted">
                <GrowingCell row={row} value={value} isAge={definition.name === 'Age'} />
              </span>
            )
          }
          const text = textOf(value)
          const tone = definition === undefined ? undefined : toneOf(definition, value)
          return (
            <span
              key={name}
              role="gridcell"
              tabIndex={-1}
              class={isNumber ? 'truncate number' : 'truncate'}
              title={text.length > 12 ? text : undefined}
            >
              {tone === undefined ? text : <span class={`tone ${tone}`}>{text}</span>}
            </span>
          )
        })}
      </div>
    )
  }
}

/** An age goes on from what it was when the row arrived, or back to the moment of the page. */
function GrowingCell({ row, value, isAge }: { row: Row; value: CellValue | undefined; isAge: boolean }) {
  const text = textOf(value)
  const seconds = parseAge(text)
  if (seconds === undefined) return <>{text}</>
  const time = shownSecond.value * 1000
  const passed = time - row.received
  const created = new Date(row.created).toISOString()
  return (
    <span title={isAge ? created : undefined}>
      {formatAge(
        isAge
          ? time - row.created
          : (momentTime.value === undefined ? Math.max(0, passed) : passed) + seconds * 1000,
      )}
    </span>
  )
}
