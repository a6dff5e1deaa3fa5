import type { Revision } from '../storage/contract.js'
import { TimeBudget, yieldToEventLoop } from '../util/event-loop.js'
import type { CachedObject } from './cached-object.js'
import type { WatchEvent } from './watch-event.js'
import type { Watcher } from './watcher.js'

/** How many watchers are served before the time is looked at. */
const STEP = 16
/** How many events may wait for those before them. Commits wait beyond that. */
const QUEUE_LIMIT = 10_000

/** Watchers by the namespace they look at; those of all namespaces are under the empty text. */
type Watchers = Map<string, Set<Watcher>>

/** What is done to watchers, one after the other. */
type Round =
  | { readonly events: WatchEvent[]; readonly watchers: Watchers }
  | { readonly closed: true; readonly watchers: Watchers }

/**
 * The watchers of a collection. Each receives all events in their order, the first watchers before `notify` returns. Where
 * there are thousands, the others follow in later turns of the event loop, with all that has happened meanwhile in one piece.
 */
export class FanOut {
  #watchers: Watchers = new Map()
  /** What is still to be done, in order. The first is under way. */
  readonly #rounds: Round[] = []
  #steps: Generator<void> | undefined
  #ended = false

  /** From now on the watcher receives every event, until it is closed. Behind the end it is closed at once. */
  add(watcher: Watcher): void {
    if (this.#ended) watcher.close()
    if (!watcher.isOpen) return
    const all = this.#watchers
    const namespace = watcher.selection.namespace ?? ''
    const watchers = all.get(namespace) ?? new Set<Watcher>()
    all.set(namespace, watchers.add(watcher))
    watcher.onClose(() => {
      watchers.delete(watcher)
      if (watchers.size === 0 && all.get(namespace) === watchers) all.delete(namespace)
    })
  }

  notify(events: readonly WatchEvent[]): void {
    const watchers = this.#watchers
    if (watchers.size === 0) return
    const last = this.#rounds.at(-1)
    if (this.#rounds.length > 1 && last !== undefined && 'events' in last && last.watchers === watchers) {
      for (const event of events) last.events.push(event)
      if (last.events.length > QUEUE_LIMIT) this.#finish()
    } else this.#add({ events: [...events], watchers })
  }

  /** Closes all watchers, behind the events that they are still to receive. Those that are added later stay open. */
  closeAll(): void {
    const watchers = this.#watchers
    this.#watchers = new Map()
    if (watchers.size > 0) this.#add({ closed: true, watchers })
  }

  /** Closes all watchers, and those that are added later: there will be no more events. */
  end(): void {
    this.#ended = true
    this.closeAll()
  }

  /** The revision of the first event that some watchers have not received; undefined when all have received everything. */
  get pending(): Revision | undefined {
    for (const round of this.#rounds) if ('events' in round) return round.events[0]?.revision
    return undefined
  }

  #add(round: Round): void {
    if (this.#rounds.push(round) === 1 && !this.#work()) void this.#goOn()
  }

  /** Each slice may be the last of a round and the first of the next. */
  async #goOn(): Promise<void> {
    do await yieldToEventLoop()
    while (!this.#work())
  }

  /** Returns false when its time is over before everything is done. */
  #work(): boolean {
    let budget: TimeBudget | undefined
    for (let done = 1; this.#step(); done++) {
      if (done % STEP !== 0) continue
      // In most cases the few watchers that there are take less than it takes to look at the time.
      budget ??= new TimeBudget()
      if (budget.isOver) return false
    }
    return true
  }

  #finish(): void {
    while (this.#step());
  }

  /** Serves one watcher. Returns false when there is none left. */
  #step(): boolean {
    for (let round = this.#rounds[0]; round !== undefined; round = this.#rounds[0]) {
      this.#steps ??= 'events' in round ? deliver(round.events, round.watchers) : close(round.watchers)
      if (!this.#steps.next().done) return true
      this.#steps = undefined
      this.#rounds.shift()
    }
    return false
  }
}

function* deliver(events: readonly WatchEvent[], watchers: Watchers): Generator<void> {
  for (const watcher of [...(watchers.get('') ?? [])]) yield tell(watcher, events)
  for (const [namespace, here] of byNamespace(events)) {
    if (namespace === '') continue
    for (const watcher of [...(watchers.get(namespace) ?? [])]) yield tell(watcher, here)
  }
}

/** A watch that cannot be told of an event ends. Its client goes on where it was, and is then told why that cannot be. */
function tell(watcher: Watcher, events: readonly WatchEvent[]): void {
  try {
    watcher.notify(events)
  } catch {
    watcher.close()
  }
}

function* close(watchers: Watchers): Generator<void> {
  for (const here of [...watchers.values()]) for (const watcher of [...here]) yield watcher.close()
}

function byNamespace(events: readonly WatchEvent[]): Map<string, WatchEvent[]> {
  const byNamespace = new Map<string, WatchEvent[]>()
  for (const event of events) {
    const { namespace } = (event.object ?? event.previous) as CachedObject
    const sameNamespace = byNamespace.get(namespace)
    if (sameNamespace === undefined) byNamespace.set(namespace, [event])
    else sameNamespace.push(event)
  }
  return byNamespace
}
