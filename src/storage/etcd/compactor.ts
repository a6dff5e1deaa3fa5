import type { Revision } from '#storage/contract.js'
import type { Clock } from '#util/clock.js'
import type { EtcdClient } from './client.js'
import { compactedRevision } from './compacted-revision.js'
import { isCompacted, readFailure } from './etcd-errors.js'
import type { Keyspace } from './keyspace.js'
import type { KeyValue } from './messages/kv.js'

/** Removes old history. Several servers may do so concurrently without harm; one is enough. */
export class Compactor {
  readonly #client: EtcdClient
  readonly #keyspace: Keyspace
  readonly #clock: Clock
  readonly #beforeForgetting: (revision: Revision) => Promise<void>
  #oldest: Revision

  /** `beforeForgetting` is awaited before history up to a revision is compacted. */
  constructor(
    client: EtcdClient,
    keyspace: Keyspace,
    clock: Clock,
    beforeForgetting: (revision: Revision) => Promise<void>,
  ) {
    this.#client = client
    this.#oldest = client.beginning
    this.#keyspace = keyspace
    this.#clock = clock
    this.#beforeForgetting = beforeForgetting
  }

  async compact(age: number, keep = Number.POSITIVE_INFINITY): Promise<Revision> {
    try {
      const before = await this.#lastRevisionBefore(this.#clock.now() - age)
      const upTo = Math.min(before, keep) as Revision
      if (upTo > this.#oldest) {
        await this.#beforeForgetting(upTo)
        await this.#forgetBefore(upTo)
        this.#oldest = upTo
      }
      return this.#oldest
    } catch (error) {
      throw readFailure(error)
    }
  }

  async #forgetBefore(revision: Revision): Promise<void> {
    try {
      await this.#client.compact(revision)
    } catch (error) {
      // Another server was faster.
      if (!isCompacted(error)) throw error
    }
  }

  /**
   * The revision of the last write before a time: the state that was current then. Times rise with revisions, unless
   * a clock was set back or the clocks of servers differ. Then it may find an older revision, and a later compaction
   * does the rest.
   */
  async #lastRevisionBefore(time: number): Promise<Revision> {
    const head = await this.#headAt(undefined)
    if (head === undefined) return this.#oldest
    if (timeOf(head) < time) return head.modRevision as Revision
    let found: Revision = this.#oldest
    // Including the oldest known one: reading there shows whether another server has compacted more.
    let low: number = this.#oldest
    let high = head.modRevision - 1
    while (low <= high) {
      const middle = Math.floor((low + high) / 2)
      const write = await this.#headAt(middle)
      if (write === 'compacted') {
        const compacted = await compactedRevision(this.#client, this.#keyspace)
        // Other users of the cluster may have compacted beyond our last write, whose state is the current one.
        this.#oldest = Math.min(compacted, head.modRevision) as Revision
        found = this.#oldest
        low = this.#oldest + 1
      } else if (write === undefined || write.modRevision < low) {
        // No write of ours between low and the middle.
        low = middle + 1
      } else if (timeOf(write) < time) {
        found = write.modRevision as Revision
        low = middle + 1
      } else {
        high = write.modRevision - 1
      }
    }
    return found
  }

  #headAt(revision: undefined): Promise<KeyValue | undefined>
  #headAt(revision: number): Promise<KeyValue | 'compacted' | undefined>
  async #headAt(revision: number | undefined): Promise<KeyValue | 'compacted' | undefined> {
    try {
      const range = { key: this.#keyspace.head, revision }
      const { responses } = await this.#client.read({ success: [{ range }] })
      return responses[0]?.range?.kvs[0]
    } catch (error) {
      if (isCompacted(error)) return 'compacted'
      throw error
    }
  }
}

function timeOf({ value }: KeyValue): number {
  return Number(value.toString())
}
