import type { Figure, Figures, Row } from './row.js'

/**
 * Every figure is measured in alternating rounds with fresh processes; most are reported as a median. Figures of one
 * run are comparable, those of two machines are not.
 */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** Duration of a load in one round. */
export const LOAD_SECONDS = Number(process.env.BENCH_SECONDS ?? 3)

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Runs all sides in alternating order, so that none always finds the machine warmer. Resolves with the rounds of each
 * side.
 */
export async function alternate(
  sides: readonly (() => Promise<Figures>)[],
  rounds = ROUNDS,
): Promise<Figures[][]> {
  const measured = sides.map((side) => ({ side, rounds: [] as Figures[] }))
  for (let round = 0; round < rounds; round++) {
    for (const one of round % 2 === 0 ? measured : measured.toReversed()) one.rounds.push(await one.side())
  }
  return measured.map((one) => one.rounds)
}

/** Summarizes the rounds as one figure per row; value and processor time independently. */
export function summary(rounds: readonly Figures[]): Figures {
  const rows = new Set(rounds.flatMap((figures) => [...figures.keys()]))
  return new Map([...rows].map((row) => [row, summaryOf(rounds, row)]))
}

function summaryOf(rounds: readonly Figures[], row: Row): Figure {
  const { reported, better } = row.unit
  const worst = (values: readonly number[]) => (better === 'less' ? Math.max(...values) : Math.min(...values))
  const one = reported === 'median' ? median : worst
  const figures = rounds.map((round) => round.get(row)).filter((figure) => figure !== undefined)
  const cpu = figures.map((figure) => figure.cpu).filter((value) => value !== undefined)
  return {
    value: one(figures.map(({ value }) => value)),
    cpu: cpu.length === 0 ? undefined : one(cpu),
  }
}
