/** Resolves in the next turn of the event loop, after the I/O of this one. What follows is a batch of its own. */
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

/**
 * A short time for work that could take long: once it is over the work has to `yieldToEventLoop`, so that other
 * requests are served meanwhile.
 */
export class TimeBudget {
  readonly #end: number

  constructor(milliseconds = BUDGET_MS) {
    this.#end = performance.now() + milliseconds
  }

  get isOver(): boolean {
    return performance.now() >= this.#end
  }
}

/** Long work that waits to go on, first come, first served. */
let waiting: (() => void)[] = []

/**
 * To be awaited by work that takes long, whenever it has kept the event loop to itself for a while. It goes on in the
 * next turn, or in a later one when other long work has used up that turn: however many long requests there are, they
 * delay the short ones no longer than one does.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn)
  })
}

/**
 * Resumes one piece of work after the other until it yields again. Those that no time is left for are the first of the
 * next turn.
 */
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

/** Long work in slices of time: `next` is to be awaited between any two steps of it. */
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

/** Maps many things, and yields to the event loop whenever that has taken a while. */
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

/** How long, in milliseconds, a batch of requests is worked on before others are served. */
export const BATCH_MS = 4

/** When the batch of this turn of the event loop began; undefined when there is none. */
let batchBegan: number | undefined

/** Requests that came together are about to be worked on. */
export function beginBatch(): void {
  batchBegan = performance.now()
  setImmediate(endBatch)
}

function endBatch(): void {
  batchBegan = undefined
}

/**
 * To be awaited between two steps of the work on a request. Requests that came together then take every step together,
 * with the step's code in the processor's cache, instead of each pushing out what the next one needs
 * (`docs/explanation/hot-path.md`). It costs about a microsecond, so it pays between steps of ten and more. When the batch has
 * taken long already, as when code runs for the first time, the next step waits for another turn.
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
 * Whether this turn of the event loop has taken long, so that work which may take long itself should `yieldToEventLoop`
 * before it even begins. Requests that came together, or waited for the same thing, else take that time each.
 */
export function isOverBudget(milliseconds = BATCH_MS): boolean {
  const now = performance.now()
  return now - turnBegan(now) >= milliseconds
}

/**
 * To be awaited between two steps of work that may take long, as with a large object: the next step is for another turn of
 * the event loop if this one has taken long. Undefined if there is time for it now. Where many do the same at once, that has to
 * be made use of at once too, and not be awaited: else all of them find that there is time.
 */
export function endOfLongStep(): Promise<void> | undefined {
  return isOverBudget() ? yieldToEventLoop() : undefined
}

function isLong(since: number | undefined): boolean {
  return since !== undefined && performance.now() - since >= BATCH_MS
}
