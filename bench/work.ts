import type { Build } from './binnacle.js'
import type { Figures } from './row.js'

/** As many figures of the one side as of the other, each measured right beside that of the other. */
export interface Pairs {
  readonly ours: readonly Figures[]
  readonly bare: readonly Figures[]
}

/** Something to measure. Every call is one round, in fresh processes. */
export interface Work {
  /** A server of ours, as one build of it is. */
  readonly ours: (build: Build) => Promise<Figures>
  /** The limit to compare with, where there is one: something bare that does no more than it must. */
  readonly bare?: () => Promise<Figures>
  /** Ours and the bare one measured in short turns, in place of one after the other. */
  readonly pairs?: (build: Build) => Promise<Pairs>
  /** Rounds that take long need not be many. */
  readonly rounds?: number
}
