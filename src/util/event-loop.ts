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

/** How long, in milliseconds, many things are done at a stretch. */
const STRETCH_MS = 5

/** Maps many things, and lets others have their turn whenever that has taken a while. */
export async function mapInTurns<T, R>(things: readonly T[], map: (thing: T) => R): Promise<R[]> {
  const mapped: R[] = []
  let stretch = new TimeSlice(STRETCH_MS)
  for (const thing of things) {
    mapped.push(map(thing))
    if (!stretch.isOver) continue
    await nextTurn()
    stretch = new TimeSlice(STRETCH_MS)
  }
  return mapped
}

/** How long, in milliseconds, requests that came together are worked on before others have their turn. */
const GROUP_MS = 4

/** When the group of this turn of the event loop began; undefined when there is none. */
let groupBegan: number | undefined

/** Requests that came together are about to be worked on. */
export function beginGroup(): void {
  groupBegan = performance.now()
  setImmediate(endGroup)
}

function endGroup(): void {
  groupBegan = undefined
}

/**
 * To be awaited between two steps of the work on a request. Requests that came together then take every step together,
 * with the step's code in the processor's cache, instead of each pushing out what the next one needs
 * (`docs/hot-path.md`). It costs about a microsecond, so it pays between steps of ten and more. When the group has taken
 * long already, as when code runs for the first time, others have their turn before the next step.
 */
export function endOfStep(): Promise<void> | undefined {
  if (groupBegan === undefined || performance.now() - groupBegan < GROUP_MS) return undefined
  return nextTurn()
}
