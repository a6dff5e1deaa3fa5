/** A small seeded generator (mulberry32): the same seed gives the same test. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let t = this.#state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number in [0, below). */
  below(below: number): number {
    return Math.floor(this.next() * below)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }

  text(length: number, alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789-._~/%?&=#{}[]"\'\\ \t'): string {
    return Array.from({ length }, () => alphabet[this.below(alphabet.length)]).join('')
  }
}

/** `TEST_SEED` repeats a run. */
export function testSeed(): number {
  const { TEST_SEED } = process.env
  return Number(TEST_SEED ?? Math.floor(Math.random() * 2 ** 32))
}
