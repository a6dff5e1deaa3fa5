import { ObjectCache } from '#cache/object-cache.js'
import type { Leadership } from '#controllers/controller.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import { KindRegistry } from '#registry/kind-registry.js'
import { ContinueTokens, makeContinueSecret } from '#registry/read/continue-token.js'
import { SECRET, type ServerSecrets } from '#registry/server-secrets.js'
import type { Feature } from '#registry/strategy.js'
import type { OpenEncryption } from '#server/encryption/open-encryption.js'
import { openSecrets } from '#server/identity/secrets.js'
import { ImportGuard, rejectUnfinishedImport } from '#server/import-guard.js'
import { logLife } from '#server/observe/life-log.js'
import { countObjects, MeasuredStorage } from '#server/observe/storage-metrics.js'
import { encryptionOf, openRecording, servedKinds } from '#server/optional-parts.js'
import { ReadOnlyMode } from '#server/read-only/read-only-mode.js'
import { WriteGate } from '#server/read-only/write-gate.js'
import { featuresOf } from '#server/runtime-config/features.js'
import type { OpenStorage } from '#server/storage.js'
import type { Storage } from '#storage/contract.js'
import { lazy } from '#util/memoize.js'
import { explainStart } from './explain-start.js'
import type { StartContext } from './start-context.js'

/** The store with its cache, and the secrets in it. */
export interface Store {
  /** As the engine opened it: writes pass even while the store is read-only. */
  readonly ungated: Storage
  /** Values as they are stored. Backups, archives and compaction work on it. */
  readonly engine: Storage
  /** Values as they are. */
  readonly storage: Storage
  /** The same, with metrics. */
  readonly measured: MeasuredStorage
  readonly leadership: Leadership
  readonly kinds: KindRegistry
  readonly features: ReadonlySet<Feature>
  readonly cache: ObjectCache
  readonly encryption: OpenEncryption | undefined
  readonly importGuard: ImportGuard
  readonly readOnly: ReadOnlyMode
  readonly secrets: ServerSecrets
  readonly continueTokens: () => Promise<ContinueTokens>
}

export async function openStore(context: StartContext, open: OpenStorage): Promise<Store> {
  const { config, logger, clock, metrics, opened } = context
  const builtIn = await servedKinds(config)
  const openOrLoad = config.from === '' ? open : openRecording(config.from, clock, logger)
  const { storage: ungated, leadership, forkCache } = await openOrLoad(config, metrics, { clock, logger })
  opened.push(() => ungated.close())
  const engine = new WriteGate(ungated)
  opened.push(logLife({ storage: engine, leadership, logger }))
  config.signal?.throwIfAborted()
  await rejectUnfinishedImport(engine)
  const kinds = new KindRegistry(builtIn.kinds, builtIn.isServed)
  const encryption = await encryptionOf(config, { engine, kinds, metrics, logger })
  const storage = encryption?.storage ?? engine
  const cache = await (forkCache ?? (() => openCache(context, storage, kinds)))()
  opened.push(() => cache.close())
  const importGuard = new ImportGuard(cache)
  const readOnly = new ReadOnlyMode({ storage: ungated, gate: engine, cache, metrics, clock, logger })
  await readOnly.start()
  opened.push(() => readOnly.close())
  measure(metrics, kinds, cache)
  const measured = new MeasuredStorage(storage, metrics, kinds)
  const secrets = await openSecrets(config, engine)
  const continueTokens = lazy(
    async () => new ContinueTokens(await secrets.get(SECRET.continueTokens, makeContinueSecret)),
  )
  // A shared store may be unreachable later, while lists are still served from the cache.
  if (!storage.isOnlyWriter) await continueTokens().catch(explainStart)
  return {
    ...{ ungated, engine, storage, measured, leadership, kinds, cache },
    features: featuresOf(builtIn, config),
    ...{ encryption, importGuard, readOnly, secrets, continueTokens },
  }
}

function openCache({ logger }: StartContext, storage: Storage, kinds: KindRegistry): Promise<ObjectCache> {
  return ObjectCache.open(storage, logger, (prefix, object) => {
    const version = kinds.storedUnder(prefix)?.storageVersion
    // Custom resources may be stored in any version, and by any older schema.
    if (version?.codec === undefined) version?.decode(object)
  })
}

function measure(metrics: MetricsRegistry, kinds: KindRegistry, cache: ObjectCache): void {
  countObjects(metrics, kinds, cache)
  metrics.read(
    'binnacle_store_unreadable_values',
    'Stored values that are no objects and are left out.',
    'gauge',
    () => cache.unreadable.size,
  )
}
