/** Resolves in the next turn of the event loop, after the I/O of this one. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) =>
    setImmediate(() => {
      if (batchBegan === undefined) beginBatch()
      resolve()
    }),
  )
}

/**
 * The time budget of long work in milliseconds: of each piece, and of all of it together in one turn of the event loop.
 */
const BUDGET_MS = 5

/** A short time for long work. When it is over, the work must `yieldToEventLoop`, so that other requests are served. */
export class TimeBudget {
  readonly #end: number

  constructor(milliseconds = BUDGET_MS) {
    this.#end = performance.now() + milliseconds
  }

  get isOver(): boolean {
    return performance.now() >= this.#end
  }
}

/** Paused work, in order of arrival. */
let waiting: (() => void)[] = []

/**
 * Long work awaits this whenever its budget is over. It resumes in the next turn, or in a later one if other long work
 * has used up that turn. So many long requests delay short ones no longer than one does.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn)
  })
}

/** Resumes paused work in order while time is left. The rest is first in the next turn. */
async function goOn(): Promise<void> {
  if (batchBegan === undefined) beginBatch()
  const budget = new TimeBudget()
  const resumable = waiting
  waiting = []
  let next = 0
  do {
    resumable[next++]?.()
    await microtasksDrained()
  } while (next < resumable.length && !budget.isOver)
  const late = resumable.slice(next)
  if (late.length > 0 && waiting.length === 0) setImmediate(goOn)
  waiting = [...late, ...waiting]
}

/**
 * Resolves when every reaction to a promise that is resolved by now has run, and the reactions to these in turn. Node
 * runs the queue of `nextTick` when the queue of microtasks is empty, but also before it begins with that.
 */
export function microtasksDrained(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)))
}

/** Long work in time slices: await `next` between steps. */
export class TimeSlices {
  #budget = new TimeBudget()

  /** Yields to the event loop when the slice is over; undefined when it is not. */
  next(): Promise<void> | undefined {
    return this.#budget.isOver ? this.#yield() : undefined
  }

  async #yield(): Promise<void> {
    await yieldToEventLoop()
    this.#budget = new TimeBudget()
  }
}

/** Maps many values, and yields to the event loop when it takes long. */
export async function mapYielding<T, R>(things: readonly T[], map: (thing: T) => R): Promise<R[]> {
  const mapped: R[] = []
  let budget = new TimeBudget()
  for (const thing of things) {
    mapped.push(map(thing))
    if (!budget.isOver) continue
    await yieldToEventLoop()
    budget = new TimeBudget()
  }
  return mapped
}

/** How long a batch of requests may run before others are served, in milliseconds. */
export const BATCH_MS = 4

/** When the batch of this turn of the event loop began; undefined when there is none. */
let batchBegan: number | undefined

/** Call before handling requests that arrived together. */
export function beginBatch(): void {
  batchBegan = performance.now()
  setImmediate(endBatch)
}

function endBatch(): void {
  batchBegan = undefined
}

/**
 * Await this between two steps of a request. Requests of one batch then run each step together, with its code in the
 * processor's cache (`docs/explanation/hot-path.md`). It costs about a microsecond, so it pays between steps of ten and
 * more. When the batch has taken long already, as when code runs for the first time, the next step waits for another
 * turn.
 */
export function endOfStage(): Promise<void> | undefined {
  return isLong(batchBegan) ? nextTurn() : undefined
}

/** When `turnBegan` was first asked in this turn, if there is no batch; undefined when it was not. */
let firstAsked: number | undefined

/** When the work of this turn of the event loop began, as far as is known; another number in every turn. */
export function turnBegan(now: number): number {
  if (batchBegan !== undefined) return batchBegan
  if (firstAsked === undefined) {
    firstAsked = now
    setImmediate(() => {
      firstAsked = undefined
    })
  }
  return firstAsked
}

/**
 * Whether this turn of the event loop has taken long, so that long work should `yieldToEventLoop` before it starts.
 * Otherwise requests that arrived together would add up.
 */
export function isOverBudget(milliseconds = BATCH_MS): boolean {
  const now = performance.now()
  return now - turnBegan(now) >= milliseconds
}

/**
 * Await this between two steps of long work, as with a large object: if this turn of the event loop has taken long, the
 * next step runs in another. Undefined if there is time now. Then continue synchronously, else concurrent requests
 * would all find that there is time.
 */
export function endOfLongStep(): Promise<void> | undefined {
  return isOverBudget() ? yieldToEventLoop() : undefined
}

function isLong(since: number | undefined): boolean {
  return since !== undefined && performance.now() - since >= BATCH_MS
}
