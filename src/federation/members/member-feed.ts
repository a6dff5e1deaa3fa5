import type { Logger } from '#observe/logger.js'
import { LazyObject } from './lazy-object.js'
import type { ListMetadata } from './list-reader.js'
import type { MemberClient, MemberResponse } from './member-client.js'
import { MemberUnreachable, ResponseRefused } from './member-errors.js'
import type { ReceivedText } from './received-json.js'

/** The objects of one kind that a selector selects. */
export interface FollowedResource {
  /** `/apis/apps/v1/deployments`, across namespaces. */
  readonly path: string
  readonly labelSelector: string
}

export interface FeedListener {
  /** The object was added or changed. `list` is set while objects are listed. */
  changed(object: LazyObject, list?: MemberList): void
  gone(object: LazyObject): void
  /** The list is complete: known objects that it lacks are gone. */
  synced(list: MemberList): void
  /** The member refused a list. The feed tries again. */
  refused?(error: FeedRefused): void
  /** Nothing has changed up to this resource version. */
  advanced?(version: string): void
  /** The watch is open: what is known is current. */
  watching?(): void
  /** A list or a watch failed. The feed tries again. */
  failed?(error: unknown): void
}

/** A member refused a list or watch. */
export class FeedRefused extends Error {
  override readonly name = 'FeedRefused'
  readonly status: number

  constructor(message: string, status: number) {
    super(message)
    this.status = status
  }
}

/** A list of all objects. A feed starts with one, and lists again after it missed events. */
export interface MemberList {
  /** The number of the list in this feed, from 1. */
  readonly number: number
  /** The resource version of the list; empty until it is known. */
  readonly version: string
}

const PAGE = 500
/** More objects than a host could hold copies of. */
const MAX_PAGES = 10_000
const WATCH_SECONDS = 290
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** The watch is closed here if the member does not close it in time: the connection may be lost. */
const WATCH_ENDS_MS = (WATCH_SECONDS + 30) * 1000
/** A request that lasted this long resets the failure count. */
const STEADY_MS = 5_000

/**
 * Follows the objects of a member: a paged list, then a watch, for ever. After an error it resumes, or lists
 * again if the resource version or continue token has expired.
 */
export class MemberFeed {
  readonly #client: MemberClient
  readonly #resource: FollowedResource
  readonly #listener: FeedListener
  readonly #logger: Logger
  readonly #end = new AbortController()
  /** Aborts the current request so that the feed resumes at once. */
  #interruption = new AbortController()
  /** The last reported resource version; undefined if a list is needed. */
  #version: string | undefined
  #lists = 0
  /** The page size; halved after a page was too large. */
  #pageSize = PAGE
  /** The list in progress and its continue token; undefined if there is none. */
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

  /** Reconnects at once: the member is reachable again. */
  resume(): void {
    this.#failures = 0
    this.#interruption.abort()
  }

  /** Nothing is reported after this resolves. */
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
        this.#listener.failed?.(error)
        const { path } = this.#resource
        this.#logger.debug(
          { member: this.#client.server, path, error: String(error) },
          'the feed of a member failed',
        )
        if (error instanceof FeedRefused) this.#listener.refused?.(error)
        if (!(error instanceof MemberUnreachable)) {
          this.#version = undefined
          this.#unfinished = undefined
        }
        await this.#pause(error instanceof MemberBusy ? error.retryAfterMs : 0)
      }
    }
  }

  /** Resolves with the resource version of the list. An interrupted list resumes with its current page. */
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

  /** Skips a refused object, so that the objects after it are followed. */
  #unlessRefused(handle: () => void): void {
    try {
      handle()
    } catch (error) {
      if (!(error instanceof ResponseRefused)) throw error
      this.#client.refused('GET', this.#resource.path, error)
    }
  }

  /** Resolves when the watch ends normally and should be resumed. */
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
    const stream = this.#client.stream(`${this.#resource.path}?${query}`, signal, () =>
      this.#listener.watching?.(),
    )
    try {
      for (;;) {
        const { done, value } = await stream.next()
        if (!done) this.#unlessRefused(() => this.#take(value))
        else if (value !== undefined) throw refusalOf('a watch', value)
        else if (performance.now() - began >= STEADY_MS) return
        // A member that closes watches at once must not be polled in a loop.
        else throw new MemberUnreachable('a watch ended at once')
      }
    } finally {
      clearTimeout(end)
      await stream.return(undefined)
    }
  }

  #take(line: ReceivedText): void {
    const { type, object } = LazyObject.fromWatchLine(line)
    // The resource version has expired or the watch failed: list again.
    if (type === 'ERROR') throw new Error('a watch ended with an error')
    this.#failures = 0
    if (type === 'DELETED') this.#listener.gone(object)
    else if (type === 'BOOKMARK') this.#listener.advanced?.(object.resourceVersion)
    else this.#listener.changed(object)
    this.#version = object.resourceVersion
  }

  #query(parameters: Readonly<Record<string, string>>): URLSearchParams {
    return new URLSearchParams({ labelSelector: this.#resource.labelSelector, ...parameters })
  }

  /** Exponential backoff with jitter, so that feeds do not reconnect all at once. */
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

/** The member is overloaded. Known objects stay valid. */
class MemberBusy extends MemberUnreachable {
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

/** Any other status, such as 410, means that objects must be listed again. */
function refusalOf(what: string, { status, retryAfterMs = 0 }: MemberResponse): Error {
  const message = `${what} responded with ${status}`
  if (status === 429 || status >= 500) return new MemberBusy(message, retryAfterMs)
  return new FeedRefused(message, status)
}
