/** How many keys are reported; the others are counted. */
const MOST_REPORTED = 10
/** How much is reported of a key. */
const LONGEST_KEY = 100

/**
 * The keys that a document gives more than once in one map, collected while it is read. The last one counts, and
 * nothing is said of it unless the client asks. However many there are, only a few are kept, and none as a path.
 */
export class DuplicateKeys {
  readonly #reported: string[] = []
  #others = 0

  /** `lineOf` is called for the keys that are reported. */
  add(key: string, lineOf: () => number): void {
    if (this.#reported.length >= MOST_REPORTED) {
      this.#others++
      return
    }
    const shown = key.length > LONGEST_KEY ? `${key.slice(0, LONGEST_KEY)}…` : key
    this.#reported.push(`line ${lineOf()}: key ${JSON.stringify(shown)} already set in map`)
  }

  /** The warnings for the client, in the order of the document. */
  get complaints(): readonly string[] {
    if (this.#others === 0) return this.#reported
    return [...this.#reported, `${this.#others} more keys already set in their maps`]
  }
}
