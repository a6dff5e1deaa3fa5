/**
 * The layout in etcd. The keys of the store are below `<prefix>/`. The engine's own keys are beside it, outside of
 * all feeds.
 */
export class Keyspace {
  readonly #root: string
  /**
   * Written by every write, with the time as its value. So its last revision is that of the store's last write,
   * whatever else uses the cluster, and its history gives the time of each write.
   */
  readonly head: string
  /** The leader election. */
  readonly leader: string
  /** Where the history of the store begins, if it was restored. */
  readonly beginning: string
  /** The format of the layout, if it is not the first. */
  readonly format: string
  readonly #deletions: string

  constructor(prefix: string) {
    this.#root = `${prefix}/`
    this.head = `${prefix}~head`
    this.leader = `${prefix}~leader`
    this.beginning = `${prefix}~beginning`
    this.format = `${prefix}~format`
    this.#deletions = `${prefix}~deletions/`
  }

  /** The etcd key of a store key. */
  outer(key: string): string {
    return this.#root + key
  }

  /** The store key of an etcd key. */
  inner(outer: string): string {
    return outer.slice(this.#root.length)
  }

  /** Written by every deletion in the collection: deletions leave no other trace of their time. */
  deletions(collection: string): string {
    return this.#deletions + collection
  }

  /** The range of keys with a prefix, after a key. */
  range(prefix: string, after?: string): { key: string; rangeEnd: string } {
    const start = this.#root + prefix
    const behind = after === undefined ? '' : `${this.#root}${after}\0`
    return { key: behind > start ? behind : start, rangeEnd: successor(start) }
  }
}

/** The first string after all that start with this one. */
function successor(text: string): string {
  const last = text.length - 1
  return text.slice(0, last) + String.fromCharCode(text.charCodeAt(last) + 1)
}
