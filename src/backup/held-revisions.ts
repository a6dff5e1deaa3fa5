import type { Revision } from '#storage/contract.js'

/** A client that has read a snapshot asks for the changes since. */
const LINGER_MS = 60_000

/** Revisions that are being read, so that their history must stay. */
export class HeldRevisions {
  readonly #held = new Set<{ readonly revision: Revision }>()

  /** The oldest one; undefined if there is none. */
  get oldest(): Revision | undefined {
    let oldest: Revision | undefined
    for (const { revision } of this.#held) if (oldest === undefined || revision < oldest) oldest = revision
    return oldest
  }

  /** Returns a function that releases the revision. */
  hold(revision: Revision): () => void {
    const held = { revision }
    this.#held.add(held)
    return () => void this.#held.delete(held)
  }

  /** Holds the revision for a moment. */
  linger(revision: Revision): void {
    setTimeout(this.hold(revision), LINGER_MS).unref()
  }
}
