/** How many keys are told; the others are counted. */
const MOST_TOLD = 10
/** How much is told of a key. */
const LONGEST_KEY = 100

/**
 * The keys that a document gives more than once in one map, collected while it is read. The last one counts, and nothing is
 * said of it unless the client asks. However many there are, only a few are kept, and none as a path.
 */
export class DuplicateKeys {
  readonly #told: string[] = []
  #others = 0

  /** `lineOf` is called for those that are told. */
  add(key: string, lineOf: () => number): void {
    if (this.#told.length >= MOST_TOLD) {
      this.#others++
      return
    }
    const shown = key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key
    this.#told.push(`line ${lineOf()}: key ${JSON.stringify(shown)} already set in map`)
  }

  /** What the client is told, in the order of the document. */
  get complaints(): readonly string[] {
    if (this.#others === 0) return this.#told
    return [...this.#told, `${this.#others} more keys already set in their maps`]
  }
}
