import { type Failure, failureOf, unreachable } from '#console/model/api/failure.js'
import type { ApiObject } from '#console/model/api/object.js'
import { withQuery } from '#console/model/api/resource.js'
import type { WatchesRequest, WatchLine } from '#protocol/watches.js'
import { readLines } from './read-lines.js'

/** What wants the events of a collection. */
export interface Watcher {
  /** The path of the collection, with its selectors. */
  readonly path: string
  readonly accept: string
  /** All objects are about to be sent, or sent again: those that do not come before `complete` are gone. */
  restart(): void
  complete(): void
  event(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: unknown): void
  /** The watch is refused. Nothing follows until `retry`. */
  failed(failure: Failure): void
}

/** The state of the connection, for the page. */
export type Connection = 'idle' | 'connecting' | 'open' | 'lost'

export interface WatchStreamsOptions {
  /** Sends the request; its response has the lines. */
  readonly send: (request: WatchesRequest, signal: AbortSignal) => Promise<Response>
  readonly onConnection: (connection: Connection, failure?: Failure) => void
  /**
   * Whether the store has reached a version of a collection. After a loss it can be another one, such as that of a server
   * that keeps nothing; a watch from a version that is still to come would wait for it without a word.
   */
  readonly hasReached: (path: string, version: string) => Promise<boolean>
  /** The pause before another attempt, in milliseconds. */
  readonly pause?: (attempt: number) => number
}

interface Entry {
  readonly watcher: Watcher
  /** Events up to here have been seen; undefined until all initial objects have. */
  version: string | undefined
  isRefused: boolean
}

const PAUSES = [100, 300, 1000, 2000, 5000]
/** A server that sends nothing for so long, no bookmarks either, is gone. */
const SILENCE_MS = 150_000

/**
 * All watches of the page in one response. When a watch comes or goes, or the connection breaks, the next request goes
 * on where each watch was; a watch whose version has expired reads its collection again.
 */
export class WatchStreams {
  readonly #options: WatchStreamsOptions
  readonly #entries = new Map<string, Entry>()
  #round: AbortController | undefined
  #wake: (() => void) | undefined
  #attempt = 0
  #isRunning = false
  #wasLost = false

  constructor(options: WatchStreamsOptions) {
    this.#options = options
  }

  add(id: string, watcher: Watcher): void {
    this.#entries.set(id, { watcher, version: undefined, isRefused: false })
    this.#reopen()
  }

  remove(id: string): void {
    if (this.#entries.delete(id)) this.#reopen()
  }

  /** The user may be another one now: everything is read again. */
  retry(): void {
    for (const entry of this.#entries.values()) {
      entry.isRefused = false
      entry.version = undefined
    }
    this.#reopen()
  }

  /** The network may be back. */
  hurry(): void {
    this.#attempt = 0
    this.#wake?.()
  }

  #reopen(): void {
    this.#attempt = 0
    this.#round?.abort()
    this.#wake?.()
    if (!this.#isRunning) void this.#run()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    // Watches that start together share the first request.
    await this.#sleep(0)
    for (;;) {
      const wanted = [...this.#entries].filter(([, entry]) => !entry.isRefused)
      if (wanted.length === 0) break
      const round = new AbortController()
      this.#round = round
      try {
        if (this.#wasLost) await this.#expectSameStore(wanted)
        await this.#read(wanted, round)
      } catch (error) {
        if (!round.signal.aborted) this.#options.onConnection('lost', unreachable(error))
      }
      if (!round.signal.aborted || this.#attempt > 0) {
        this.#wasLost = true
        round.abort()
        await this.#sleep(this.#pause())
      } else {
        await this.#sleep(0)
      }
    }
    this.#isRunning = false
    this.#round = undefined
    this.#options.onConnection('idle')
  }

  async #expectSameStore(wanted: readonly (readonly [string, Entry])[]): Promise<void> {
    const [, known] = wanted.find(([, { version }]) => version !== undefined) ?? []
    if (known?.version === undefined) return
    if (await this.#options.hasReached(known.watcher.path, known.version)) return
    for (const [, entry] of wanted) entry.version = undefined
  }

  #pause(): number {
    const attempt = this.#attempt++
    return this.#options.pause?.(attempt) ?? PAUSES[Math.min(attempt, PAUSES.length - 1)] ?? 0
  }

  #sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async #read(wanted: readonly (readonly [string, Entry])[], round: AbortController): Promise<void> {
    if (this.#attempt === 0) this.#options.onConnection('connecting')
    const watches = wanted.map(([id, { watcher, version }]) => {
      if (version === undefined) watcher.restart()
      return { id, path: withQuery(watcher.path, queryFrom(version)), accept: watcher.accept }
    })
    const response = await this.#options.send({ watches }, round.signal)
    if (!response.ok || response.body === null) {
      const failure = failureOf(response.status, await response.json().catch(() => undefined))
      this.#options.onConnection('lost', failure)
      if (isFinal(failure)) for (const [, entry] of wanted) refuse(entry, failure)
      return
    }
    this.#options.onConnection('open')
    this.#wasLost = false
    const alive = new Silence(SILENCE_MS, () => round.abort())
    const open = new Map(wanted)
    try {
      for await (const lines of readLines(response.body)) {
        alive.heard()
        for (const line of lines) {
          if (round.signal.aborted) return
          const read = JSON.parse(line) as WatchLine
          const entry = open.get(read.watch)
          if (entry === undefined) continue
          this.#take(entry, read)
          // The rest would go on without it, so all are asked for again.
          if (read.type === 'CLOSED' && !entry.isRefused) return
        }
      }
    } finally {
      alive.end()
    }
  }

  #take(entry: Entry, { type, object }: WatchLine): void {
    if (type === 'CLOSED') return
    if (type === 'ERROR') {
      const failure = failureOf(500, object)
      if (isExpired(failure)) entry.version = undefined
      else if (isFinal(failure)) refuse(entry, failure)
      return
    }
    this.#attempt = 0
    const sent = object as SentObject
    const version = versionOf(sent)
    if (type !== 'BOOKMARK') {
      entry.watcher.event(type, object)
      if (entry.version !== undefined) entry.version = version ?? entry.version
      return
    }
    if (isInitialEnd(sent)) {
      entry.watcher.complete()
      entry.version = version
    } else if (entry.version !== undefined) {
      entry.version = version ?? entry.version
    }
  }
}

/** An object, or a table with one row. */
type SentObject = ApiObject & {
  readonly rows?: readonly { readonly object?: { readonly metadata?: ApiObject['metadata'] } }[]
}

const metadataOf = (sent: SentObject) => sent.rows?.[0]?.object?.metadata ?? sent.metadata
const versionOf = (sent: SentObject) => metadataOf(sent).resourceVersion ?? sent.metadata.resourceVersion
const isInitialEnd = (sent: SentObject) =>
  metadataOf(sent).annotations?.['k8s.io/initial-events-end'] === 'true'

function queryFrom(version: string | undefined): Record<string, string> {
  const common = { watch: 'true', allowWatchBookmarks: 'true' }
  if (version !== undefined) return { ...common, resourceVersion: version }
  return { ...common, sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' }
}

function refuse(entry: Entry, failure: Failure): void {
  entry.isRefused = true
  entry.version = undefined
  entry.watcher.failed(failure)
}

/** The history does not reach back so far, or the store is another one and has not come so far. */
const isExpired = ({ code, message }: Failure) =>
  code === 410 || (code === 504 && message.includes('resource version'))

/** Trying again does not help. */
const isFinal = ({ code }: Failure) => code >= 400 && code < 500 && ![408, 409, 410, 429].includes(code)

/** Calls when nothing has been heard for a while. */
class Silence {
  readonly #milliseconds: number
  readonly #call: () => void
  #timer: ReturnType<typeof setTimeout>

  constructor(milliseconds: number, call: () => void) {
    this.#milliseconds = milliseconds
    this.#call = call
    this.#timer = setTimeout(call, milliseconds)
  }

  heard(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.#call, this.#milliseconds)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}
