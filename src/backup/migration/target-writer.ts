import type { LoggedWrite } from '#backup/archive/log-format.js'
import type { Operation, Storage } from '#storage/contract.js'
import { TransferError } from '#transfer/progress.js'

/** Written at a time: enough to share commits, little enough to fit into memory. */
const WINDOW = { writes: 256, bytes: 4 * 1024 * 1024 }

/**
 * Writes to the target of a migration. Each key is written at a revision of its own, because a watch that is resumed at an
 * object's revision misses others that share it. Nobody reads the target yet, so the order does not matter.
 */
export class TargetWriter {
  readonly #storage: Storage
  readonly #onWritten: (keys: number) => void

  /** `onWritten` is called after each window, with the number of keys so far. */
  constructor(storage: Storage, onWritten: (keys: number) => void) {
    this.#storage = storage
    this.#onWritten = onWritten
  }

  #keys = 0

  /** The keys must differ. */
  async write(operations: AsyncIterable<Operation>): Promise<void> {
    let window: Operation[] = []
    let bytes = 0
    for await (const operation of operations) {
      window.push(operation)
      bytes += operation.type === 'delete' ? 0 : operation.value.length
      if (window.length < WINDOW.writes && bytes < WINDOW.bytes) continue
      await this.#commit(window)
      window = []
      bytes = 0
    }
    await this.#commit(window)
  }

  /** Applies changes of the source. Resolves with their number. */
  async apply(writes: AsyncIterable<LoggedWrite>): Promise<number> {
    let last = new Map<string, Buffer | undefined>()
    let bytes = 0
    let count = 0
    for await (const { changes } of writes) {
      for (const { key, value } of changes) {
        last.set(key, value)
        bytes += value?.length ?? 0
        count++
      }
      if (last.size < WINDOW.writes && bytes < WINDOW.bytes) continue
      await this.#applyLast(last)
      last = new Map()
      bytes = 0
    }
    await this.#applyLast(last)
    return count
  }

  async #applyLast(last: ReadonlyMap<string, Buffer | undefined>): Promise<void> {
    const found = await Promise.all([...last.keys()].map((key) => this.#storage.get(key)))
    const operations: Operation[] = []
    for (const [index, [key, value]] of [...last].entries()) {
      const expected = found[index]?.revision
      if (value === undefined) {
        if (expected !== undefined) operations.push({ type: 'delete', key, expected })
      } else {
        operations.push(
          expected === undefined ? { type: 'create', key, value } : { type: 'replace', key, value, expected },
        )
      }
    }
    await this.#commit(operations)
  }

  async #commit(operations: readonly Operation[]): Promise<void> {
    const outcomes = await Promise.all(operations.map((operation) => this.#storage.write([operation])))
    for (const { outcome } of outcomes) {
      if (outcome !== 'written')
        throw new TransferError('another program writes to the target at the same time')
    }
    this.#keys += operations.length
    this.#onWritten(this.#keys)
  }
}
