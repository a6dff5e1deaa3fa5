import type { Logger } from '#observe/logger.js'
import type { Counter, MetricsRegistry } from '#observe/metrics.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { Storage } from '#storage/contract.js'
import { EncryptedStorage } from '#storage/encryption/encrypted-storage.js'
import type { Encryption, OnTransformed } from '#storage/encryption/encryption.js'
import { ConfiguredEncryption, transformersOf } from './configured-encryption.js'
import { readEncryptionFile } from './key-file.js'

export interface EncryptionDependencies {
  /** The store that keeps the encrypted values. */
  readonly engine: Storage
  readonly kinds: KindRegistry
  readonly metrics: MetricsRegistry
  readonly logger: Logger
}

/** The encryption of a server's store. */
export interface OpenEncryption {
  /** The store with its values decrypted. */
  readonly storage: Storage
  readonly encryption: Encryption
  /** Logs names of the file that are those of no kind. Call when custom resources are served. */
  reportUnused(): void
  /** Reads the file again. Rejects with `StartError` and changes nothing if it is invalid. */
  reload(): Promise<void>
}

/** Rejects with `StartError` if the file cannot be used. */
export async function openEncryption(
  path: string,
  { engine, kinds, metrics, logger }: EncryptionDependencies,
): Promise<OpenEncryption> {
  const read = async () => transformersOf(await readEncryptionFile(path))
  const encryption = new ConfiguredEncryption(await read(), kinds, countTransformations(metrics))
  const reportUnused = () => {
    const resources = encryption.unusedNames()
    if (resources.length === 0) return
    logger.warn({ file: path, resources }, 'the encryption configuration names resources that are not served')
  }
  return {
    storage: new EncryptedStorage(engine, encryption),
    encryption,
    reportUnused,
    async reload() {
      encryption.replace(await read())
      logger.info({ file: path }, 'reloaded the encryption configuration')
      reportUnused()
    },
  }
}

/** Under the name and with the labels of kube-apiserver. */
export function countTransformations(metrics: MetricsRegistry): OnTransformed {
  const total = metrics.counter(
    'apiserver_storage_transformation_operations_total',
    'Values that were encrypted or decrypted, by resource, direction, prefix of the stored value and status.',
    ['resource', 'status', 'transformation_type', 'transformer_prefix'],
  )
  const counters = new Map<string, Counter>()
  return (resource, type, prefix, isOk) => {
    const key = `${resource} ${type} ${prefix} ${isOk}`
    let counter = counters.get(key)
    if (counter === undefined) {
      counter = total.labels(resource, isOk ? 'OK' : 'Unknown', type, prefix)
      counters.set(key, counter)
    }
    counter.inc()
  }
}
