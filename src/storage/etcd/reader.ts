import {
  type RangeOptions,
  type RangeResult,
  type Revision,
  RevisionUnavailable,
  type StoredValue,
} from '#storage/contract.js'
import type { EtcdClient } from './client.js'
import { compactedRevision } from './compacted-revision.js'
import { isCompacted, isFuture, readFailure } from './etcd-errors.js'
import type { Keyspace } from './keyspace.js'
import {
  COMPARE_MOD_REVISION,
  type Compare,
  type KeyValue,
  type RangeRequest,
  type TxnResponse,
} from './messages/kv.js'

/** Reads at the current and at past revisions. */
export class Reader {
  readonly #client: EtcdClient
  readonly #keyspace: Keyspace

  constructor(client: EtcdClient, keyspace: Keyspace) {
    this.#client = client
    this.#keyspace = keyspace
  }

  async currentRevision(timeoutMs?: number): Promise<Revision> {
    try {
      return headRevision(this.#client, await this.#client.read({ success: [this.#head] }, timeoutMs))
    } catch (error) {
      throw readFailure(error)
    }
  }

  /** The time in the head as it was at the revision. */
  async timeOf(revision: Revision): Promise<number | undefined> {
    try {
      const now = await this.#headAt(undefined)
      const head = now !== undefined && now.modRevision > revision ? await this.#headAt(revision) : now
      return head && Number(head.value.toString())
    } catch (error) {
      if (isCompacted(error)) return undefined
      throw readFailure(error)
    }
  }

  async #headAt(revision: Revision | undefined): Promise<KeyValue | undefined> {
    const range = { key: this.#keyspace.head, revision }
    const { responses } = await this.#client.read({ success: [{ range }] })
    return responses[0]?.range?.kvs[0]
  }

  async get(key: string, at: Revision | undefined): Promise<StoredValue | undefined> {
    const { values } = await this.#read({ key: this.#keyspace.outer(key) }, at)
    return values[0]
  }

  range(prefix: string, { at, after, limit = 0 }: RangeOptions): Promise<RangeResult> {
    return this.#read({ ...this.#keyspace.range(prefix, after), limit }, at)
  }

  async #read(range: RangeRequest, at: Revision | undefined): Promise<RangeResult> {
    try {
      return await (at === undefined ? this.#readNow(range) : this.#readAt(range, at))
    } catch (error) {
      if (at === undefined) throw readFailure(error)
      if (isCompacted(error)) throw new RevisionUnavailable('compacted', at, await this.#oldest())
      if (isFuture(error)) throw new RevisionUnavailable('future', at, await this.currentRevision())
      throw readFailure(error)
    }
  }

  async #readNow(range: RangeRequest): Promise<RangeResult> {
    const response = await this.#client.read({ success: [this.#head, { range }] })
    return this.#result(response, headRevision(this.#client, response))
  }

  /**
   * Reads the state since the last write as the current one. So it works even when another client of the cluster has
   * compacted older revisions.
   */
  async #readAt(range: RangeRequest, at: Revision): Promise<RangeResult> {
    const response = await this.#client.read({
      compare: [headIs(this.#client, this.#keyspace, at)],
      success: [this.#head, { range }],
      failure: [this.#head, { range: { ...range, revision: at } }],
    })
    const head = headRevision(this.#client, response)
    if (at > head) throw new RevisionUnavailable('future', at, head)
    return this.#result(response, at)
  }

  #result({ responses }: TxnResponse, revision: Revision): RangeResult {
    const range = responses[1]?.range
    if (range === undefined) throw new Error('etcd answered a read without a range')
    return {
      values: range.kvs.map((kv) => storedValue(this.#keyspace, kv)),
      more: range.more,
      revision,
    }
  }

  #oldest(): Promise<Revision> {
    return compactedRevision(this.#client, this.#keyspace)
  }

  get #head() {
    return { range: { key: this.#keyspace.head, keysOnly: true } }
  }
}

/** Whether the last write was at this revision. */
export function headIs({ beginning }: EtcdClient, { head }: Keyspace, revision: Revision): Compare {
  // An empty store has no head, which counts as 0.
  const modRevision = revision === beginning ? 0 : revision
  return { target: COMPARE_MOD_REVISION, key: head, modRevision }
}

/** The revision of the last write, from a response whose first part is the head. */
export function headRevision({ beginning }: EtcdClient, { responses }: TxnResponse): Revision {
  return (responses[0]?.range?.kvs[0]?.modRevision ?? beginning) as Revision
}

export function storedValue(keyspace: Keyspace, { key, value, modRevision }: KeyValue): StoredValue {
  return { key: keyspace.inner(key), value, revision: modRevision as Revision }
}
