import { median } from './rounds.js'

const TURNS = 20_000
const ROUNDS = 5
/** What takes long is done less often. */
const LONGEST_MS = 1000

/** Microseconds of one call: the median of some rounds, after warm-up. */
export function time(work: () => unknown): number {
  const started = performance.now()
  let turns = 0
  while (turns < TURNS && performance.now() - started < LONGEST_MS) {
    work()
    turns++
  }
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = performance.now()
    for (let turn = 0; turn < turns; turn++) work()
    return ((performance.now() - before) * 1000) / turns
  })
  return median(rounds)
}
