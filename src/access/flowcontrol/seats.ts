import type { PriorityLevel } from './priority-level.js'

/**
 * The seats of all levels. A level always has those that it does not lend. The others are shared: whoever needs one
 * takes it, and a level that waits within its share comes before one that borrows.
 */
export class Seats {
  readonly #total: number
  readonly #levels: Iterable<PriorityLevel>

  constructor(total: number, levels: Iterable<PriorityLevel>) {
    this.#total = total
    this.#levels = levels
  }

  /** Divides the seats by shares. */
  allocate(): void {
    let shares = 0
    for (const level of this.#levels) shares += level.shares
    for (const level of this.#levels) level.allocate(this.#total, shares)
  }

  /** Whether a request may run now that takes so many seats. */
  hasRoom(level: PriorityLevel, width: number): boolean {
    if (level.isExempt) return true
    const after = level.seatsInUse + width
    if (after <= level.min) return true
    // A request that is wider than its level runs alone.
    if (after > level.max) return level.running === 0
    const borrowed = after - Math.max(level.min, level.seatsInUse)
    return borrowed <= this.#free() && (after <= level.nominal || !this.#isLenderWaiting(level))
  }

  /** The seats that a level could use now. */
  limitOf(level: PriorityLevel): number {
    if (level.isExempt) return Math.max(level.nominal, level.seatsInUse)
    const sure = Math.max(level.min, level.seatsInUse)
    return Math.min(sure + Math.max(this.#free(), 0), Math.max(level.max, sure))
  }

  /** Shared seats that nobody uses. */
  #free(): number {
    let free = 0
    for (const level of this.#levels) free += level.lendable - level.sharedSeatsInUse
    return free
  }

  /**
   * Levels whose next request would borrow a part of its seats count only for borrowers that already
   * have their share: two levels that are about to exceed it would wait for each other.
   */
  #isLenderWaiting(borrower: PriorityLevel): boolean {
    const isBeyondShare = borrower.seatsInUse >= borrower.nominal
    for (const level of this.#levels) {
      if (level === borrower || level.waiting === 0 || level.seatsInUse >= level.nominal) continue
      const { next } = level
      if (next === undefined) continue
      const after = level.seatsInUse + next.width
      if (after <= level.nominal || (isBeyondShare && after <= level.max)) return true
    }
    return false
  }
}
