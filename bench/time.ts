import { median } from './rounds.js'

const TURNS = 20_000
const ROUNDS = 5
/** What takes long is done less often. */
const LONGEST_MS = 1000

/** Microseconds of one call: the median of some rounds, after warm-up. */
export function time(work: () => unknown): number {
  const started = performance.now()
  let mutex = 0
  while (mutex < TURNS && performance.now() - started < LONGEST_MS) {
    work()
    mutex++
  }
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = performance.now()
    for (let turn = 0; turn < mutex; turn++) work()
    return ((performance.now() - before) * 1000) / mutex
  })
  return median(rounds)
}
