/** Resolves in the next turn of the event loop, after the I/O of this one. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/**
 * A short stretch of time for work that could take long: once it is over the work has to give way with `nextTurn`,
 * so that everybody else is served meanwhile.
 */
export class TimeSlice {
  readonly #end: number

  constructor(milliseconds: number) {
    this.#end = performance.now() + milliseconds
  }

  get isOver(): boolean {
    return performance.now() >= this.#end
  }
}
