import type { Build } from './binnacle.js'
import type { Figures } from './row.js'

/** Figures of both sides from the same time. */
export interface Pair {
  readonly ours: Figures
  readonly bare: Figures
}

/** A benchmark. Every call is one round, in fresh processes. */
export interface Benchmark {
  /** Measures a build of our server. */
  readonly ours: (build: Build) => Promise<Figures>
  /** Measures the baseline, if there is one: a program that does no more than necessary. */
  readonly bare?: () => Promise<Figures>
  /** Measures both in alternating short slices, instead of one after the other. */
  readonly pair?: (build: Build) => Promise<Pair>
  /** Number of rounds; fewer if they take long. */
  readonly rounds?: number
}
