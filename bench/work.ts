import type { Build } from './binnacle.js'
import type { Figures } from './row.js'

/** Figures of both sides that were measured at the same time. */
export interface Pair {
  readonly ours: Figures
  readonly bare: Figures
}

/** Something to measure. Every call is one round, in fresh processes. */
export interface Work {
  /** A server of ours, as one build of it is. */
  readonly ours: (build: Build) => Promise<Figures>
  /** The limit to compare with, where there is one: something bare that does no more than it must. */
  readonly bare?: () => Promise<Figures>
  /** Ours and the bare one measured in short turns, in place of one after the other. */
  readonly pair?: (build: Build) => Promise<Pair>
  /** Rounds that take long need not be many. */
  readonly rounds?: number
}
