import type { Revision, StoredValue } from '#storage/contract.js'

interface Version {
  readonly revision: Revision
  /** Undefined when the key was deleted at this revision. */
  readonly stored: StoredValue | undefined
}

/** The versions of one key that are still available. */
export class KeyHistory {
  readonly #key: string
  /** Oldest first. */
  #versions: Version[] = []

  constructor(key: string) {
    this.#key = key
  }

  /** The current value, undefined when the key is absent. */
  get head(): StoredValue | undefined {
    return this.#versions.at(-1)?.stored
  }

  /** Whether no version is left, as after the compaction of a deletion. */
  get isEmpty(): boolean {
    return this.#versions.length === 0
  }

  at(revision: Revision): StoredValue | undefined {
    return this.#versions[this.#indexAt(revision)]?.stored
  }

  append(revision: Revision, value: Buffer | undefined): void {
    const stored = value === undefined ? undefined : { key: this.#key, value, revision }
    this.#versions.push({ revision, stored })
  }

  /** Keeps what is needed to read at `oldest` and later. */
  compactBefore(oldest: Revision): void {
    const index = this.#indexAt(oldest)
    if (index === -1) return
    // Deleted and absent keys read the same.
    const firstKept = this.#versions[index]?.stored === undefined ? index + 1 : index
    if (firstKept > 0) this.#versions = this.#versions.slice(firstKept)
  }

  /** The index of the version that was current at the revision, -1 when there is none. */
  #indexAt(revision: Revision): number {
    return this.#versions.findLastIndex((version) => version.revision <= revision)
  }
}
