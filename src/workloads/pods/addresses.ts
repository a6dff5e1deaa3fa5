import type { Random } from '#util/random.js'

/** The first pod address, 10.244.0.1, as a number, and the size of the range. */
const FIRST = (10 << 24) | (244 << 16) | 1
const COUNT = 2 ** 18 - 2
/** Pods get an address of 10.244.0.0/16 while there is one. */
const FIRST_CHOSEN = 2 ** 16 - 2

/** Allocates pod IPs. */
export class PodAddresses {
  readonly #taken = new Set<string>()
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  take(address: string): void {
    this.#taken.add(address)
  }

  release(address: string): void {
    this.#taken.delete(address)
  }

  /** A free address. It depends on the pod, not on the order in which pods start. */
  next(pod: string): string {
    const start = this.#random.int(FIRST_CHOSEN, pod)
    for (let tried = 0; tried < COUNT; tried++) {
      const address = textOf(FIRST + ((start + tried) % COUNT))
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
