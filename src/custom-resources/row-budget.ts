/**
 * What the columns of one row may take together: values that their paths look at, and characters of text. Columns are many,
 * and each may look at, or show, all of a large object.
 */
const MAX_VALUES = 200_000
const MAX_CHARACTERS = 1024 * 1024

/** Thrown where a row would take more. */
class RowExhausted {}
const EXHAUSTED = new RowExhausted()

export class RowBudget {
  /** Not held: a row is over when the next one begins, which may be never. */
  #row: WeakRef<object> | undefined
  #values = MAX_VALUES
  #characters = MAX_CHARACTERS

  /** What a column shows in the row of an object; nothing, once the columns before have used up what there is for them. */
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
