import {
  type Change,
  type Feed,
  type HistoryOptions,
  type HistoryPage,
  INITIAL_REVISION,
  type PastChange,
  type Revision,
  RevisionUnavailable,
  type Storage,
} from '#storage/contract.js'
import type { EtcdClient } from './client.js'
import { isCompacted, isFuture, readFailure } from './etcd-errors.js'
import type { Keyspace } from './keyspace.js'
import type { KeyValue } from './messages/kv.js'

/** Revisions of one page. Nothing in etcd reads changes backwards, so a page replays a span of them. */
const FIRST_SPAN = 256
const MAX_SPAN = 8_192
/** etcd's default for the operations of a transaction is 128. */
const READS_PER_TRANSACTION = 100

/** Reads changes backwards, a span of revisions at a time. */
export class History {
  readonly #client: EtcdClient
  readonly #keyspace: Keyspace
  readonly #follow: Storage['follow']

  constructor(client: EtcdClient, keyspace: Keyspace, follow: Storage['follow']) {
    this.#client = client
    this.#keyspace = keyspace
    this.#follow = follow
  }

  async page(
    prefix: string,
    { after = INITIAL_REVISION, upTo, limit }: HistoryOptions,
  ): Promise<HistoryPage> {
    const last = await this.#lastWrite(upTo)
    if (last === undefined || last <= after) return { changes: [], next: undefined }
    let downTo = Math.max(after, last - FIRST_SPAN) as Revision
    let isAll = downTo === after
    let changes: Change[] = []
    for (let span = FIRST_SPAN; ; span *= 4) {
      try {
        changes = await this.#between(downTo, last, prefix)
      } catch (error) {
        if (!(error instanceof RevisionUnavailable) || error.reason !== 'compacted') throw error
        // What is compacted is left out. Further compaction meanwhile is found in the next attempt.
        if (error.limit >= last) return { changes: [], next: undefined }
        downTo = error.limit
        isAll = true
        continue
      }
      if (changes.length >= limit || isAll || span >= MAX_SPAN) break
      downTo = Math.max(after, last - span * 4) as Revision
      isAll = downTo === after
    }
    const taken = newestFirst(changes, limit)
    const isCut = taken.length < changes.length
    const oldest = taken.at(-1)?.revision ?? last
    const next = isCut ? ((oldest - 1) as Revision) : isAll ? undefined : downTo
    return { changes: await this.#timed(taken), next }
  }

  /** The revision of the last write up to a revision; undefined when it is compacted or there is none. */
  async #lastWrite(upTo: Revision | undefined): Promise<Revision | undefined> {
    try {
      return (await this.#head(upTo))?.modRevision as Revision | undefined
    } catch (error) {
      if (isCompacted(error)) return undefined
      throw readFailure(error)
    }
  }

  /** The changes after a revision and up to another one, the oldest first. */
  async #between(after: Revision, upTo: Revision, prefix: string): Promise<Change[]> {
    const changes: Change[] = []
    let reached!: () => void
    const complete = new Promise<void>((resolve) => {
      reached = resolve
    })
    let feed: Feed | undefined
    try {
      feed = await this.#follow(
        after,
        (more, position) => {
          for (const change of more) {
            if (change.revision <= upTo && change.key.startsWith(prefix)) changes.push(change)
          }
          if (position >= upTo) reached()
        },
        '',
      )
      await Promise.race([complete, feed.ended])
    } finally {
      feed?.close()
    }
    return changes
  }

  async #timed(changes: readonly Change[]): Promise<PastChange[]> {
    const revisions = [...new Set(changes.map(({ revision }) => revision))]
    const times = new Map<Revision, number>()
    for (let at = 0; at < revisions.length; at += READS_PER_TRANSACTION) {
      const some = revisions.slice(at, at + READS_PER_TRANSACTION)
      const success = some.map((revision) => ({ range: { key: this.#keyspace.head, revision } }))
      const { responses } = await this.#client.read({ success }).catch((error: unknown) => {
        throw isCompacted(error)
          ? new RevisionUnavailable('compacted', some[0] as Revision, some[0] as Revision)
          : readFailure(error)
      })
      for (const [index, revision] of some.entries()) {
        const head = responses[index]?.range?.kvs[0]
        if (head !== undefined) times.set(revision, timeIn(head))
      }
    }
    return changes.map(({ key, revision, value, previous }) => ({
      key,
      revision,
      value,
      previous,
      time: times.get(revision) ?? 0,
    }))
  }

  /** The head key as of a revision: the current one if that is still to come, or not given. */
  async #head(revision: Revision | undefined): Promise<KeyValue | undefined> {
    try {
      const range = { key: this.#keyspace.head, revision }
      const { responses } = await this.#client.read({ success: [{ range }] })
      return responses[0]?.range?.kvs[0]
    } catch (error) {
      if (revision !== undefined && isFuture(error)) return this.#head(undefined)
      throw error
    }
  }
}

/** Changes of whole writes, the newest first, until there are enough. Those of one write stay in their order. */
function newestFirst(changes: readonly Change[], limit: number): Change[] {
  const taken: Change[] = []
  for (let end = changes.length; end > 0 && taken.length < limit; ) {
    const { revision } = changes[end - 1] as Change
    let start = end - 1
    while (start > 0 && changes[start - 1]?.revision === revision) start--
    taken.push(...changes.slice(start, end))
    end = start
  }
  return taken
}

const timeIn = ({ value }: KeyValue): number => Number(value.toString())
