import { hash, randomInt, randomUUID } from 'node:crypto'
import { type SortedEntries, SortedMap } from './sorted-map.js'

/**
 * Random values that clients see and nobody needs to guess: uids, name suffixes, addresses, ports. Secrets, keys and
 * tokens never come from here.
 *
 * A scope names the object that a value is for. A seeded sequence has one part per scope, so that the values of one
 * object do not depend on concurrent writes of others.
 */
export interface Random {
  /** A UUID of version 4. */
  uuid(scope: string): string
  /** A whole number from 0 to below the limit. */
  int(limit: number, scope: string): number
  /** 16 hexadecimal digits. Of one scope, later ones sort behind earlier ones. `time` is the current time. */
  ordered(time: number, scope: string): string
}

let count = 0

export const systemRandom: Random = {
  uuid: () => randomUUID(),
  int: (limit) => randomInt(limit),
  // Nanoseconds since 1970, as client-go has them in the names of events.
  ordered: (time) => (BigInt(time) * 1_000_000n + BigInt(count++ % 1_000_000)).toString(16).padStart(16, '0'),
}

/** How many values each scope has used. */
export type RandomState = SortedEntries<number>

/** Equal seeds and equal uses give equal values. */
export class SeededRandom implements Random {
  readonly seed: number
  #used: SortedMap<number>

  constructor(seed: number, used = new SortedMap<number>()) {
    this.seed = seed
    this.#used = used
  }

  uuid(scope: string): string {
    const bytes = this.#next(`uuid ${scope}`)
    bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
    const hex = bytes.toString('hex')
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
      '-',
    )
  }

  int(limit: number, scope: string): number {
    // 48 bits: the bias of the remainder is far below anything that a test could see.
    return this.#next(`int ${scope}`).readUIntBE(0, 6) % limit
  }

  ordered(_: number, scope: string): string {
    const used = this.#used.get(`ordered ${scope}`) ?? 0
    const digits = this.#next(`ordered ${scope}`).toString('hex')
    return used.toString(16).padStart(4, '0') + digits.slice(0, 12)
  }

  /** The position in the sequence. It costs next to nothing. */
  state(): RandomState {
    return this.#used.state()
  }

  /** Goes back to a position. */
  restore(state: RandomState): void {
    const changes: [string, number | undefined][] = []
    this.#used.differences(state, (key, _, saved) => changes.push([key, saved]))
    for (const [key, saved] of changes) {
      if (saved === undefined) this.#used.delete(key)
      else this.#used.set(key, saved)
    }
  }

  /** A copy that goes on from the same position. */
  fork(): SeededRandom {
    return new SeededRandom(this.seed, this.#used.copy())
  }

  #next(scope: string): Buffer {
    const count = this.#used.get(scope) ?? 0
    this.#used.set(scope, count + 1)
    return hash('sha256', `${this.seed} ${count} ${scope}`, 'buffer')
  }
}
