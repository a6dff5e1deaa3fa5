import type { ObjectCache } from '#cache/object-cache.js'
import { alwaysLeading, type Leadership } from '#controllers/controller.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { Storage, StoreBeginning } from '#storage/contract.js'
import { CommitThread } from '#storage/embedded/commit/commit-thread-handle.js'
import { THREAD_ENTRY } from '#storage/embedded/commit/thread-entry.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import type { Clock } from '#util/clock.js'
import type { StorageConfig } from './config.js'

/** The store of a server and its leader election. */
export interface OpenedStorage {
  readonly storage: Storage
  readonly leadership: Leadership
  /** The cache of a forked store, which need not be read. */
  readonly forkCache?: () => Promise<ObjectCache>
}

export interface OpenOptions extends StoreBeginning {
  /** Whether a missing store is created; true by default. */
  readonly create?: boolean
  /** The clock of the history; the system clock by default. */
  readonly clock?: Clock
  /** Logs upgrades of the store. */
  readonly logger?: Logger
}

/** Opens the configured storage with metrics. */
export type OpenStorage = (
  config: StorageConfig,
  metrics: MetricsRegistry,
  options?: OpenOptions,
) => Promise<OpenedStorage>

export const openStorage: OpenStorage = (config, metrics, options) =>
  startOpening(config)(config, metrics, options)

/**
 * Starts the thread of the embedded storage early, because it takes longest. It starts on another core while the
 * server's code is compiled, and opens no store until then.
 */
export function startOpening({ storage }: StorageConfig): OpenStorage {
  switch (storage) {
    case 'memory':
      return async (_, __, { clock } = {}) => ({
        storage: openMemoryStorage({ clock }),
        leadership: alwaysLeading,
      })
    // Loaded lazily: native code or a network client.
    case 'embedded': {
      const thread = new CommitThread(THREAD_ENTRY)
      return async (config, metrics, { create = true, clock, logger, startAt } = {}) => {
        const { openEmbedded } = await import('./embedded-storage.js')
        const storage = await openEmbedded(config, metrics, { create, clock, logger, startAt }, thread)
        return { storage, leadership: alwaysLeading }
      }
    }
    case 'etcd':
      return async (config, metrics, options) => {
        const { openEtcd } = await import('./etcd-storage.js')
        const storage = await openEtcd(config, metrics, options)
        return { storage, leadership: storage.election }
      }
  }
}
