import { setTimeout as sleep } from 'node:timers/promises'
import { StorageUnavailable, type StoreHealth, WriteUncertain } from '#storage/contract.js'
import type { Disk } from '#storage/embedded/disk.js'
import { META_PROBE } from '#storage/embedded/format/layout.js'
import { commitFailureReason, Health } from '#storage/embedded/health.js'
import { CommitThread, CommitThreadDied } from './commit-thread-handle.js'
import { Mutations } from './mutations.js'

export interface TransactorOptions {
  readonly directory: string
  /** The entry file of the commit thread. */
  readonly threadEntry: URL
  /** The interval of write probes after a failure, in milliseconds. */
  readonly probeInterval: number
  /** Called when the commit thread is lost, before another one starts. */
  readonly onThreadLost: (reason: string) => void
}

/**
 * A probe must be as large as the failed write, and large enough to need new pages at the end of the file: small
 * writes fit into freed pages even on a full disk.
 */
const PROBE_BYTES = { least: 64 * 1024, most: 4 * 1024 * 1024 }

/**
 * Runs transactions on the commit thread, one at a time in call order, and reports the definite outcome of each.
 * Restarts a lost thread, and probes after a failure until writing works again.
 */
export class Transactor {
  readonly #options: TransactorOptions
  readonly #disk: Disk
  readonly #health = new Health()
  #thread: CommitThread
  /** Settles when all requested work so far is done. Never rejects. */
  #last: Promise<unknown> = Promise.resolve()
  #probeTimer: NodeJS.Timeout | undefined
  /** Aborted to give up a store that cannot be reopened. */
  readonly #givingUp = new AbortController()
  #stopping = false

  private constructor(options: TransactorOptions, disk: Disk, thread: CommitThread) {
    this.#options = options
    this.#disk = disk
    this.#thread = thread
    this.#watch(thread)
  }

  /** The thread must be a new one, for the same folder. */
  static async start(options: TransactorOptions, disk: Disk, thread: CommitThread): Promise<Transactor> {
    await thread.open(options.directory)
    return new Transactor(options, disk, thread)
  }

  health(): StoreHealth {
    return this.#health.report()
  }

  /**
   * Resolves when the mutations are on disk and visible in `disk`. Rejects with `StorageUnavailable` when they are
   * not and never will be, with `WriteUncertain` when the store was given up before that was known. `isThere` looks
   * for them on disk after the thread was lost.
   */
  run(mutations: Mutations, isThere: () => boolean): Promise<void> {
    if (this.#stopping) return Promise.reject(new StorageUnavailable('the store is closed'))
    return this.#inOrder(() => this.#run(mutations, isThere))
  }

  /** Settles the current transaction if it is on disk, without waiting for the event loop. */
  poll(): void {
    this.#thread.poll()
  }

  /** From now on gives up a store that cannot be reopened: a write that waits for it would wait forever. */
  giveUpWhenLost(): void {
    this.#givingUp.abort()
  }

  /** Waits for requested transactions and ends the thread. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.giveUpWhenLost()
    clearTimeout(this.#probeTimer)
    await this.#last
    await this.#thread.stop()
  }

  #inOrder<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#last.then(action)
    this.#last = result.catch(() => undefined)
    return result
  }

  /** For work without a waiting caller: health reports its failure. */
  #inBackground(action: () => Promise<void>): void {
    this.#inOrder(action).catch((error: unknown) => {
      this.#health.failed(error instanceof Error ? error.message : String(error))
      this.#probeLater()
    })
  }

  async #run(mutations: Mutations, isThere: () => boolean): Promise<void> {
    const bytes = mutations.length
    this.#health.commitStarts()
    try {
      await this.#thread.commit(mutations)
      this.#disk.refresh()
      this.#health.recovered()
    } catch (error) {
      const reason = commitFailureReason(error, this.#options.directory, bytes)
      this.#health.failed(reason, bytes)
      this.#probeLater()
      const isCommitted = await this.#findOut(error, reason, isThere)
      if (!isCommitted) throw new StorageUnavailable(reason, { cause: error })
    } finally {
      this.#health.commitEnds()
    }
  }

  /** Whether the mutations of a failed commit are on disk. */
  async #findOut(error: unknown, reason: string, isThere: () => boolean): Promise<boolean> {
    if (!(error instanceof CommitThreadDied)) {
      try {
        this.#disk.refresh()
        return isThere()
      } catch (readError) {
        // When LMDB could not write its first page it rejects everything, reads too, until it is reopened.
        await this.#restart(`${reason}; then reading failed: ${String(readError)}`)
        return isThere()
      }
    }
    await this.#restart(reason)
    return isThere()
  }

  #watch(thread: CommitThread): void {
    thread.exited.then((reason) => {
      this.#inBackground(async () => {
        if (thread === this.#thread && !this.#stopping) await this.#restart(reason)
      })
    })
  }

  /** Rejects only when the store is given up. */
  async #restart(reason: string): Promise<void> {
    this.#health.failed(reason)
    for (let lost = reason; ; ) {
      this.#options.onThreadLost(lost)
      try {
        await this.#thread.stop()
        this.#disk.reopen()
        this.#thread = new CommitThread(this.#options.threadEntry)
        await this.#thread.open(this.#options.directory)
        break
      } catch (error) {
        lost = `the store could not be opened again: ${error instanceof Error ? error.message : String(error)}`
        this.#health.failed(lost)
        const { signal } = this.#givingUp
        if (signal.aborted) throw new WriteUncertain(lost, { cause: error })
        await sleep(this.#options.probeInterval, undefined, { ref: false, signal }).catch(() => undefined)
      }
    }
    this.#watch(this.#thread)
    this.#probeLater()
  }

  #probeLater(): void {
    if (this.#stopping) return
    clearTimeout(this.#probeTimer)
    this.#probeTimer = setTimeout(
      () => this.#inBackground(() => this.#probe()),
      this.#options.probeInterval,
    ).unref()
  }

  async #probe(): Promise<void> {
    if (this.#health.well || this.#stopping) return
    const size = Math.min(Math.max(PROBE_BYTES.least, this.#health.failedBytes), PROBE_BYTES.most)
    const trial = new Mutations(size + 64)
    trial.putMeta(META_PROBE, Buffer.alloc(size))
    const tidy = new Mutations()
    tidy.removeMeta(META_PROBE)
    try {
      await this.#run(trial, () => true)
      await this.#run(tidy, () => true)
    } catch (error) {
      // Health has it already, and the next probe is due.
      if (!(error instanceof StorageUnavailable)) throw error
    }
  }
}
