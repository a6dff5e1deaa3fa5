import { readFile } from 'node:fs/promises'
import { decodeReadOnly, READ_ONLY_KEY, readOnlyError } from '#backup/migration/read-only-state.js'
import type { Counter, Histogram, MetricsRegistry } from '#observe/metrics.js'
import type { StoreBeginning } from '#storage/contract.js'
import { CALL_NAMES, type CallName } from '#storage/etcd/client.js'
import { type EtcdStorage, openEtcdStorage } from '#storage/etcd/storage.js'
import type { Clock } from '#util/clock.js'
import { StartError, type StorageConfig } from './config.js'
import { packageVersion } from './version.js'

const CALL_BOUNDS = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

interface EtcdObserver {
  onCall(name: CallName, seconds: number, error: unknown): void
  onWatchInterrupted(): void
  isLeading: () => boolean
  /** In bytes. */
  size: () => number
}

/** Registers the metrics of a store on etcd. */
export function countEtcdCalls(metrics: MetricsRegistry): EtcdObserver {
  const calls = metrics.histogram(
    'binnacle_etcd_call_duration_seconds',
    'Duration of calls to etcd with retries, by operation.',
    CALL_BOUNDS,
    ['operation'],
  )
  const failures = metrics.counter(
    'binnacle_etcd_call_failures_total',
    'Calls to etcd without a response, or with an error.',
    ['operation'],
  )
  const interruptions = metrics
    .counter('binnacle_etcd_watch_interruptions_total', 'Watches on etcd that broke and were opened again.')
    .labels()
  const counted = Object.fromEntries(
    CALL_NAMES.map((name) => [name, { calls: calls.labels(name), failures: failures.labels(name) }]),
  ) as Record<CallName, { calls: Histogram; failures: Counter }>
  const observer: EtcdObserver = {
    onCall: (name, seconds, error) => {
      counted[name].calls.observe(seconds)
      if (error !== undefined) counted[name].failures.inc()
    },
    onWatchInterrupted: () => interruptions.inc(),
    isLeading: () => false,
    size: () => 0,
  }
  metrics.readEach(
    'leader_election_master_status',
    '1 if this server leads: it collects garbage and compacts for all servers on the store.',
    'gauge',
    'name',
    () => [['binnacle', observer.isLeading() ? 1 : 0]],
  )
  metrics.readEach(
    'apiserver_storage_size_bytes',
    'Size of the database of etcd, at the member in use.',
    'gauge',
    'storage_cluster_id',
    () => [['etcd', observer.size()]],
  )
  return observer
}

/** Opens the storage in etcd and counts its calls. */
export async function openEtcd(
  config: StorageConfig,
  metrics: MetricsRegistry,
  options: StoreBeginning & { readonly clock?: Clock | undefined } = {},
): Promise<EtcdStorage> {
  const observer = countEtcdCalls(metrics)
  const storage = await openEtcdStorage({
    endpoints: config.etcdEndpoints,
    prefix: config.etcdPrefix,
    tls: {
      ca: await readPem('--etcd-cacert', config.etcdCacert),
      cert: await readPem('--etcd-cert', config.etcdCert),
      key: await readPem('--etcd-key', config.etcdKey),
    },
    ...options,
    version: packageVersion(),
    upgrade: config.upgradeEtcd,
    fence: { key: READ_ONLY_KEY, error: (value) => readOnlyError(decodeReadOnly(value)) },
    onCall: observer.onCall,
    onWatchInterrupted: observer.onWatchInterrupted,
  })
  observer.isLeading = () => storage.election.isLeading
  observer.size = () => storage.databaseSize
  return storage
}

async function readPem(flag: string, path: string): Promise<Buffer | undefined> {
  if (path === '') return undefined
  try {
    return await readFile(path)
  } catch (error) {
    throw new StartError(`${flag}: ${(error as Error).message}`)
  }
}
