import type { Revision } from '#storage/contract.js'

/** A store writes fewer revisions in a millisecond. */
const REVISIONS_PER_MS = 100
/** In case that clocks were set back. */
const MARGIN = 1_000_000_000

/**
 * Where the revisions of a restored store begin: later than any revision that a client may know, of the store that was
 * lost or of one that was restored before. So clients see that their resource versions have expired (410), and never miss
 * a change because a revision was used twice.
 */
export function beginningAfter(revision: number, time: number, now: number): Revision {
  const elapsed = Number.isFinite(time) ? Math.max(0, now - time) : 0
  return (revision + MARGIN + REVISIONS_PER_MS * elapsed) as Revision
}
