import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { Storage, StoreBeginning } from '#storage/contract.js'
import type { CommitThread } from '#storage/embedded/commit/commit-thread-handle.js'
import { DATA_FILE } from '#storage/embedded/data-folder.js'
import { openEmbeddedStorage } from '#storage/embedded/storage.js'
import type { Upgrade } from '#storage/embedded/upgrade/upgrade.js'
import type { Clock } from '#util/clock.js'
import type { StorageConfig } from './config.js'
import { packageVersion } from './version.js'

/** Histogram bounds of group commit sizes. */
const BATCH_BOUNDS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
const COMMIT_BOUNDS = [0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Opens the storage in a folder and counts its commits. */
export async function openEmbedded(
  { dataDir, allowEmpty }: StorageConfig,
  metrics: MetricsRegistry,
  {
    logger,
    ...options
  }: StoreBeginning & {
    readonly create: boolean
    readonly clock: Clock | undefined
    readonly logger: Logger | undefined
  },
  thread: CommitThread,
): Promise<Storage> {
  const commits = metrics
    .histogram('binnacle_store_commit_duration_seconds', 'Time until a commit is on disk.', COMMIT_BOUNDS)
    .labels()
  const batches = metrics
    .histogram('binnacle_store_commit_writes', 'Writes per commit.', BATCH_BOUNDS)
    .labels()
  const failures = metrics
    .counter('binnacle_store_commit_failures_total', 'Failed commits; none of their writes happened.')
    .labels()
  const storageOptions = {
    ...options,
    directory: dataDir,
    allowEmpty,
    version: packageVersion(),
    onUpgrade: (upgrade: Upgrade) =>
      logger?.info(upgrade, 'the data folder is backed up, its format is upgraded'),
    onCommit: ({ writes, seconds }: { readonly writes: number; readonly seconds: number }) => {
      commits.observe(seconds)
      batches.observe(writes)
    },
    onCommitFailed: () => failures.inc(),
  }
  const embedded = await openEmbeddedStorage(storageOptions, undefined, thread)
  metrics.read(
    'binnacle_store_pending_writes',
    'Writes that wait for a commit.',
    'gauge',
    () => embedded.pendingWrites,
  )
  metrics.readEach(
    'apiserver_storage_size_bytes',
    'Size of the data file.',
    'gauge',
    'storage_cluster_id',
    () => [['embedded', statSync(join(dataDir, DATA_FILE), { throwIfNoEntry: false })?.size ?? 0]],
  )
  return embedded
}
