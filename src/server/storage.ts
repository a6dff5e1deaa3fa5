import { alwaysLeading, type Leadership } from '../controllers/leadership.js'
import type { MetricsRegistry } from '../observe/metrics.js'
import type { Storage } from '../storage/contract.js'
import { CommitThread } from '../storage/embedded/commit-thread-handle.js'
import { THREAD_ENTRY } from '../storage/embedded/thread-entry.js'
import { openMemoryStorage } from '../storage/memory/storage.js'
import type { StorageConfig } from './config.js'

/** The store of a server, and who of the servers on it leads. */
export interface OpenedStorage {
  readonly storage: Storage
  readonly leadership: Leadership
}

/**
 * Opens the storage that the configuration asks for, and counts what it does. A store that does not exist yet is made,
 * unless `create` is false.
 */
export async function openStorage(
  config: StorageConfig,
  metrics: MetricsRegistry,
  { create = true }: { readonly create?: boolean } = {},
): Promise<OpenedStorage> {
  switch (config.storage) {
    case 'memory':
      return { storage: openMemoryStorage(), leadership: alwaysLeading }
    // Others are loaded only when they are wanted: they bring native code, or a network client.
    case 'embedded': {
      // The thread takes longer to start than everything else, so it starts first.
      const thread = new CommitThread(THREAD_ENTRY)
      const { openEmbedded } = await import('./embedded-storage.js')
      return { storage: await openEmbedded(config, metrics, create, thread), leadership: alwaysLeading }
    }
    case 'etcd': {
      const { openEtcd } = await import('./etcd-storage.js')
      const storage = await openEtcd(config, metrics)
      return { storage, leadership: storage.election }
    }
  }
}
