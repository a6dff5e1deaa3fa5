/** Resolves in the next turn of the event loop, after the I/O of this one. What follows is a group of its own. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) =>
    setImmediate(() => {
      if (batchBegan === undefined) beginBatch()
      resolve()
    }),
  )
}

/** How long, in milliseconds, long work goes on at a stretch: each piece, and all of it together in one turn. */
const BUDGET_MS = 5

/**
 * A short stretch of time for work that could take long: once it is over the work has to `yieldToEventLoop`, so that everybody
 * else is served meanwhile.
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

/** Long work that waits to go on: whoever came first is first. */
let waiting: (() => void)[] = []

/**
 * To be awaited by work that takes long, whenever it has kept the event loop to itself for a while. It goes on in the next
 * turn, or in a later one when others who have given way fill that: however many requests of this kind there are, they
 * delay all others no longer than one does.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(goOn)
  })
}

/** Lets one after the other go on until it gives way again. Those for whom no time is left are the first of the next turn. */
async function goOn(): Promise<void> {
  const stretch = new TimeBudget()
  const turn = waiting
  waiting = []
  let next = 0
  do {
    turn[next++]?.()
    await microtasksDrained()
  } while (next < turn.length && !stretch.isOver)
  const late = turn.slice(next)
  if (late.length > 0 && waiting.length === 0) setImmediate(goOn)
  waiting = [...late, ...waiting]
}

/**
 * Resolves when everybody has gone on who waited for something that is resolved by now, or is by their going on. Node does
 * what is left for the next tick once it is through with its promises, but before it begins with them.
 */
export function microtasksDrained(): Promise<void> {
  return new Promise((resolve) => queueMicrotask(() => process.nextTick(resolve)))
}

/** Maps many things, and lets others have their turn whenever that has taken a while. */
export async function mapYielding<T, R>(things: readonly T[], map: (thing: T) => R): Promise<R[]> {
  const mapped: R[] = []
  let stretch = new TimeBudget()
  for (const thing of things) {
    mapped.push(map(thing))
    if (!stretch.isOver) continue
    await yieldToEventLoop()
    stretch = new TimeBudget()
  }
  return mapped
}

/** How long, in milliseconds, requests that came together are worked on before others have their turn. */
const BATCH_MS = 4

/** When the group of this turn of the event loop began; undefined when there is none. */
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
 * (`docs/hot-path.md`). It costs about a microsecond, so it pays between steps of ten and more. When the group has taken
 * long already, as when code runs for the first time, others have their turn before the next step.
 */
export function endOfStage(): Promise<void> | undefined {
  return isLong(batchBegan) ? nextTurn() : undefined
}

/** When somebody first asked in this turn whether it is late; undefined when nobody has. */
let firstAsked: number | undefined

/**
 * Whether this turn of the event loop has taken long, so that work which may take long itself should `yieldToEventLoop` before it
 * even begins. Requests that came together, or waited for the same thing, else take that time each.
 */
export function isOverBudget(): boolean {
  if (batchBegan !== undefined) return isLong(batchBegan)
  if (firstAsked !== undefined) return isLong(firstAsked)
  firstAsked = performance.now()
  setImmediate(() => {
    firstAsked = undefined
  })
  return false
}

function isLong(since: number | undefined): boolean {
  return since !== undefined && performance.now() - since >= BATCH_MS
}
