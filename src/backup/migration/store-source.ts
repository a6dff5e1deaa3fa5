import type { LoggedWrite } from '#backup/archive/log-format.js'
import type { Operation, Storage, StoredValue } from '#storage/contract.js'
import type { Identity } from '#transfer/identity.js'
import { TransferError } from '#transfer/progress.js'
import { snapshot } from '#transfer/snapshot.js'
import type { MigrationSource, SourceSnapshot, SourceStatus } from './migration-source.js'
import { encodeReadOnly, READ_ONLY_KEY, readOnlyStateOf } from './read-only-state.js'

/** A store that no server uses: nothing changes in it. */
export class StoreSource implements MigrationSource {
  readonly name: string
  readonly #storage: Storage
  readonly #readIdentity: () => Promise<Identity>
  readonly #now: () => number

  constructor(name: string, storage: Storage, readIdentity: () => Promise<Identity>, now: () => number) {
    this.name = name
    this.#storage = storage
    this.#readIdentity = readIdentity
    this.#now = now
  }

  async status(): Promise<SourceStatus> {
    const state = readOnlyStateOf(await this.#storage.get(READ_ONLY_KEY))
    const moved = state?.movedTo === undefined ? undefined : { id: state.id, to: state.movedTo }
    return { revision: await this.#storage.currentRevision(), moved }
  }

  async snapshot(signal: AbortSignal): Promise<SourceSnapshot> {
    const revision = await this.#storage.currentRevision()
    const storage = this.#storage
    return {
      revision,
      time: new Date(this.#now()).toISOString(),
      async *records(): AsyncGenerator<StoredValue> {
        for await (const page of snapshot(storage, revision)) {
          signal.throwIfAborted()
          yield* page
        }
      },
      close: async () => undefined,
    }
  }

  async *changes(): AsyncGenerator<LoggedWrite> {
    // There are none.
  }

  hold(): Promise<number> {
    return this.#storage.currentRevision()
  }

  async extend(): Promise<void> {
    // Nobody writes to it.
  }

  async move(id: string, to: string): Promise<void> {
    const state = { id, since: this.#now(), until: undefined, movedTo: to }
    const stored = await this.#storage.get(READ_ONLY_KEY)
    const value = encodeReadOnly(state)
    await this.#write(
      stored === undefined
        ? { type: 'create', key: READ_ONLY_KEY, value }
        : { type: 'replace', key: READ_ONLY_KEY, value, expected: stored.revision },
    )
  }

  async release(id: string | undefined): Promise<void> {
    const stored = await this.#storage.get(READ_ONLY_KEY)
    const state = readOnlyStateOf(stored)
    if (stored === undefined || (id !== undefined && state?.id !== id)) return
    await this.#write({ type: 'delete', key: READ_ONLY_KEY, expected: stored.revision })
  }

  identity(): Promise<Identity> {
    return this.#readIdentity()
  }

  async #write(operation: Operation): Promise<void> {
    const { outcome } = await this.#storage.write([operation])
    if (outcome !== 'written')
      throw new TransferError(`another program writes to ${this.name} at the same time`)
  }
}
