import type { Operation, Storage, WriteOutcome } from '#storage/contract.js'

/** A store whose writes can be stopped. */
export class WriteGate implements Storage {
  readonly isOnlyWriter: boolean
  readonly #inner: Storage
  #error: (() => Error) | undefined
  #pending = 0
  #whenDrained: (() => void)[] = []

  constructor(inner: Storage) {
    this.#inner = inner
    this.isOnlyWriter = inner.isOnlyWriter
  }

  /** From now on writes are rejected. Pending ones go on. */
  shut(error: () => Error): void {
    this.#error = error
  }

  open(): void {
    this.#error = undefined
  }

  /** Resolves when every pending write is settled. */
  async drained(): Promise<void> {
    if (this.#pending === 0) return
    await new Promise<void>((resolve) => this.#whenDrained.push(resolve))
  }

  write(operations: readonly Operation[]): Promise<WriteOutcome> {
    if (this.#error !== undefined) return Promise.reject(this.#error())
    this.#pending++
    const write = this.#inner.write(operations)
    write.then(this.#settled, this.#settled)
    return write
  }

  get: Storage['get'] = (...given) => this.#inner.get(...given)
  range: Storage['range'] = (...given) => this.#inner.range(...given)
  currentRevision = () => this.#inner.currentRevision()
  follow: Storage['follow'] = (...given) => this.#inner.follow(...given)
  history: Storage['history'] = (...given) => this.#inner.history(...given)
  timeOf: Storage['timeOf'] = (revision) => this.#inner.timeOf(revision)
  compact: Storage['compact'] = (...given) => this.#inner.compact(...given)
  health = () => this.#inner.health()
  close = () => this.#inner.close()

  readonly #settled = (): void => {
    this.#pending--
    if (this.#pending > 0) return
    for (const resolve of this.#whenDrained) resolve()
    this.#whenDrained = []
  }
}
