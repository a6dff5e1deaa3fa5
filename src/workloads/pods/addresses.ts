/** The first pod address, 10.244.0.1, as a number, and the size of the range. */
const FIRST = (10 << 24) | (244 << 16) | 1
const COUNT = 2 ** 18 - 2

/** Allocates pod IPs. */
export class PodAddresses {
  readonly #taken = new Set<string>()
  #next = 0

  take(address: string): void {
    this.#taken.add(address)
  }

  release(address: string): void {
    this.#taken.delete(address)
  }

  /** A free address; the last freed one is used last. */
  next(): string {
    for (let tried = 0; tried < COUNT; tried++) {
      const address = textOf(FIRST + this.#next)
      this.#next = (this.#next + 1) % COUNT
      if (!this.#taken.has(address)) {
        this.#taken.add(address)
        return address
      }
    }
    throw new Error('no free pod address is left')
  }
}

const textOf = (address: number) =>
  [address >>> 24, (address >>> 16) & 255, (address >>> 8) & 255, address & 255].join('.')
