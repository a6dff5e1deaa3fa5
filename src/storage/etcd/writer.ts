import { failedPrecondition } from '#storage/arguments.js'
import { collectionOf } from '#storage/compaction-watermarks.js'
import type { Operation, Revision, WriteOutcome } from '#storage/contract.js'
import type { Clock } from '#util/clock.js'
import { CALL_TIMEOUT_MS, type EtcdClient } from './client.js'
import { writeFailure } from './etcd-errors.js'
import type { Keyspace } from './keyspace.js'
import {
  COMPARE_CREATE_REVISION,
  COMPARE_MOD_REVISION,
  type Compare,
  type RequestOp,
  type TxnResponse,
} from './messages/kv.js'
import type { Reader } from './reader.js'

const NOTHING = Buffer.alloc(0)

/** After so long without a response etcd may be gone. A busy store is never so quiet. */
const QUIET_MS = 10
/** How long etcd may take to respond before a write. The rest of the time is for the write. */
const ANSWER_MS = CALL_TIMEOUT_MS - 1000

/** While its key exists, only writes to that key are carried out, whichever process sends them. */
export interface Fence {
  readonly key: string
  /** The error of other writes, from the value of the key. */
  readonly error: (value: Buffer) => Error
}

/**
 * Writes: each is one transaction, which succeeds when its preconditions hold, and otherwise returns the actual
 * revisions.
 */
export class Writer {
  readonly #client: EtcdClient
  readonly #keyspace: Keyspace
  readonly #reader: Reader
  readonly #clock: Clock
  readonly #fence: Fence | undefined
  #asking: Promise<unknown> | undefined
  readonly #running = new Set<Promise<unknown>>()
  #lastRevision = 0 as Revision

  constructor(
    client: EtcdClient,
    keyspace: Keyspace,
    reader: Reader,
    { clock, fence }: { readonly clock: Clock; readonly fence: Fence | undefined },
  ) {
    this.#fence = fence
    this.#client = client
    this.#keyspace = keyspace
    this.#reader = reader
    this.#clock = clock
  }

  /** The last revision written by this process. */
  get lastRevision(): Revision {
    return this.#lastRevision
  }

  write(operations: readonly Operation[]): Promise<WriteOutcome> {
    const write = this.#write(operations)
    this.#running.add(write)
    const done = () => this.#running.delete(write)
    write.then(done, done)
    return write
  }

  /** Resolves when every pending write is settled. */
  async finished(): Promise<void> {
    await Promise.allSettled(this.#running)
  }

  async #write(operations: readonly Operation[]): Promise<WriteOutcome> {
    const fence = this.#fence
    const isFenced = fence !== undefined && !operations.some(({ key }) => key === fence.key)
    const request = {
      compare: operations.map((operation) => this.#condition(operation)),
      success: [...operations.map((operation) => this.#step(operation)), ...this.#traces(operations)],
      failure: operations.map(({ key }) => ({ range: { key: this.#keyspace.outer(key), keysOnly: true } })),
    }
    if (isFenced) {
      const key = this.#keyspace.outer(fence.key)
      request.compare.push({ target: COMPARE_CREATE_REVISION, key })
      request.failure.push({ range: { key, keysOnly: false } })
    }
    const timeoutMs = this.#client.quietMs < QUIET_MS ? CALL_TIMEOUT_MS : await this.#timeLeft()
    let response: TxnResponse
    try {
      response = await this.#client.write(request, timeoutMs)
    } catch (error) {
      throw writeFailure(error)
    }
    if (!response.succeeded) {
      const found = isFenced ? response.responses[operations.length]?.range?.kvs[0]?.value : undefined
      if (found !== undefined) throw fence?.error(found)
      return rejection(operations, response)
    }
    const revision = (response.header?.revision ?? 0) as Revision
    if (revision > this.#lastRevision) this.#lastRevision = revision
    return { outcome: 'written', revision }
  }

  /**
   * The outcome of an unanswered write is unknown. So after a silence this first checks that etcd responds: a write
   * that was not sent certainly has no effect. Resolves with the remaining time.
   */
  async #timeLeft(): Promise<number> {
    const begun = performance.now()
    this.#asking ??= this.#reader.currentRevision(ANSWER_MS).finally(() => {
      this.#asking = undefined
    })
    await this.#asking
    return CALL_TIMEOUT_MS - (performance.now() - begun)
  }

  #condition(operation: Operation): Compare {
    const key = this.#keyspace.outer(operation.key)
    return operation.type === 'create'
      ? { target: COMPARE_CREATE_REVISION, key }
      : { target: COMPARE_MOD_REVISION, key, modRevision: operation.expected }
  }

  #step(operation: Operation): RequestOp {
    const key = this.#keyspace.outer(operation.key)
    return operation.type === 'delete' ? { delete: { key } } : { put: { key, value: operation.value } }
  }

  /** The engine's own keys of a write. */
  #traces(operations: readonly Operation[]): RequestOp[] {
    const time = Buffer.from(String(this.#clock.now()))
    const collections = new Set<string>()
    for (const { type, key } of operations) if (type === 'delete') collections.add(collectionOf(key))
    collections.delete('')
    return [
      { put: { key: this.#keyspace.head, value: time } },
      ...[...collections].map((name) => ({ put: { key: this.#keyspace.deletions(name), value: NOTHING } })),
    ]
  }
}

function rejection(operations: readonly Operation[], { responses }: TxnResponse): WriteOutcome {
  const heads = new Map<string, Revision>()
  for (const [index, { key }] of operations.entries()) {
    const found = responses[index]?.range?.kvs[0]
    if (found !== undefined) heads.set(key, found.modRevision as Revision)
  }
  const outcome = failedPrecondition(operations, (key) => heads.get(key))
  if (outcome === undefined) throw new Error('etcd rejected a write whose preconditions hold')
  return outcome
}
