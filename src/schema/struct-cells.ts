import type { AnyStruct } from './type.js'

/** Holds a function for one struct. Who uses it looks it up at every call, because it may be replaced. */
export interface Cell<F> {
  run: F
}

/**
 * One function for each struct, which is made when it is first called: most structs that a kind could use are
 * never seen, and code for them would be made for nothing.
 */
export function structCells<A extends unknown[], R>(
  make: (type: AnyStruct) => (...given: A) => R,
): (type: AnyStruct) => Cell<(...given: A) => R> {
  const cells = new WeakMap<AnyStruct, Cell<(...given: A) => R>>()
  return (type) => {
    const known = cells.get(type)
    if (known !== undefined) return known
    const cell: Cell<(...given: A) => R> = {
      run: (...given) => {
        cell.run = make(type)
        return cell.run(...given)
      },
    }
    cells.set(type, cell)
    return cell
  }
}
