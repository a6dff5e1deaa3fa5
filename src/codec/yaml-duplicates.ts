/** How many keys are reported; the others are counted. */
const MAX_REPORTED = 10
/** How much is reported of a key. */
const MAX_KEY_LENGTH = 100

/**
 * The keys that a document gives more than once in one map, collected while it is read. The last one counts, and
 * nothing is said of it unless the client asks. However many there are, only a few are kept, and none as a path.
 */
export class DuplicateKeys {
  readonly #reported: string[] = []
  #others = 0

  /** `lineOf` is called for the keys that are reported. */
  add(key: string, lineOf: () => number): void {
    if (this.#reported.length >= MAX_REPORTED) {
      this.#others++
      return
    }
    const shown = key.length > MAX_KEY_LENGTH ? `${key.slice(0, MAX_KEY_LENGTH)}…` : key
    this.#reported.push(`line ${lineOf()}: key ${JSON.stringify(shown)} already set in map`)
  }

  /** The warnings for the client, in the order of the document. */
  get complaints(): readonly string[] {
    if (this.#others === 0) return this.#reported
    return [...this.#reported, `${this.#others} more keys already set in their maps`]
  }
}
