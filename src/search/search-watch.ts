import type { CachedObject } from '#cache/cached-object.js'
import { selects } from '#cache/search/search.js'
import type { EventStream } from '#http/request/exchange.js'
import { ApiError } from '#meta/api-error.js'
import { TimeSlices } from '#util/event-loop.js'
import type { ClusterObjects } from './cluster-objects.js'
import { packVersions } from './cluster-versions.js'
import type { FollowedResource } from './followed-resource.js'
import type { RenderedMetadata, Rendering } from './rendering.js'
import { expiredVersion } from './search-list.js'
import type { SearchOptions } from './search-options.js'

type EventType = 'ADDED' | 'MODIFIED' | 'DELETED'

/** How far a watch has come in one cluster. */
interface Cursor {
  /** The number of the next change; undefined until the cluster has been listed. */
  next: number | undefined
  /** The version from which the client would resume. */
  version: string
}

const INITIAL_EVENTS_END = { 'k8s.io/initial-events-end': 'true' }
/** Before all versions. */
const EXPIRED = '0'
/** Events that are sent together. */
const BATCH = 64

/**
 * Follows the changes of all clusters for one client. Each cluster has a cursor into its recent changes: a slow client
 * takes no memory, and ends with 410 when it falls too far behind.
 */
export class SearchWatch {
  readonly #followed: FollowedResource
  readonly #options: SearchOptions
  readonly #rendering: Rendering
  readonly #stream: EventStream
  readonly #cursors = new Map<string, Cursor>()
  readonly #slices = new TimeSlices()
  readonly #removals: number
  #frames: Buffer[] = []
  #isClosed = false
  #hasNews = true
  #wake = () => {}
  #sentInitial = false
  #wantsBookmark = false

  constructor(followed: FollowedResource, options: SearchOptions, rendering: Rendering, stream: EventStream) {
    this.#followed = followed
    this.#options = options
    this.#rendering = rendering
    this.#stream = stream
    this.#removals = followed.removals
    if (!options.sendInitialEvents) {
      for (const [cluster, version] of options.versions ?? [])
        this.#cursors.set(cluster, { next: undefined, version })
    }
  }

  /** Runs until `close`, or until the client is gone. Rejects with `expired` when events are missed. */
  async run(): Promise<void> {
    const unfollow = this.#followed.follow(() => this.#onNews())
    try {
      while (!this.#isClosed) {
        this.#hasNews = false
        await this.#sendNews()
        await this.#news()
      }
    } finally {
      unfollow()
    }
  }

  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  /** Sends a bookmark after the events that are being sent. */
  bookmark(): void {
    this.#wantsBookmark = true
    this.#onNews()
  }

  #onNews(): void {
    this.#hasNews = true
    this.#wake()
  }

  async #news(): Promise<void> {
    if (this.#hasNews || this.#isClosed) return
    await new Promise<void>((resolve) => {
      this.#wake = resolve
    })
  }

  async #sendNews(): Promise<void> {
    const { end, removals, synced } = this.#followed
    if (end !== undefined) throw end
    if (removals !== this.#removals) throw new ApiError('expired', 'a cluster has left the federation')
    for (const objects of synced) {
      if (this.#isClosed) return
      if (this.#options.clusters?.has(objects.cluster) ?? true) await this.#sendCluster(objects)
    }
    await this.#flush()
    if (this.#isClosed) return
    if (!this.#sentInitial && this.#options.sendInitialEvents) this.#sendBookmark(INITIAL_EVENTS_END)
    this.#sentInitial = true
    if (!this.#wantsBookmark) return
    this.#wantsBookmark = false
    this.#sendBookmark()
  }

  #sendBookmark(annotations?: RenderedMetadata['annotations']): void {
    const metadata = { resourceVersion: this.#token(), ...(annotations && { annotations }) }
    this.#stream.send([Buffer.from(`{"type":"BOOKMARK","object":${this.#rendering.bookmark(metadata)}}\n`)])
  }

  async #sendCluster(objects: ClusterObjects): Promise<void> {
    const cursor = this.#cursors.get(objects.cluster)
    if (cursor === undefined) return this.#sendAll(objects)
    cursor.next ??= startOf(objects, cursor.version)
    while (cursor.next < objects.next) {
      const change = objects.change(cursor.next)
      if (change === undefined) throw expiredVersion(objects.cluster, cursor.version)
      cursor.next++
      // A client may know more than this server does yet.
      if (change.position <= Number(cursor.version)) continue
      cursor.version = change.version
      const { before, after, shown } = change
      const was = before !== undefined && selects(this.#options.selection, before)
      const is = after !== undefined && selects(this.#options.selection, after)
      if (was && is) this.#add('MODIFIED', after)
      else if (is) this.#add('ADDED', after)
      else if (was) this.#add('DELETED', after === undefined ? shown : before)
      if (this.#frames.length >= BATCH) await this.#flush()
      if (this.#isClosed) return
    }
    // The cluster may have advanced without changes to these objects.
    if (Number(objects.version) > Number(cursor.version)) cursor.version = objects.version
  }

  /**
   * The cluster is new to the client. Only the last object has a version to resume from: with a part of the objects, a
   * client would miss their deletion.
   */
  async #sendAll(objects: ClusterObjects): Promise<void> {
    const { version } = objects
    const cursor: Cursor = { next: objects.next, version: EXPIRED }
    this.#cursors.set(objects.cluster, cursor)
    const state = objects.state()
    let after: string | undefined = ''
    let last: CachedObject | undefined
    do {
      after = state.walkSome('', after, BATCH, (object) => {
        if (!selects(this.#options.selection, object)) return true
        if (last !== undefined) this.#add('ADDED', last)
        last = object
        return true
      })
      await this.#flush()
    } while (after !== undefined && !this.#isClosed)
    cursor.version = version
    if (last !== undefined) this.#add('ADDED', last)
    await this.#flush()
  }

  #add(type: EventType, object: CachedObject): void {
    const json = this.#rendering.eventObject(object, this.#token())
    this.#frames.push(Buffer.concat([HEADS[type], json, FRAME_END]))
  }

  async #flush(): Promise<void> {
    const frames = this.#frames
    if (frames.length > 0) {
      this.#frames = []
      if (!this.#stream.send(frames)) this.close()
      await this.#stream.drained()
    }
    await this.#slices.next()
  }

  #token(): string {
    return packVersions(new Map([...this.#cursors].map(([cluster, { version }]) => [cluster, version])))
  }
}

/** Where a watch resumes. Throws `expired`. */
function startOf(objects: ClusterObjects, version: string): number {
  const start = objects.changeAfter(version)
  if (start === 'expired') throw expiredVersion(objects.cluster, version)
  return start === 'ahead' ? objects.next : start
}

const HEADS: Readonly<Record<EventType, Buffer>> = {
  ADDED: Buffer.from('{"type":"ADDED","object":'),
  MODIFIED: Buffer.from('{"type":"MODIFIED","object":'),
  DELETED: Buffer.from('{"type":"DELETED","object":'),
}
const FRAME_END = Buffer.from('}\n')
