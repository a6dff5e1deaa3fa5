import type { Signal } from '@preact/signals'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { ListPage, Place } from '#console/model/api/address.js'
import type { Resource } from '#console/model/api/resource.js'
import { layoutColumns } from '#console/model/table/layout.js'
import type { Row } from '#console/model/table/row.js'
import type { TableState } from '../data/messages.js'
import type { TableReader } from '../data/reader.js'
import { go, goHere } from '../state/router.js'
import { Icon } from '../ui/icon.js'
import { GridRow, ROW_HEIGHT } from './grid-row.js'
import { type Selected, useSelection } from './use-selection.js'

interface GridProps {
  readonly resource: Resource
  readonly place: ListPage & Place
  readonly table: TableState
  readonly reader: TableReader
  readonly hasNamespaces: boolean
  readonly isWide: boolean
  readonly selected: Signal<Selected>
  readonly remove: () => void
}

/** Scrolling fills the elements of rows that are out of view; more than there ever are at once. */
const SLOTS = 512
/** Rows beyond the visible ones, so that scrolling shows no gaps. */
const MARGIN = 30

/** Shows the rows in view of any number of rows. */
export function Grid({ resource, place, table, reader, hasNamespaces, isWide, selected, remove }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<{ readonly index: number; readonly key: string }>()
  const columns = useMemo(
    () => layoutColumns(table.columns, table.widths, { hasNamespaces, isWide }),
    [table.columns, table.widths.join(), hasNamespaces, isWide],
  )
  const asked = useRef({ start: 0, count: 0 })
  const ask = () => {
    const { scrollTop = 0, clientHeight = 0 } = scroller.current ?? {}
    const first = Math.floor(scrollTop / ROW_HEIGHT)
    const visible = Math.ceil(clientHeight / ROW_HEIGHT)
    const { start, count } = asked.current
    const hasMargin = first - MARGIN / 2 >= start && first + visible + MARGIN / 2 <= start + count
    if (count > 0 && (hasMargin || (first < MARGIN / 2 && start === 0 && visible + first < count))) return
    asked.current = { start: Math.max(0, first - MARGIN), count: visible + 2 * MARGIN }
    reader.window(asked.current.start, asked.current.count)
  }
  useLayoutEffect(() => {
    asked.current = { start: 0, count: 0 }
    ask()
  }, [reader])
  useEffect(() => {
    const { current } = scroller
    if (current === null) return
    const observer = new ResizeObserver(ask)
    observer.observe(current)
    return () => observer.disconnect()
  }, [reader])

  const rowAt = (index: number): Row | undefined => table.rows[index - table.start]
  // Rows move while they are looked at: the active one is known by its key.
  const moved = active === undefined ? -1 : table.rows.findIndex(({ key }) => key === active.key)
  const activeIndex = moved >= 0 ? table.start + moved : active?.index
  const { toggle, selectAll, startAt, selectTo } = useSelection(selected, reader)
  /** Whether Shift and arrows make a range longer or shorter. */
  const isExtending = useRef(false)
  const move = (index: number) => {
    const next = Math.max(0, Math.min(index, table.matched - 1))
    setActive({ index: next, key: rowAt(next)?.key ?? '' })
    const { current } = scroller
    if (current === null) return
    // The header covers the first row's height.
    const top = next * ROW_HEIGHT
    const room = current.clientHeight - 2 * ROW_HEIGHT
    if (top < current.scrollTop) current.scrollTop = top
    else if (top > current.scrollTop + room) current.scrollTop = top - room
  }
  const open = (row: Row) => {
    const { namespace, at } = place
    go({ page: 'object', resource, within: row.namespace || undefined, name: row.name, namespace, at })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    const row = activeIndex === undefined ? undefined : rowAt(activeIndex)
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2)
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: (activeIndex ?? -1) + 1,
      ArrowUp: (activeIndex ?? 1) - 1,
      j: (activeIndex ?? -1) + 1,
      k: (activeIndex ?? 1) - 1,
      Home: 0,
      End: table.matched - 1,
      PageDown: (activeIndex ?? 0) + page,
      PageUp: (activeIndex ?? 0) - page,
    }
    const to = steps[event.key]
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (to !== undefined) {
      move(to)
      if (event.shiftKey) {
        if (!isExtending.current && row !== undefined) startAt(row)
        void selectTo(Math.max(0, Math.min(to, table.matched - 1)))
      }
      isExtending.current = event.shiftKey
    } else if (event.key === 'Enter' && row !== undefined) open(row)
    else if (event.key === ' ' && activeIndex !== undefined && event.shiftKey) void selectTo(activeIndex)
    else if (event.key === ' ' && row !== undefined) toggle(row)
    else if (event.key === 'Delete') remove()
    else if (event.key === 'Escape') selected.value = new Map()
    else return
    event.preventDefault()
  }
  const tracks = columns.map(({ width, share }) => `minmax(${width}, ${share}fr)`)
  const least = columns.map(({ width }) => width)
  const [sorted, isDescending] = [place.sort?.replace(/^-/, ''), place.sort?.startsWith('-')]
  return (
    <div
      class="grid"
      ref={scroller}
      role="grid"
      tabIndex={0}
      aria-label={resource.kind}
      aria-rowcount={table.matched + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable="true"
      aria-activedescendant={activeIndex === undefined ? undefined : `row-${activeIndex}`}
      style={{
        '--columns': ['36px', ...tracks].join(' '),
        // Head and rows are grids of their own: only with the same width they have the same columns.
        '--least': `calc(${['36px + 2 * var(--gutter)', ...least].join(' + ')})`,
      }}
      onScroll={ask}
      onKeyDown={onKeyDown}
    >
      <div class="grid-head" role="row" aria-rowindex={1} tabIndex={-1}>
        <span role="columnheader" class="check-cell" tabIndex={-1}>
          <input
            type="checkbox"
            aria-label="Select all"
            checked={selected.value.size > 0 && selected.value.size === table.matched}
            onChange={({ currentTarget }) => void selectAll(currentTarget.checked)}
          />
        </span>
        {columns.map(({ name, description, isNumber }) => {
          const direction = isDescending ? 'descending' : 'ascending'
          const isSorted = sorted === name
          return (
            <span
              key={name}
              role="columnheader"
              tabIndex={-1}
              class={isNumber ? 'number' : undefined}
              aria-sort={isSorted ? direction : undefined}
            >
              <button
                type="button"
                class="sort"
                title={description}
                onClick={() => goHere({ sort: nextSort(name, place.sort) })}
              >
                <span class="truncate">{name}</span>
                {isSorted && <Icon name={isDescending ? 'down' : 'up'} />}
              </button>
            </span>
          )
        })}
      </div>
      <div class="grid-body" role="rowgroup" style={{ height: `${table.matched * ROW_HEIGHT}px` }}>
        {table.rows.map((row, place) => {
          const index = table.start + place
          return (
            <GridRow
              key={index % SLOTS}
              row={row}
              index={index}
              resource={resource}
              columns={columns}
              definitions={table.columns}
              isActive={index === activeIndex}
              isSelected={selected.value.has(row.key)}
              toggle={(row, event) => {
                if (!event.shiftKey) return toggle(row)
                // A range selects the row, whatever it was.
                event.preventDefault()
                void selectTo(index)
              }}
              activate={(row, { target, shiftKey }) => {
                setActive({ index, key: row.key })
                isExtending.current = false
                if (!(target instanceof Element && target.closest('a, input'))) {
                  if (shiftKey) void selectTo(index)
                  else startAt(row)
                }
                scroller.current?.focus({ preventScroll: true })
              }}
            />
          )
        })}
      </div>
    </div>
  )
}

/** Ascending, descending, not at all. */
function nextSort(name: string, sort: string | undefined): string | undefined {
  if (sort === name) return `-${name}`
  return sort === `-${name}` ? undefined : name
}
