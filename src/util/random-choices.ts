/** Pseudo-random choices from a seed, so that a failed test can be repeated. */
export class RandomChoices {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** An integer from 0 up to, but without, the limit. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit)
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }

  /** Different ones, in random order. */
  some<T>(choices: readonly T[], count: number): T[] {
    const left = [...choices]
    return Array.from(
      { length: Math.min(count, left.length) },
      () => left.splice(this.below(left.length), 1)[0] as T,
    )
  }

  /** A number from 0 to 1: a counter of odd stride, whose bits are mixed until nothing of it is left to see. */
  #next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let bits = this.#state
    bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
    return ((bits ^ (bits >>> 15)) >>> 0) / 0x1_0000_0000
  }
}
