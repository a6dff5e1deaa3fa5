import type { Figure, Figures, Row } from './row.js'

/** What became of a row. */
export interface Result {
  readonly row: Row
  readonly ours: Figure
  readonly bare: Figure | undefined
}

export function resultsOf(ours: Figures, bare: Figures | undefined): Result[] {
  return [...ours].map(([row, figure]) => ({ row, ours: figure, bare: bare?.get(row) }))
}

/** What is wanted on a machine that is `scale` times as fast as the one that the wanted figures are for. */
export function wantedOn({ unit, wanted }: Row, scale: number): number | undefined {
  if (wanted === undefined || !unit.scaled) return wanted
  return unit.better === 'more' ? wanted * scale : wanted / scale
}

/** The part of the bare server's figure that we come to. Of what is better the less there is, nothing is said so. */
export function ratioOf({ row, ours, bare }: Result): number | undefined {
  return bare === undefined || row.unit.better === 'less' ? undefined : ours.value / bare.value
}

/** What was missed of all that is wanted; undefined when nothing is. */
export function missed(result: Result, scale: number): ('figure' | 'ratio')[] | undefined {
  const { row, ours } = result
  const wanted = wantedOn(row, scale)
  const ratio = ratioOf(result)
  if (wanted === undefined && row.ofBare === undefined) return undefined
  const misses: ('figure' | 'ratio')[] = []
  if (wanted !== undefined && (row.unit.better === 'more' ? ours.value < wanted : ours.value > wanted))
    misses.push('figure')
  if (row.ofBare !== undefined && ratio !== undefined && ratio < row.ofBare) misses.push('ratio')
  return misses
}
