import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { rangeBetween } from '#console/model/table/range.js'
import type { RowName } from '../data/messages.js'
import type { TableReader } from '../data/reader.js'

/** The chosen objects by the keys of their rows. */
export type Selected = ReadonlyMap<string, Pick<RowName, 'name' | 'namespace'>>

/** Where a range begins. */
interface Anchor {
  readonly key: string
  /** What was selected before the range, and with it. */
  readonly before: Selected
  readonly after: Selected
}

export interface Selection {
  /** Selects a row, or no longer. The next range begins there. */
  readonly toggle: (row: RowName) => void
  /** Selects all or nothing. */
  readonly selectAll: (isWanted: boolean) => Promise<void>
  /** The next range begins at this row. */
  readonly startAt: (row: RowName) => void
  /** Selects the rows from where the range begins to the one at this index. A longer range before is given back. */
  readonly selectTo: (index: number) => Promise<void>
}

const entryOf = ({ key, name, namespace }: RowName) => [key, { name, namespace }] as const

/** Changes what is selected. Ranges contain rows that are out of view, too. */
export function useSelection(selected: Signal<Selected>, reader: TableReader): Selection {
  const anchor = useRef<Anchor>(undefined)
  const startAt = ({ key }: RowName) => {
    anchor.current = { key, before: selected.value, after: selected.value }
  }
  return {
    startAt,
    toggle: (row) => {
      const next = new Map(selected.value)
      if (!next.delete(row.key)) next.set(...entryOf(row))
      selected.value = next
      startAt(row)
    },
    selectAll: async (isWanted) => {
      anchor.current = undefined
      selected.value = new Map(isWanted ? (await reader.all()).map(entryOf) : [])
    },
    selectTo: async (index) => {
      const rows = await reader.all()
      const { key, before, after } = anchor.current ?? {}
      const range = rangeBetween(rows, key, index)
      // What was selected may be deleted meanwhile.
      const kept = after === selected.value ? before : selected.value
      const next = new Map([...(kept ?? []), ...range.map(entryOf)])
      selected.value = next
      if (key !== undefined) anchor.current = { key, before: kept ?? next, after: next }
    },
  }
}
