import type { JsonObject } from './json-value.js'
import { inapplicable } from './patch-error.js'

/**
 * How many members and elements may be copied or compared to apply one patch. A patch that names every place once stays
 * far below: an object has at most a hundred thousand parts, and so has a patch. One that comes back to a large list or
 * object for each of thousands of elements does not, and would take minutes.
 */
const MAX_PARTS = 200_000

/** Counts what it takes to apply one patch, and ends it when that is too much. */
export class WorkBudget {
  #left: number

  constructor(parts = MAX_PARTS) {
    this.#left = parts
  }

  spend(parts: number): void {
    this.#left -= parts
    if (this.#left < 0) {
      throw inapplicable('it comes back to the same lists and objects too often, or to too large ones')
    }
  }
}

/** A copy of an object, without its members being copied. */
export function copyOf(object: JsonObject, budget: WorkBudget): JsonObject {
  budget.spend(Object.keys(object).length)
  return { ...object }
}
