import type {
  ChangeListener,
  Feed,
  Operation,
  RangeOptions,
  RangeResult,
  Revision,
  Storage,
  StoredValue,
  StoreHealth,
  WriteOutcome,
} from '../../../src/storage/contract.js'

/** A store with somebody in front of it who may delay a write, or throw to make it fail. */
export class MeddledStorage implements Storage {
  readonly #storage: Storage
  meddle: ((operations: readonly Operation[]) => Promise<void>) | undefined

  constructor(storage: Storage) {
    this.#storage = storage
  }

  async write(operations: readonly Operation[]): Promise<WriteOutcome> {
    await this.meddle?.(operations)
    return this.#storage.write(operations)
  }

  currentRevision(): Promise<Revision> {
    return this.#storage.currentRevision()
  }

  get(key: string, at?: Revision): Promise<StoredValue | undefined> {
    return this.#storage.get(key, at)
  }

  range(prefix: string, options?: RangeOptions): Promise<RangeResult> {
    return this.#storage.range(prefix, options)
  }

  follow(after: Revision, listener: ChangeListener, prefix?: string): Promise<Feed> {
    return this.#storage.follow(after, listener, prefix)
  }

  compact(age: number): Promise<Revision> {
    return this.#storage.compact(age)
  }

  health(): StoreHealth {
    return this.#storage.health()
  }

  close(): Promise<void> {
    return this.#storage.close()
  }
}
