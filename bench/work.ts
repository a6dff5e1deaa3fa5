import type { Build } from './binnacle.js'
import type { Figures } from './row.js'

/** Something to measure. Every call is one round, in fresh processes. */
export interface Work {
  /** A server of ours, as one build of it is. */
  readonly ours: (build: Build) => Promise<Figures>
  /** The limit to compare with, where there is one: something bare that does no more than it must. */
  readonly bare?: () => Promise<Figures>
  /** Rounds that take long need not be many. */
  readonly rounds?: number
}
