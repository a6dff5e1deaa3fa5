import type { Logger } from '../../observe/logger.js'
import { TimeBudget, yieldToEventLoop } from '../../util/event-loop.js'
import { type MemberClient, MemberUnreachable } from './member-client.js'

/** An object of a member as it comes over the wire. */
export interface MemberObject {
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid: string
    readonly resourceVersion: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
    readonly [member: string]: unknown
  }
  readonly [member: string]: unknown
}

/** What is followed: the objects of one kind, as far as a selector selects them. */
export interface FollowedResource {
  /** `/apis/apps/v1/deployments`, across namespaces. */
  readonly path: string
  readonly labelSelector: string
}

/** Which object of the kind; the namespace is empty for a kind without. */
export interface MemberObjectName {
  readonly namespace: string
  readonly name: string
}

export interface FeedListener {
  /** The object has come, or has changed. */
  changed(object: MemberObject): void
  gone(object: MemberObjectName): void
  /** All objects that there were when the feed was (re)started have been told; others that were told before are gone. */
  synced(): void
}

const PAGE = 500
const WATCH_SECONDS = 290
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

interface ObjectList {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string }
  readonly items: readonly MemberObject[]
}

interface WatchEvent {
  readonly type: string
  readonly object: MemberObject
}

/**
 * Follows objects of a member: a list in pages, then a watch from there, for ever. What breaks is begun again where it was, or
 * with a new list where the member no longer knows what came since.
 */
export class MemberFeed {
  readonly #client: MemberClient
  readonly #resource: FollowedResource
  readonly #listener: FeedListener
  readonly #logger: Logger
  readonly #end = new AbortController()
  /** The versions of what the listener has been told of, by namespace and name: no object is kept. */
  readonly #known = new Map<string, string>()
  /** Ends what is under way, so that the feed goes on at once with something else. */
  #interruption = new AbortController()
  /** The version up to which everything is told; undefined before the first list, and when a new one is needed. */
  #version: string | undefined
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
      try {
        if (this.#version === undefined) this.#version = await this.#list()
        else await this.#watch(this.#version)
        this.#failures = 0
      } catch (error) {
        if (this.#end.signal.aborted) return
        if (this.#interruption.signal.aborted) continue
        this.#failures++
        const { path } = this.#resource
        this.#logger.debug(
          { member: this.#client.server, path, error: String(error) },
          'a feed of a member has broken off',
        )
        if (!(error instanceof MemberUnreachable)) this.#version = undefined
        await this.#pause()
      }
    }
  }

  /** Resolves with the version that the list is of. */
  async #list(): Promise<string> {
    const seen = new Set<string>()
    let next: string | undefined
    let version = ''
    do {
      const { metadata, items } = await this.#page(next)
      version = metadata.resourceVersion
      let budget = new TimeBudget()
      for (const object of items) {
        seen.add(keyOf(object))
        this.#tell(object)
        if (!budget.isOver) continue
        await yieldToEventLoop()
        if (this.#end.signal.aborted) throw new MemberUnreachable('the feed is closed')
        budget = new TimeBudget()
      }
      next = metadata.continue || undefined
    } while (next !== undefined)
    for (const key of this.#known.keys()) if (!seen.has(key)) this.#forget(key)
    this.#listener.synced()
    return version
  }

  async #page(next: string | undefined): Promise<ObjectList> {
    const query = this.#query({ limit: String(PAGE), ...(next && { continue: next }) })
    const { status, body } = await this.#client.send(
      { method: 'GET', path: `${this.#resource.path}?${query}` },
      this.#interruption.signal,
    )
    if (status !== 200) throw new Error(`a list is answered with ${status}`)
    return body as ObjectList
  }

  /** Resolves when the watch is over, and is to go on from where it is or after a new list. */
  async #watch(version: string): Promise<void> {
    const query = this.#query({
      watch: 'true',
      resourceVersion: version,
      allowWatchBookmarks: 'true',
      timeoutSeconds: String(WATCH_SECONDS),
    })
    const stream = this.#client.stream(`${this.#resource.path}?${query}`, this.#interruption.signal)
    for (;;) {
      const { done, value } = await stream.next()
      if (done) {
        if (value === undefined) return
        if (value.status === 410) {
          this.#version = undefined
          return
        }
        throw new Error(`a watch is answered with ${value.status}`)
      }
      const { type, object } = value as WatchEvent
      if (type === 'ERROR') {
        this.#version = undefined
        return
      }
      if (type === 'DELETED') this.#forget(keyOf(object))
      else if (type !== 'BOOKMARK') this.#tell(object)
      this.#version = object.metadata.resourceVersion
    }
  }

  #query(parameters: Readonly<Record<string, string>>): URLSearchParams {
    return new URLSearchParams({ labelSelector: this.#resource.labelSelector, ...parameters })
  }

  #tell(object: MemberObject): void {
    const key = keyOf(object)
    const { resourceVersion } = object.metadata
    if (this.#known.get(key) === resourceVersion) return
    this.#known.set(key, resourceVersion)
    this.#listener.changed(object)
  }

  #forget(key: string): void {
    if (!this.#known.delete(key)) return
    const slash = key.indexOf('/')
    this.#listener.gone({ namespace: key.slice(0, slash), name: key.slice(slash + 1) })
  }

  /** Doubling, with a part that differs from feed to feed: a member that comes back is not asked by all at once. */
  async #pause(): Promise<void> {
    const longest = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS)
    const pause = longest / 2 + (Math.random() * longest) / 2
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

const keyOf = ({ metadata }: MemberObject) => `${metadata.namespace ?? ''}/${metadata.name}`
