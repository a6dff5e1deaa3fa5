import { collectionOf } from '#storage/compaction-watermarks.js'
import { type Revision, RevisionUnavailable } from '#storage/contract.js'
import type { EtcdClient } from './client.js'
import { compactedRevision } from './compacted-revision.js'
import { isCompacted, isFuture } from './etcd-errors.js'
import type { Keyspace } from './keyspace.js'
import { SORT_BY_MOD_REVISION, SORT_DESCENDING, type TxnResponse } from './messages/kv.js'
import { headIs, headRevision } from './reader.js'

/** How often to retry when another server compacts at the same moment. */
const ATTEMPTS = 5

/**
 * Finds the revision to start an etcd watch at, so that no change after a revision is missed. etcd also delivers the
 * changes of that revision itself, which the feed drops.
 *
 * Starting one revision later would not be safe: etcd does not reject a watch that starts exactly at the compacted
 * revision, although the deletions of that revision are gone.
 */
export class FeedStart {
  readonly #client: EtcdClient
  readonly #keyspace: Keyspace

  constructor(client: EtcdClient, keyspace: Keyspace) {
    this.#client = client
    this.#keyspace = keyspace
  }

  /** Rejects with `RevisionUnavailable` when there is none, and with a `GrpcError`. */
  async after(revision: Revision, prefix: string): Promise<number> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#find(revision)
      } catch (error) {
        if (isFuture(error)) throw await this.#future(revision)
        if (!isCompacted(error)) throw error
        const start = await this.#inQuietCollection(revision, prefix)
        if (start !== undefined) return start
        if (attempt === ATTEMPTS) throw error
      }
    }
  }

  async #find(revision: Revision): Promise<number> {
    const { head } = this.#keyspace
    const now = { range: { key: head, keysOnly: true } }
    const response = await this.#client.read({
      compare: [headIs(this.#client, this.#keyspace, revision)],
      success: [now],
      failure: [now, { range: { key: head, keysOnly: true, revision } }],
    })
    // Nothing has been written since: all further changes are newer than etcd's current revision.
    if (response.succeeded) return response.header?.revision ?? revision
    const current = headRevision(this.#client, response)
    if (revision > current) throw new RevisionUnavailable('future', revision, current)
    return revision
  }

  /** History after the revision is compacted, but possibly none of it under the prefix. */
  async #inQuietCollection(revision: Revision, prefix: string): Promise<number | undefined> {
    const oldest = await compactedRevision(this.#client, this.#keyspace)
    if (prefix === '' || collectionOf(prefix) !== prefix) {
      throw new RevisionUnavailable('compacted', revision, oldest)
    }
    try {
      const watermark = await this.#lastChange(prefix, oldest)
      if (watermark > revision) throw new RevisionUnavailable('compacted', revision, watermark as Revision)
      return oldest
    } catch (error) {
      // Compacted again meanwhile.
      if (isCompacted(error)) return undefined
      throw error
    }
  }

  /** The revision of the last write or deletion in a collection, up to a revision. */
  async #lastChange(collection: string, revision: Revision): Promise<number> {
    const { responses } = await this.#client.read({
      success: [
        {
          range: {
            ...this.#keyspace.range(collection),
            revision,
            keysOnly: true,
            limit: 1,
            sortTarget: SORT_BY_MOD_REVISION,
            sortOrder: SORT_DESCENDING,
          },
        },
        { range: { key: this.#keyspace.deletions(collection), keysOnly: true, revision } },
      ],
    })
    return Math.max(...responses.map(modRevisionIn))
  }

  async #future(revision: Revision): Promise<RevisionUnavailable> {
    const response = await this.#client.read({
      success: [{ range: { key: this.#keyspace.head, keysOnly: true } }],
    })
    return new RevisionUnavailable('future', revision, headRevision(this.#client, response))
  }
}

function modRevisionIn({ range }: TxnResponse['responses'][number]): number {
  return range?.kvs[0]?.modRevision ?? 0
}
