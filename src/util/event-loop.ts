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

/**
 * To be awaited between two steps of the work on a request. Requests that came together then take every step together,
 * with the step's code in the processor's cache, instead of each pushing out what the next one needs
 * (`docs/hot-path.md`). It costs less than a microsecond, so it pays between steps of ten and more.
 */
export const END_OF_STEP = undefined
