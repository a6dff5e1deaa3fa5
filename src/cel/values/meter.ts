import { CostLimitExceeded } from './failure.js'

/** Characters that take as long to compare as one value. */
const CHARACTERS_PER_VALUE = 50

/** Counts the values that a comparison visits. Throws `CostLimitExceeded` above the limit. */
export class Meter {
  values = 0
  readonly #limit: number

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit
  }

  add(values: number): void {
    this.values += values
    if (this.values > this.#limit) throw new CostLimitExceeded()
  }

  addText(length: number): void {
    if (length > CHARACTERS_PER_VALUE) this.add(length / CHARACTERS_PER_VALUE)
  }
}
