import type { AnyStruct } from '#schema/type.js'

/**
 * A function that is put together as text and compiled when it is first needed. The text may hold names from
 * descriptions of types, never anything that a client has sent.
 */
export class GeneratedFunction {
  readonly #names = new Map<unknown, string>()

  /** The name under which the text can use a value from outside; `word` is part of it. */
  nameOf(value: unknown, word: string): string {
    let name = this.#names.get(value)
    if (name === undefined) {
      name = `${word.replace(/\W/g, '_')}_${this.#names.size}`
      this.#names.set(value, name)
    }
    return name
  }

  /** `title` is how the function is called in profiles and stack traces. */
  compile<F>(title: string, parameters: string, body: string): F {
    const name = title.replace(/\W/g, '_')
    // In parentheses the function is compiled at once, not parsed twice: it is about to be called.
    const text = `'use strict'\nreturn (function ${name}(${parameters}) {\n${body}\n})`
    return new Function(...this.#names.values(), text)(...this.#names.keys()) as F
  }
}

let possible: boolean | undefined

/** Whether functions can be made from text: `node --disallow-code-generation-from-strings` forbids it. */
export function canGenerate(): boolean {
  possible ??= tryToGenerate()
  return possible
}

function tryToGenerate(): boolean {
  try {
    new GeneratedFunction().compile('nothing', '', '')
    return true
  } catch (error) {
    if (error instanceof EvalError) return false
    throw error
  }
}

/** Holds the function of one struct. Callers read it at every call, because it may be replaced. */
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
