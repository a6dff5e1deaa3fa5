import type { Revision } from '#storage/contract.js'
import { TimeBudget, yieldToEventLoop } from '#util/event-loop.js'
import type { CachedObject } from './cached-object.js'
import type { Selection } from './selection.js'
import type { FrameEncoder, WatchEvent } from './watch-event.js'

/** How many events may wait for a watcher during its replay. */
const BACKLOG_LIMIT = 10_000

/** How many replayed events are sent before the client's pace is looked at. */
const REPLAY_STEP = 64

/** Where a watcher's frames go. */
export interface WatchSink {
  /** Takes frames at once, whatever its client's speed. Returns false when it is too far behind and gave up. */
  send(frames: readonly Buffer[]): boolean
  /** Resolves when the client has taken enough of what was sent; undefined when it has. */
  drained(): Promise<void> | undefined
}

/**
 * One watch. It begins with a replay at its client's pace, while new events wait in a backlog; then it is live, and an
 * event goes straight to the sink. It never makes a commit wait: a client that falls too far behind is cut off and can
 * resume from the last version it has seen.
 */
export class Watcher {
  readonly selection: Selection
  readonly #sink: WatchSink
  #encoder: FrameEncoder
  /** Undefined once live. */
  #backlog: WatchEvent[] | undefined = []
  /** Every event up to here has been sent, or was not asked for. */
  #revision: Revision
  #open = true
  #closed: (() => void)[] = []

  /** Changes after `from` will be sent. */
  constructor(selection: Selection, from: Revision, encoder: FrameEncoder, sink: WatchSink) {
    this.selection = selection
    this.#revision = from
    this.#encoder = encoder
    this.#sink = sink
  }

  get isOpen(): boolean {
    return this.#open
  }

  /** Whether the replay is complete. */
  get isLive(): boolean {
    return this.#open && this.#backlog === undefined
  }

  /** How far the stream has come. */
  get revision(): Revision {
    return this.#revision
  }

  close(): void {
    if (!this.#open) return
    this.#open = false
    this.#backlog = undefined
    for (const closed of this.#closed) closed()
    this.#closed = []
  }

  /** Calls back when the watcher is closed for any reason; at once when it is closed already. */
  onClose(closed: () => void): void {
    if (this.#open) this.#closed.push(closed)
    else closed()
  }

  /** Takes new events. Called synchronously by the commit, so it must be quick. */
  notify(events: readonly WatchEvent[]): void {
    if (!this.#open) return
    if (this.#backlog === undefined) {
      this.#send(events)
      return
    }
    for (const event of events) this.#backlog.push(event)
    if (this.#backlog.length > BACKLOG_LIMIT) this.close()
  }

  /** The frame of an object that is there, as if it had just been added. */
  added(object: CachedObject): Buffer {
    const frame = this.#encoder.frame('ADDED', object)
    this.#encoder = this.#encoder.following
    return frame
  }

  /** Sends frames of the replay, and waits until the client has taken them. */
  async replay(frames: readonly Buffer[]): Promise<void> {
    if (!this.#open || frames.length === 0) return
    if (this.#sink.send(frames)) await this.#sink.drained()
    else this.close()
  }

  /** Replays events, a few at a time. */
  async replayEvents(events: readonly WatchEvent[]): Promise<void> {
    for (let at = 0; at < events.length && this.#open; ) {
      let end = Math.min(at + REPLAY_STEP, events.length)
      // Events of one revision belong to one write and are sent together.
      while (events[end]?.revision === events[end - 1]?.revision) end++
      at += this.#send(events.slice(at, end), new TimeBudget())
      // A client that keeps pace is not waited for; the replay only yields to the event loop.
      await (this.#sink.drained() ?? (at < events.length ? yieldToEventLoop() : undefined))
    }
  }

  /** The replay is complete: the backlog follows, and then events come as they happen. */
  async goLive(): Promise<void> {
    while (this.#open && this.#backlog !== undefined) {
      if (this.#backlog.length === 0) {
        this.#backlog = undefined
        return
      }
      const waiting = this.#backlog
      this.#backlog = []
      await this.replayEvents(waiting)
    }
  }

  /** Returns how many were sent: once the budget is over, no more revisions are begun with. */
  #send(events: readonly WatchEvent[], budget?: TimeBudget): number {
    const frames: Buffer[] = []
    let last: WatchEvent | undefined
    let count = 0
    for (const event of events) {
      if (frames.length > 0 && last?.revision !== event.revision && budget?.isOver) break
      last = event
      count++
      // The replay and the backlog may overlap; a revision is sent once.
      if (event.revision <= this.#revision) continue
      const type = event.typeFor(this.selection)
      if (type === undefined) continue
      frames.push(event.frame(type, this.#encoder))
      this.#encoder = this.#encoder.following
    }
    if (last !== undefined && last.revision > this.#revision) this.#revision = last.revision
    if (frames.length > 0 && !this.#sink.send(frames)) this.close()
    return count
  }
}
