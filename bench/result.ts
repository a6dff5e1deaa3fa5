import { median, summary } from './rounds.js'
import type { Figure, Figures, Row } from './row.js'

/** What became of a row. */
export interface Result {
  readonly row: Row
  readonly ours: Figure
  readonly bare: Figure | undefined
  /** The part of the bare server's figure that we come to. Of what is better the less there is, nothing is said so. */
  readonly ratio: number | undefined
}

/** What was measured of both sides in rounds that belong together. */
export interface Rounds {
  readonly ours: readonly Figures[]
  readonly bare?: readonly Figures[] | undefined
}

export function resultsOf({ ours, bare }: Rounds): Result[] {
  const limits = bare && summary(bare)
  return [...summary(ours)].map(([row, figure]) => {
    const ratio = bare && row.unit.better === 'more' ? ratioOf(row, ours, bare) : undefined
    return { row, ours: figure, bare: limits?.get(row), ratio }
  })
}

/** The median of the ratios of all rounds: what changes from one round to the next changes both sides of a ratio. */
function ratioOf(row: Row, ours: readonly Figures[], bare: readonly Figures[]): number | undefined {
  const ratios = ours.map((figures, round) => {
    const [one, other] = [figures.get(row), bare[round]?.get(row)]
    return one && other && one.value / other.value
  })
  const known = ratios.filter((ratio) => ratio !== undefined)
  return known.length === 0 ? undefined : median(known)
}

/** What is wanted on a machine that is `scale` times as fast as the one that the wanted figures are for. */
export function wantedOn({ unit, wanted }: Row, scale: number): number | undefined {
  if (wanted === undefined || !unit.scaled) return wanted
  return unit.better === 'more' ? wanted * scale : wanted / scale
}

/** What was missed of all that is wanted; undefined when nothing is. */
export function missed(result: Result, scale: number): ('figure' | 'ratio')[] | undefined {
  const { row, ours, ratio } = result
  const wanted = wantedOn(row, scale)
  if (wanted === undefined && row.ofBare === undefined) return undefined
  const misses: ('figure' | 'ratio')[] = []
  if (wanted !== undefined && (row.unit.better === 'more' ? ours.value < wanted : ours.value > wanted))
    misses.push('figure')
  if (row.ofBare !== undefined && ratio !== undefined && ratio < row.ofBare) misses.push('ratio')
  return misses
}
