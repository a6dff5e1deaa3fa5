import type { Logger } from '#observe/logger.js'
import type { LazyObject, MemberObject } from './lazy-object.js'
import type { MemberClient } from './member-client.js'
import { type FeedRefused, MemberFeed, type MemberList } from './member-feed.js'

export interface ObjectFeedListener<T> {
  changed(before: T | undefined, after: T | undefined): void
  /** The objects are complete. */
  synced(): void
  /** The member refused a list or a watch with this status. The feed tries again. */
  refused?(status: number): void
}

export interface ObjectFeedOptions<T> {
  /** `/api/v1/services`, across namespaces. */
  readonly path: string
  /** What to keep of an object; undefined to leave it out. The object may have any shape. */
  readonly read: (object: MemberObject) => T | undefined
  readonly listener: ObjectFeedListener<T>
}

/** The objects of one kind in a member, by `namespace/name`. */
export class ObjectFeed<T> {
  readonly #objects = new Map<string, { value: T; list: number }>()
  readonly #options: ObjectFeedOptions<T>
  readonly #feed: MemberFeed
  #list = 0
  #isSynced = false

  constructor(client: MemberClient, options: ObjectFeedOptions<T>, logger: Logger) {
    this.#options = options
    const listener = {
      changed: (object: LazyObject, list?: MemberList) => this.#onChanged(object, list),
      gone: (object: LazyObject) => this.#forget(keyOf(object.namespace, object.name)),
      synced: (list: MemberList) => this.#onSynced(list),
      refused: ({ status }: FeedRefused) => options.listener.refused?.(status),
    }
    this.#feed = new MemberFeed(client, { path: options.path, labelSelector: '' }, listener, logger)
    this.#feed.start()
  }

  get isSynced(): boolean {
    return this.#isSynced
  }

  get(namespace: string, name: string): T | undefined {
    return this.#objects.get(keyOf(namespace, name))?.value
  }

  *values(): Generator<T> {
    for (const { value } of this.#objects.values()) yield value
  }

  /** The member is reachable again. */
  resume(): void {
    this.#feed.resume()
  }

  close(): Promise<void> {
    return this.#feed.close()
  }

  #onChanged(object: LazyObject, list?: MemberList): void {
    const key = keyOf(object.namespace, object.name)
    if (list !== undefined) this.#list = list.number
    const value = this.#options.read(object.read())
    if (value === undefined) {
      this.#forget(key)
      return
    }
    const before = this.#objects.get(key)?.value
    this.#objects.set(key, { value, list: this.#list })
    this.#options.listener.changed(before, value)
  }

  #forget(key: string): void {
    const known = this.#objects.get(key)
    if (known === undefined) return
    this.#objects.delete(key)
    this.#options.listener.changed(known.value, undefined)
  }

  #onSynced({ number }: MemberList): void {
    for (const [key, { list }] of this.#objects) if (list !== number) this.#forget(key)
    this.#list = number
    this.#isSynced = true
    this.#options.listener.synced()
  }
}

export const keyOf = (namespace: string, name: string) => `${namespace}/${name}`
