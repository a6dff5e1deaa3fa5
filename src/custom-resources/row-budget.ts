/**
 * Limits per row: visited values and characters. There may be many columns, each of which may read or show a
 * large object.
 */
const MAX_VALUES = 200_000
const MAX_CHARACTERS = 1024 * 1024

/** Thrown when a row exceeds its budget. */
class RowExhausted {}
const EXHAUSTED = new RowExhausted()

export class RowBudget {
  /** A weak reference, since no next row may follow. */
  #row: WeakRef<object> | undefined
  #values = MAX_VALUES
  #characters = MAX_CHARACTERS

  /** The cell of a row; undefined once its budget is used up. */
  within<T>(row: object, cell: (budget: RowBudget) => T): T | undefined {
    if (this.#row?.deref() !== row) {
      this.#row = new WeakRef(row)
      this.#values = MAX_VALUES
      this.#characters = MAX_CHARACTERS
    }
    try {
      return cell(this)
    } catch (thrown) {
      if (thrown instanceof RowExhausted) return undefined
      throw thrown
    }
  }

  visit(values: number): void {
    this.#values -= values
    if (this.#values < 0) throw EXHAUSTED
  }

  write(characters: number): void {
    this.#characters -= characters
    if (this.#characters < 0) throw EXHAUSTED
  }
}
