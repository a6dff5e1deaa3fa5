import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'

/** How an archive is doing, for the log, metrics and health. A failure is logged once. */
export class ArchiveStatus {
  readonly #folder: string
  readonly #logger: Logger
  readonly #now: () => number
  readonly #failures: { inc(): void }
  #isActive = false
  #revision = 0
  /** Everything until then is archived, in milliseconds since 1970. */
  #coveredUntil: number | undefined
  #newestSnapshot: number | undefined
  #logTrouble: string | undefined
  #snapshotTrouble: string | undefined

  constructor(folder: string, logger: Logger, metrics: MetricsRegistry, now: () => number) {
    this.#folder = folder
    this.#logger = logger
    this.#now = now
    this.#failures = metrics
      .counter('binnacle_archive_failures_total', 'Failed attempts to write the archive.')
      .labels()
    const gauge = (name: string, help: string, read: () => number) =>
      metrics.read(`binnacle_archive_${name}`, help, 'gauge', read)
    gauge('revision', 'Last revision in the archive.', () => this.#revision)
    gauge('lag_seconds', 'Age of the oldest change that may not be in the archive.', () => this.#lagSeconds)
    gauge(
      'snapshot_timestamp_seconds',
      'When the newest snapshot of the archive was made.',
      () => (this.#newestSnapshot ?? 0) / 1000,
    )
  }

  /** What is wrong, in one line for a person; undefined if nothing is. */
  note(): string | undefined {
    const trouble = this.#logTrouble ?? this.#snapshotTrouble
    if (trouble === undefined || !this.#isActive) return undefined
    const until =
      this.#coveredUntil === undefined
        ? ''
        : ` (complete until ${new Date(this.#coveredUntil).toISOString()})`
    return `the archive in ${this.#folder} cannot be written: ${trouble}${until}`
  }

  /** This server leads, and archives from now on. */
  begin(): void {
    this.#isActive = true
    this.#coveredUntil = undefined
  }

  end(): void {
    this.#isActive = false
  }

  archived(revision: number, time: number): void {
    this.#revision = revision
    this.#coveredUntil = time
    if (this.#logTrouble === undefined) return
    this.#logTrouble = undefined
    this.#logger.info({ folder: this.#folder, revision }, 'the archive is written again')
  }

  /** `newest` is when the newest snapshot was made. */
  snapshotsKept(newest: number | undefined): void {
    this.#newestSnapshot = newest
    if (this.#snapshotTrouble === undefined) return
    this.#snapshotTrouble = undefined
    this.#logger.info({ folder: this.#folder }, 'snapshots of the archive are made again')
  }

  logsFailed(error: unknown): void {
    this.#logTrouble = this.#failed(error, this.#logTrouble, 'the archive cannot be written')
  }

  snapshotsFailed(error: unknown): void {
    this.#snapshotTrouble = this.#failed(
      error,
      this.#snapshotTrouble,
      'a snapshot of the archive cannot be made',
    )
  }

  #failed(error: unknown, before: string | undefined, message: string): string {
    this.#failures.inc()
    const reason = error instanceof Error ? error.message : String(error)
    if (before === undefined) {
      this.#logger.error({ folder: this.#folder, reason }, `${message}; the server goes on, and tries again`)
    }
    return reason
  }

  get #lagSeconds(): number {
    if (!this.#isActive || this.#coveredUntil === undefined) return 0
    return Math.max(0, this.#now() - this.#coveredUntil) / 1000
  }
}
