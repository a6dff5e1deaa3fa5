import { TransferError } from '#transfer/progress.js'
import type { MigrationSource } from './migration-source.js'

/** The source is writable so soon after its migration was killed. */
const HOLD_SECONDS = 30
const EXTEND_MS = 10_000
/** How long an attempt to end it may take. */
const RELEASE_MS = 5000

/** The time in which a source is read-only. It is extended until it ends, or has lasted too long. */
export class Hold {
  /** Everything acknowledged is in the changes until then. */
  readonly revision: number
  readonly #source: MigrationSource
  readonly #id: string
  readonly #startedAt: number
  readonly #ending = new AbortController()
  readonly #signal: AbortSignal
  readonly #timers: readonly NodeJS.Timeout[]

  static async take(
    source: MigrationSource,
    id: string,
    { signal, maxReadOnlyMs }: { readonly signal: AbortSignal; readonly maxReadOnlyMs: number },
  ): Promise<Hold> {
    const startedAt = performance.now()
    try {
      const revision = await source.hold(id, HOLD_SECONDS, signal)
      return new Hold(source, { id, revision, startedAt, maxReadOnlyMs, signal })
    } catch (error) {
      // The server may have done it nevertheless.
      await release(source, id)
      throw error
    }
  }

  private constructor(
    source: MigrationSource,
    options: {
      readonly id: string
      readonly revision: number
      readonly startedAt: number
      readonly maxReadOnlyMs: number
      readonly signal: AbortSignal
    },
  ) {
    this.#source = source
    this.#id = options.id
    this.revision = options.revision
    this.#startedAt = options.startedAt
    this.#signal = AbortSignal.any([options.signal, this.#ending.signal])
    const giveUp = () => {
      const seconds = options.maxReadOnlyMs / 1000
      this.#ending.abort(
        new TransferError(
          `the last steps take longer than ${seconds}s; the source is writable again (see --max-read-only)`,
        ),
      )
    }
    const extend = () => this.extend().catch((error: unknown) => this.#ending.abort(error))
    this.#timers = [setTimeout(giveUp, options.maxReadOnlyMs), setInterval(extend, EXTEND_MS)]
  }

  /** Aborted when the source does not stay read-only. */
  get signal(): AbortSignal {
    return this.#signal
  }

  /** How long the source has been read-only. */
  get milliseconds(): number {
    return performance.now() - this.#startedAt
  }

  async extend(): Promise<void> {
    await this.#source.extend(this.#id, HOLD_SECONDS, this.#signal)
  }

  /** Stops extending it. */
  end(): void {
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** Makes the source writable again, if it can be reached. */
  async release(): Promise<void> {
    this.end()
    await release(this.#source, this.#id)
  }
}

async function release(source: MigrationSource, id: string): Promise<void> {
  await source.release(id, AbortSignal.timeout(RELEASE_MS)).catch(() => undefined)
}
