/**
 * Where things lie in etcd. The keys of the store are below `<prefix>/`. What the engine keeps for itself lies beside
 * that, where no feed looks.
 */
export class Keyspace {
  readonly #root: string
  /**
   * Touched by every write, with the time as its value. So its last revision is that of the last write, whatever else
   * the cluster is used for, and its history says when each write was.
   */
  readonly head: string
  /** Who leads among the servers. */
  readonly leader: string
  readonly #deletions: string

  constructor(prefix: string) {
    this.#root = `${prefix}/`
    this.head = `${prefix}~head`
    this.leader = `${prefix}~leader`
    this.#deletions = `${prefix}~deletions/`
  }

  /** The key in etcd of a key of the store. */
  outer(key: string): string {
    return this.#root + key
  }

  /** The key of the store of a key in etcd. */
  inner(outer: string): string {
    return outer.slice(this.#root.length)
  }

  /** Touched whenever something of the collection is deleted: what is gone leaves no other trace of when. */
  deletions(collection: string): string {
    return this.#deletions + collection
  }

  /** The range of the keys that begin with a prefix, behind a key. */
  range(prefix: string, after?: string): { key: string; rangeEnd: string } {
    const start = this.#root + prefix
    const behind = after === undefined ? '' : `${this.#root}${after}\0`
    return { key: behind > start ? behind : start, rangeEnd: successor(start) }
  }
}

/** The first text behind all that begin with this one. */
function successor(text: string): string {
  const last = text.length - 1
  return text.slice(0, last) + String.fromCharCode(text.charCodeAt(last) + 1)
}
