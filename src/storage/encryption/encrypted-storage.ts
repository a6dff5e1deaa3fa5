import type {
  Change,
  ChangeListener,
  Feed,
  HistoryOptions,
  HistoryPage,
  Operation,
  PastChange,
  RangeOptions,
  RangeResult,
  Revision,
  Storage,
  StoredValue,
  WriteOutcome,
} from '#storage/contract.js'
import type { Encryption } from './encryption.js'

/**
 * A store whose values are encrypted in another store. Keys and revisions are the same. A value that cannot be decrypted
 * is returned as one that no object looks like: see `expectDecrypted`.
 */
export class EncryptedStorage implements Storage {
  readonly isOnlyWriter: boolean
  readonly #inner: Storage
  readonly #encryption: Encryption
  /** What was encrypted, by the result: an engine that is the only writer delivers the same buffer to feeds. */
  readonly #written = new WeakMap<Buffer, Buffer>()

  constructor(inner: Storage, encryption: Encryption) {
    this.isOnlyWriter = inner.isOnlyWriter
    this.#inner = inner
    this.#encryption = encryption
  }

  async get(key: string, at?: Revision): Promise<StoredValue | undefined> {
    const stored = await this.#inner.get(key, at)
    return stored && this.#decrypted(stored)
  }

  async range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    const result = await this.#inner.range(prefix, options)
    return { ...result, values: result.values.map((stored) => this.#decrypted(stored)) }
  }

  async write(operations: readonly Operation[]): Promise<WriteOutcome> {
    return this.#inner.write(operations.map((operation) => this.#encrypted(operation)))
  }

  follow(
    after: Revision,
    listener: ChangeListener,
    prefix?: string,
    previous?: 'included' | 'omitted',
  ): Promise<Feed> {
    const decrypting: ChangeListener = (changes, upTo) =>
      listener(
        changes.map((change) => new DecryptedChange(change, this.#value(change), this.#decrypted)),
        upTo,
      )
    return this.#inner.follow(after, decrypting, prefix, previous)
  }

  async history(prefix: string, options: HistoryOptions): Promise<HistoryPage> {
    const page = await this.#inner.history(prefix, options)
    return { ...page, changes: page.changes.map((change) => this.#pastChange(change)) }
  }

  async isStale(key: string): Promise<boolean> {
    const encryption = this.#encryption.of(key)
    const stored = encryption && (await this.#inner.get(key))
    return stored !== undefined && encryption?.isStale(stored.value) === true
  }

  currentRevision = () => this.#inner.currentRevision()
  timeOf: Storage['timeOf'] = (revision) => this.#inner.timeOf(revision)
  compact: Storage['compact'] = (...given) => this.#inner.compact(...given)
  health = () => this.#inner.health()
  close = () => this.#inner.close()

  #encrypted(operation: Operation): Operation {
    if (operation.type === 'delete') return operation
    const encryption = this.#encryption.of(operation.key)
    if (encryption === undefined) return operation
    const value = encryption.encrypt(operation.key, operation.value)
    if (this.isOnlyWriter) this.#written.set(value, operation.value)
    return { ...operation, value }
  }

  readonly #decrypted = (stored: StoredValue): StoredValue => {
    const encryption = this.#encryption.of(stored.key)
    if (encryption === undefined) return stored
    return { ...stored, value: encryption.decrypt(stored.key, stored.value) }
  }

  #value({ key, value }: Change): Buffer | undefined {
    if (value === undefined) return undefined
    return this.#written.get(value) ?? this.#encryption.of(key)?.decrypt(key, value) ?? value
  }

  #pastChange(change: PastChange): PastChange {
    const { key, revision, time, previous } = change
    return {
      key,
      revision,
      time,
      value: this.#value(change),
      previous: previous && this.#decrypted(previous),
    }
  }
}

/** The previous value is read, and decrypted, only on access. */
class DecryptedChange implements Change {
  readonly key: string
  readonly revision: Revision
  readonly value: Buffer | undefined
  readonly #change: Change
  readonly #decrypt: (stored: StoredValue) => StoredValue

  constructor(change: Change, value: Buffer | undefined, decrypt: (stored: StoredValue) => StoredValue) {
    this.key = change.key
    this.revision = change.revision
    this.value = value
    this.#change = change
    this.#decrypt = decrypt
  }

  get previous(): StoredValue | undefined {
    const { previous } = this.#change
    return previous && this.#decrypt(previous)
  }
}
