import { median, summary } from './rounds.js'
import type { Figure, Figures, Row } from './row.js'

/** The measured result of a row. */
export interface Result {
  readonly row: Row
  readonly ours: Figure
  readonly bare: Figure | undefined
  /** Ratio to the baseline. Undefined for units where less is better. */
  readonly ratio: number | undefined
}

/** Figures of both sides, in paired rounds. */
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

/** The median of the ratios of all rounds: noise between rounds affects both sides of a ratio. */
function ratioOf(row: Row, ours: readonly Figures[], bare: readonly Figures[]): number | undefined {
  const ratios = ours.map((figures, round) => {
    const [one, other] = [figures.get(row), bare[round]?.get(row)]
    return one && other && one.value / other.value
  })
  const known = ratios.filter((ratio) => ratio !== undefined)
  return known.length === 0 ? undefined : median(known)
}

/** The target on a machine that is `scale` times as fast as the reference. */
export function targetOn({ unit, target }: Row, scale: number): number | undefined {
  if (target === undefined || !unit.scaled) return target
  return unit.better === 'more' ? target * scale : target / scale
}

/** The missed targets; undefined if all are met. */
export function missed(result: Result, scale: number): ('figure' | 'ratio')[] | undefined {
  const { row, ours, ratio } = result
  const wanted = targetOn(row, scale)
  if (wanted === undefined && row.ofBare === undefined) return undefined
  const misses: ('figure' | 'ratio')[] = []
  if (wanted !== undefined && (row.unit.better === 'more' ? ours.value < wanted : ours.value > wanted))
    misses.push('figure')
  if (row.ofBare !== undefined && ratio !== undefined && ratio < row.ofBare) misses.push('ratio')
  return misses
}
