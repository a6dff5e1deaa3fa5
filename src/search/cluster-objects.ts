import type { CachedObject } from '#cache/cached-object.js'
import type { LazyObject } from '#federation/members/lazy-object.js'
import type { ServedResource } from '#federation/members/member-discovery.js'
import type { FeedListener, MemberList } from '#federation/members/member-feed.js'
import { type SortedEntries, SortedMap } from '#util/sorted-map.js'
import { foundObject, keyOf } from './found-object.js'

/** A change of one object. */
export interface Change {
  readonly before: CachedObject | undefined
  /** Undefined if the object was deleted. */
  readonly after: CachedObject | undefined
  /** What a watch shows: the new state, or the last one. */
  readonly shown: CachedObject
  /** The cluster's version with this change. */
  readonly position: number
  /**
   * The version from which a client resumes that has seen this change. A list after a gap leads to many changes at one
   * position: only the last of them reaches it, so that a client cannot miss the rest.
   */
  readonly version: string
}

export interface ClusterObjectsOptions {
  readonly cluster: string
  readonly resource: ServedResource
  /** Counts memory, in bytes. May close these objects. */
  readonly charge: (bytes: number) => void
  /** Called after every change of objects or state. */
  readonly notify: () => void
}

/** Recent changes, from which watches resume and pages of older lists are made. */
const MAX_CHANGES = 2_000
const MAX_CHANGE_BYTES = 16 * 1024 * 1024
/** Memory of an object besides its JSON: keys, labels, tree nodes. */
const OVERHEAD_BYTES = 512

const costOf = (object: CachedObject | undefined) => (object === undefined ? 0 : object.size + OVERHEAD_BYTES)

/** The objects of one resource in one cluster: their current state and recent history, from a feed. */
export class ClusterObjects implements FeedListener {
  readonly cluster: string
  readonly #options: ClusterObjectsOptions
  #objects = new SortedMap<CachedObject>()
  #changes: Change[] = []
  /** The number of the first kept change. */
  #first = 0
  #changeBytes = 0
  #charged = 0
  /** Empty until the first list is complete. */
  #version = ''
  /** All changes after this version are kept. */
  #oldest = 0
  #isCurrent = false
  #isClosed = false
  /** The list in progress: the first one fills the objects, later ones are compared with them. */
  #list = { number: 0, seen: new Set<string>(), changed: [] as CachedObject[] }

  constructor(options: ClusterObjectsOptions) {
    this.#options = options
    this.cluster = options.cluster
  }

  get isSynced(): boolean {
    return this.#version !== ''
  }

  /** Whether the objects are those of the cluster now, as far as is known. */
  get isCurrent(): boolean {
    return this.#isCurrent
  }

  get version(): string {
    return this.#version
  }

  /** The number of the next change. */
  get next(): number {
    return this.#first + this.#changes.length
  }

  get size(): number {
    return this.#objects.size
  }

  find(namespace: string, name: string): CachedObject | undefined {
    return this.#objects.get(keyOf(this.cluster, namespace, name))
  }

  /** The objects as they are now; later changes have no effect. */
  state(): SortedEntries<CachedObject> {
    return this.#objects.state()
  }

  /** The objects at a version; undefined if it is too old, or not yet reached. */
  stateAt(version: string): SortedEntries<CachedObject> | undefined {
    const start = this.changeAfter(version)
    if (typeof start !== 'number') return undefined
    if (start === this.next) return this.state()
    const past = this.#objects.copy()
    for (let number = this.next - 1; number >= start; number--) {
      const { before, shown } = this.#changes[number - this.#first] as Change
      if (before === undefined) past.delete(shown.key)
      else past.set(before.key, before)
    }
    return past.state()
  }

  /** The number of the first change after a version. */
  changeAfter(version: string): number | 'expired' | 'ahead' {
    const position = Number(version)
    if (!(position >= this.#oldest)) return 'expired'
    if (position > Number(this.#version)) return 'ahead'
    const index = this.#changes.findIndex((change) => change.position > position)
    return index < 0 ? this.next : this.#first + index
  }

  /** Undefined if the change is no longer kept, or has not happened yet. */
  change(number: number): Change | undefined {
    return this.#changes[number - this.#first]
  }

  /** Another feed follows: its lists are numbered anew. */
  restart(): void {
    this.#list = { number: 0, seen: new Set(), changed: [] }
  }

  close(): void {
    if (this.#isClosed) return
    this.#objects = new SortedMap()
    this.#changes = []
    this.#charge(-this.#charged)
    this.#isClosed = true
  }

  changed(received: LazyObject, list?: MemberList): void {
    if (this.#isClosed) return
    if (list !== undefined) this.#onListed(received, list)
    else {
      const after = this.#read(received)
      this.#apply(this.#objects.get(after.key), after, after)
      this.#version = received.resourceVersion
      this.#options.notify()
    }
  }

  gone(received: LazyObject): void {
    if (this.#isClosed) return
    const last = this.#read(received)
    const before = this.#objects.get(last.key)
    if (before !== undefined) this.#apply(before, undefined, last)
    this.#version = received.resourceVersion
    this.#options.notify()
  }

  synced(list: MemberList): void {
    if (this.#isClosed) return
    if (!this.isSynced) {
      this.#startList(list)
      this.#oldest = Number(list.version)
      this.#version = list.version
    } else this.#catchUp(list)
    this.restart()
    this.#isCurrent = true
    this.#options.notify()
  }

  advanced(version: string): void {
    if (this.#isClosed) return
    this.#version = version
    this.#options.notify()
  }

  watching(): void {
    this.#isCurrent = true
    this.#options.notify()
  }

  failed(): void {
    this.#isCurrent = false
    this.#options.notify()
  }

  #onListed(received: LazyObject, list: MemberList): void {
    this.#startList(list)
    if (!this.isSynced) {
      const object = this.#read(received)
      const before = this.#objects.get(object.key)
      this.#objects.set(object.key, object)
      this.#charge(costOf(object) - costOf(before))
      return
    }
    const key = keyOf(
      this.cluster,
      this.#options.resource.isNamespaced ? received.namespace : '',
      received.name,
    )
    this.#list.seen.add(key)
    if (this.#objects.get(key)?.revision === Number(received.resourceVersion)) return
    this.#list.changed.push(this.#read(received))
  }

  /** A list that failed starts again with another number. */
  #startList({ number }: MemberList): void {
    if (this.#list.number === number) return
    this.#list = { number, seen: new Set(), changed: [] }
    if (this.isSynced) return
    this.#objects = new SortedMap()
    this.#charge(-this.#charged)
  }

  /** Changes since the feed was interrupted, without their order. */
  #catchUp(list: MemberList): void {
    this.#startList(list)
    const { seen, changed } = this.#list
    const gone: CachedObject[] = []
    for (const key of this.#objects.keys()) {
      if (!seen.has(key)) gone.push(this.#objects.get(key) as CachedObject)
    }
    for (const after of changed) {
      const before = this.#objects.get(after.key)
      if (before !== undefined && isAnother(before, after)) gone.push(before)
    }
    const count = changed.length + gone.length
    // A cluster that starts anew counts from the beginning. Older versions mean nothing to it.
    if (Number(list.version) < Number(this.#version)) {
      this.#dropChanges(this.#changes.length)
      // Watches end: they would take the next changes for old ones.
      this.#first++
      this.#oldest = Number(list.version)
      this.#version = list.version
    }
    let applied = 0
    const at = () => ({
      position: Number(list.version),
      version: ++applied === count ? list.version : this.#version,
    })
    for (const before of gone) this.#apply(before, undefined, before, at())
    for (const after of changed) this.#apply(this.#objects.get(after.key), after, after, at())
    this.#version = list.version
  }

  #apply(
    before: CachedObject | undefined,
    after: CachedObject | undefined,
    shown: CachedObject,
    at = { position: shown.revision as number, version: String(shown.revision) },
  ): void {
    if (after === undefined) this.#objects.delete(shown.key)
    else this.#objects.set(after.key, after)
    this.#changes.push({ before, after, shown, ...at })
    this.#changeBytes += ownCost({ before, after, shown })
    // The replaced object is charged until its change is dropped.
    this.#charge(after === undefined && before === shown ? 0 : costOf(shown))
    if (this.#changes.length <= MAX_CHANGES && this.#changeBytes <= MAX_CHANGE_BYTES) return
    // Some more than needed, so that not every change moves all others.
    const leastBytes = this.#changeBytes - MAX_CHANGE_BYTES * 0.9
    let count = Math.max(this.#changes.length - MAX_CHANGES * 0.9, 0)
    let bytes = 0
    for (const [index, change] of this.#changes.entries()) {
      if (index >= count && bytes >= leastBytes) break
      bytes += ownCost(change)
      count = Math.max(count, index + 1)
    }
    this.#dropChanges(count)
  }

  #dropChanges(count: number): void {
    if (count === 0) return
    let bytes = 0
    for (const change of this.#changes.splice(0, count)) {
      bytes += ownCost(change)
      this.#oldest = change.position
    }
    this.#first += count
    this.#changeBytes -= bytes
    this.#charge(-bytes)
  }

  #read(received: LazyObject): CachedObject {
    return foundObject(this.cluster, this.#options.resource, received.read())
  }

  #charge(bytes: number): void {
    if (this.#isClosed) return
    this.#charged += bytes
    this.#options.charge(bytes)
  }
}

/** Whether an object was deleted and created again: clients tell objects apart by their uids. */
const isAnother = (before: CachedObject, after: CachedObject) =>
  before.metadata().uid !== after.metadata().uid

/** The memory that only a change keeps. */
function ownCost({ before, after, shown }: Pick<Change, 'before' | 'after' | 'shown'>): number {
  return costOf(before) + (after === undefined && before !== shown ? costOf(shown) : 0)
}
