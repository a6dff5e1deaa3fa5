import type { Logger } from '#observe/logger.js'
import { LazyObject } from './lazy-object.js'
import type { ListMetadata } from './list-reader.js'
import type { MemberClient, MemberResponse } from './member-client.js'
import { MemberUnreachable, ResponseRefused } from './member-errors.js'
import type { ReceivedText } from './received-json.js'

/** What is followed: the objects of one kind, as far as a selector selects them. */
export interface FollowedResource {
  /** `/apis/apps/v1/deployments`, across namespaces. */
  readonly path: string
  readonly labelSelector: string
}

export interface FeedListener {
  /** The object has come, or has changed. `list` is given where it is told as a part of one. */
  changed(object: LazyObject, list?: MemberList): void
  gone(object: LazyObject): void
  /** All objects of a list have been told: what there was before it, and is not among them, is gone. */
  synced(list: MemberList): void
}

/** A list of all objects, with which a feed begins, and begins again where it has missed something. */
export interface MemberList {
  /** Counts the lists of a feed, from 1. */
  readonly number: number
  /** Of which version of the member the list is; empty until that is known. */
  readonly version: string
}

const PAGE = 500
/** Pages of one list: of more objects than a host could keep copies of. */
const MAX_PAGES = 10_000
const WATCH_SECONDS = 290
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** A watch is ended from here when the member should long have done so: what is between may have lost the connection. */
const WATCH_ENDS_MS = (WATCH_SECONDS + 30) * 1000
/** What went on for so long has not failed: the next failure is the first one. */
const STEADY_MS = 5_000

/**
 * Follows objects of a member: a list in pages, then a watch from there, for ever. What breaks is begun again where it was, or
 * with a new list where the member no longer knows what came since, or how a list goes on.
 */
export class MemberFeed {
  readonly #client: MemberClient
  readonly #resource: FollowedResource
  readonly #listener: FeedListener
  readonly #logger: Logger
  readonly #end = new AbortController()
  /** Ends what is under way, so that the feed goes on at once with something else. */
  #interruption = new AbortController()
  /** The version up to which everything is told; undefined before the first list, and when a new one is needed. */
  #version: string | undefined
  #lists = 0
  /** How many objects are asked for at once: fewer, once a page was too large. */
  #pageSize = PAGE
  /** The list that is told in part, and where its next page begins; undefined when none is under way. */
  #unfinished: { readonly list: { readonly number: number; version: string }; next?: string } | undefined
  #failures = 0
  #done: Promise<void> = Promise.resolve()

  constructor(client: MemberClient, resource: FollowedResource, listener: FeedListener, logger: Logger) {
    this.#client = client
    this.#resource = resource
    this.#listener = listener
    this.#logger = logger
  }

  start(): void {
    this.#done = this.#follow()
  }

  /** Goes on at once where the feed is, on a new connection: the member has been out of reach, and no longer is. */
  resume(): void {
    this.#failures = 0
    this.#interruption.abort()
  }

  /** Nothing is told after this has resolved. */
  async close(): Promise<void> {
    this.#end.abort()
    this.#interruption.abort()
    await this.#done
  }

  async #follow(): Promise<void> {
    while (!this.#end.signal.aborted) {
      this.#interruption = new AbortController()
      const began = performance.now()
      try {
        if (this.#version === undefined) this.#version = await this.#list()
        else {
          await this.#watch(this.#version)
          this.#failures = 0
        }
      } catch (error) {
        if (this.#end.signal.aborted) return
        if (this.#interruption.signal.aborted) continue
        if (performance.now() - began >= STEADY_MS) this.#failures = 0
        this.#failures++
        const { path } = this.#resource
        this.#logger.debug(
          { member: this.#client.server, path, error: String(error) },
          'a feed of a member has broken off',
        )
        if (!(error instanceof MemberUnreachable)) {
          this.#version = undefined
          this.#unfinished = undefined
        }
        await this.#pause(error instanceof MemberBusy ? error.retryAfterMs : 0)
      }
    }
  }

  /** Resolves with the version that the list is of. One that has broken off goes on with the page that was asked for. */
  async #list(): Promise<string> {
    this.#unfinished ??= { list: { number: ++this.#lists, version: '' } }
    const { list } = this.#unfinished
    let { next } = this.#unfinished
    let pages = 0
    do {
      if (++pages > MAX_PAGES) throw new Error(`a list has more than ${MAX_PAGES} pages`)
      const { resourceVersion, continue: token } = await this.#page(list, next)
      if (typeof resourceVersion !== 'string') throw new Error('a list has no version')
      list.version = resourceVersion
      next = typeof token === 'string' && token !== '' ? token : undefined
      this.#unfinished = { list, ...(next && { next }) }
    } while (next !== undefined)
    this.#unfinished = undefined
    this.#listener.synced(list)
    return list.version
  }

  async #page(list: MemberList, next: string | undefined): Promise<ListMetadata> {
    const query = this.#query({ limit: String(this.#pageSize), ...(next && { continue: next }) })
    const path = `${this.#resource.path}?${query}`
    const { signal } = this.#interruption
    try {
      const { metadata, refusal } = await this.#client.list({ path, signal }, (text) =>
        this.#unlessRefused(() => this.#listener.changed(LazyObject.fromListItem(text), list)),
      )
      if (refusal !== undefined) throw refusalOf('a list', refusal)
      return metadata
    } catch (error) {
      if (error instanceof ResponseRefused) this.#pageSize = Math.ceil(this.#pageSize / 10)
      throw error
    }
  }

  /** An object that is refused is left out: it must not keep those from being followed that come after it. */
  #unlessRefused(handle: () => void): void {
    try {
      handle()
    } catch (error) {
      if (!(error instanceof ResponseRefused)) throw error
      this.#client.refused('GET', this.#resource.path, error)
    }
  }

  /** Resolves when the watch is over as it should, and is to go on from where it is. */
  async #watch(version: string): Promise<void> {
    const query = this.#query({
      watch: 'true',
      resourceVersion: version,
      allowWatchBookmarks: 'true',
      timeoutSeconds: String(WATCH_SECONDS),
    })
    const began = performance.now()
    const { signal } = this.#interruption
    const end = setTimeout(() => this.#interruption.abort(), WATCH_ENDS_MS).unref()
    const stream = this.#client.stream(`${this.#resource.path}?${query}`, signal)
    try {
      for (;;) {
        const { done, value } = await stream.next()
        if (!done) this.#unlessRefused(() => this.#take(value))
        else if (value !== undefined) throw refusalOf('a watch', value)
        else if (performance.now() - began >= STEADY_MS) return
        // One that ends at once, again and again, must not be all that the member does.
        else throw new MemberUnreachable('a watch has ended at once')
      }
    } finally {
      clearTimeout(end)
      await stream.return(undefined)
    }
  }

  #take(line: ReceivedText): void {
    const { type, object } = LazyObject.fromWatchLine(line)
    // What came since is no longer known there, or cannot be told: all has to be listed again.
    if (type === 'ERROR') throw new Error('a watch has ended with an error')
    this.#failures = 0
    if (type === 'DELETED') this.#listener.gone(object)
    else if (type !== 'BOOKMARK') this.#listener.changed(object)
    this.#version = object.resourceVersion
  }

  #query(parameters: Readonly<Record<string, string>>): URLSearchParams {
    return new URLSearchParams({ labelSelector: this.#resource.labelSelector, ...parameters })
  }

  /** Doubling, with a part that differs from feed to feed: a member that comes back is not asked by all at once. */
  async #pause(minMs: number): Promise<void> {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), MAX_PAUSE_MS)
    const pause = Math.max(Math.min(minMs, MAX_PAUSE_MS), longest / 2) + (Math.random() * longest) / 2
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause)
      timer.unref()
      this.#interruption.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

/** The member has too much to do. What is known of its objects holds. */
class MemberBusy extends MemberUnreachable {
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Any other answer, such as 410, means that what is known is to be listed anew. */
function refusalOf(what: string, { status, retryAfterMs = 0 }: MemberResponse): Error {
  const message = `${what} is answered with ${status}`
  return status === 429 || status >= 500 ? new MemberBusy(message, retryAfterMs) : new Error(message)
}
