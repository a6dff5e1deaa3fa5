/**
 * Thrown where an expression has no value. `||`, `&&` and macros absorb failures, so failing must be cheap: no stack
 * is recorded.
 */
export class Failure {
  readonly message: string

  constructor(message: string) {
    this.message = message
  }
}

/** Thrown when an evaluation exceeds its cost limit. Nothing absorbs it. */
export class CostLimitExceeded {
  readonly message = 'operation cancelled: actual cost limit exceeded'
}

export const noSuchOverload = (name: string, types: readonly string[]): Failure =>
  new Failure(`no such overload: ${name}(${types.join(', ')})`)
export const noSuchKey = (key: string): Failure => new Failure(`no such key: ${key}`)
export const conversionFailure = (from: string, to: string): Failure =>
  new Failure(`type conversion error from '${from}' to '${to}'`)
export const overflow = (what: string): Failure => new Failure(`${what} overflow`)
