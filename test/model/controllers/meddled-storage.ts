import type {
  Feed,
  Operation,
  RangeOptions,
  RangeResult,
  Revision,
  Storage,
  StoredValue,
  StoreHealth,
  WriteOutcome,
} from '#storage/contract.js'

/** A store with a hook in front of it that may delay a write, or throw to make it fail. */
export class MeddledStorage implements Storage {
  readonly #storage: Storage
  meddle: ((operations: readonly Operation[]) => Promise<void>) | undefined

  get isOnlyWriter(): boolean {
    return this.#storage.isOnlyWriter
  }

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

  follow(...parameters: Parameters<Storage['follow']>): Promise<Feed> {
    return this.#storage.follow(...parameters)
  }

  history(...parameters: Parameters<Storage['history']>) {
    return this.#storage.history(...parameters)
  }

  timeOf(revision: Revision): Promise<number | undefined> {
    return this.#storage.timeOf(revision)
  }

  compact(...parameters: Parameters<Storage['compact']>): Promise<Revision> {
    return this.#storage.compact(...parameters)
  }

  health(): StoreHealth {
    return this.#storage.health()
  }

  close(): Promise<void> {
    return this.#storage.close()
  }
}
