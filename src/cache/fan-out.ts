import type { Revision } from '#storage/contract.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import type { CachedObject } from './cached-object.js'
import type { WatchEvent } from './watch-event.js'
import type { Watcher } from './watcher.js'

/** How many watchers are served before the time is looked at. */
const STEP = 16
/** How many events may wait for those before them. Commits wait beyond that. */
const QUEUE_LIMIT = 10_000

/** Watchers by the namespace they look at; those of all namespaces are under the empty text. */
type Watchers = Map<string, Set<Watcher>>

/** Events for watchers; without events, the watchers are closed. */
interface Round {
  readonly events: WatchEvent[] | undefined
  readonly watchers: Watchers
}

/** Watchers that receive the same events. */
interface Receivers {
  readonly events: readonly WatchEvent[] | undefined
  readonly watchers: readonly Watcher[]
}

/**
 * The watchers of a collection. Each receives all events in their order, the first watchers before `notify` returns. Where
 * there are thousands, the others follow in later turns of the event loop, with all that has happened meanwhile in one piece.
 */
export class FanOut {
  #watchers: Watchers = new Map()
  /** What is still to be done, in order. The first is under way. */
  readonly #rounds: Round[] = []
  /** Who is still to receive the events of the round under way, from `#next` on. */
  #receivers: Receivers[] = []
  #next = 0
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
    if (this.#rounds.length > 1 && last?.events !== undefined && last.watchers === watchers) {
      for (const event of events) last.events.push(event)
      if (last.events.length > QUEUE_LIMIT) this.#work(false)
    } else this.#add({ events: [...events], watchers })
  }

  /** Closes all watchers, behind the events that they are still to receive. Those that are added later stay open. */
  closeAll(): void {
    const watchers = this.#watchers
    this.#watchers = new Map()
    if (watchers.size > 0) this.#add({ events: undefined, watchers })
  }

  /** Closes all watchers, and those that are added later: there will be no more events. */
  end(): void {
    this.#ended = true
    this.closeAll()
  }

  /** The revision of the first event that some watchers have not received; undefined when all have received everything. */
  get pending(): Revision | undefined {
    return this.#rounds.find(({ events }) => events !== undefined)?.events?.[0]?.revision
  }

  #add(round: Round): void {
    if (this.#rounds.push(round) === 1 && !this.#work(true)) void this.#goOn()
  }

  /** Each slice may be the last of a round and the first of the next. */
  async #goOn(): Promise<void> {
    do await yieldToEventLoop()
    while (!this.#work(true))
  }

  /** Serves one watcher after the other. Returns false when the time of a slice is over before everything is done. */
  #work(isSlice: boolean): boolean {
    let budget: TimeBudget | undefined
    let done = 0
    for (let round = this.#rounds[0]; round !== undefined; round = this.#rounds[0]) {
      if (this.#receivers.length === 0) this.#receivers = receiversOf(round)
      for (let group = this.#receivers[0]; group !== undefined; group = this.#receivers[0]) {
        const { watchers, events } = group
        while (this.#next < watchers.length) {
          serve(watchers[this.#next++] as Watcher, events)
          if (!isSlice || ++done % STEP !== 0) continue
          // In most cases the few watchers that there are take less than it takes to look at the time.
          budget ??= new TimeBudget()
          if (budget.isOver) return false
        }
        this.#receivers.shift()
        this.#next = 0
      }
      this.#rounds.shift()
    }
    return true
  }
}

function receiversOf({ events, watchers }: Round): Receivers[] {
  if (events === undefined) return [...watchers.values()].map((here) => ({ events, watchers: [...here] }))
  const everywhere = watchers.get('')
  const receivers = everywhere === undefined ? [] : [{ events, watchers: [...everywhere] }]
  for (const [namespace, inNamespace] of byNamespace(events)) {
    const here = namespace === '' ? undefined : watchers.get(namespace)
    if (here !== undefined) receivers.push({ events: inNamespace, watchers: [...here] })
  }
  return receivers
}

/** A watch that cannot be sent an event ends. Its client goes on where it was, and then learns why that cannot be. */
function serve(watcher: Watcher, events: readonly WatchEvent[] | undefined): void {
  if (events === undefined) watcher.close()
  else
    try {
      watcher.notify(events)
    } catch {
      watcher.close()
    }
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
