import { median } from './rounds.js'

const MAX_CALLS = 20_000
const ROUNDS = 5
/** Slow work is repeated less often. */
const MAX_MS = 1000

/** Microseconds per call: the median of some rounds, after warm-up. */
export function time(work: () => unknown): number {
  const started = performance.now()
  let calls = 0
  while (calls < MAX_CALLS && performance.now() - started < MAX_MS) {
    work()
    calls++
  }
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = performance.now()
    for (let call = 0; call < calls; call++) work()
    return ((performance.now() - before) * 1000) / calls
  })
  return median(rounds)
}
