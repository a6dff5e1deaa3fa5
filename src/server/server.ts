import { usesTls } from '#access/certificates/tls-config.js'
import { AccessConfigError } from '#access/config.js'
import { openAccess } from '#access/open-access.js'
import { admissionPlugins } from '#admission/index.js'
import { EncodingCache } from '#cache/encoding-cache.js'
import { ObjectCache } from '#cache/object-cache.js'
import { type ControllerContext, Controllers } from '#controllers/controller.js'
import { EventExpiry } from '#controllers/event-expiry.js'
import { GarbageCollector } from '#controllers/garbage-collector.js'
import { NamespaceLifecycle } from '#controllers/namespaces/lifecycle.js'
import { NamespaceController } from '#controllers/namespaces/namespace-controller.js'
import { RevisionHistory } from '#controllers/revision-history/controller.js'
import { StorageProtection } from '#controllers/storage-protection.js'
import { SystemObjects } from '#controllers/system-objects/system-objects.js'
import { CustomResourceKinds, DefinitionAdmission } from '#custom-resources/custom-resource-kinds.js'
import { DefinitionController } from '#custom-resources/definition-controller.js'
import { ListenError } from '#http/connection/listen-error.js'
import { defaultLimits, type ListenerLimits } from '#http/limits/listener-limits.js'
import { hostInUrl } from '#http/request/host-names.js'
import { createLogger, type Logger } from '#observe/logger.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { registerProcessMetrics } from '#observe/process-metrics.js'
import { RecordingError } from '#recording/format.js'
import { ChangeFeed } from '#registry/change-feed.js'
import { KindRegistry } from '#registry/kind-registry.js'
import { ContinueTokens, storeSecret } from '#registry/read/continue-token.js'
import { ResourceStores } from '#registry/stores.js'
import { CanonicalWriter } from '#registry/write/canonical-writer.js'
import { type Storage, StorageDamaged, StorageUnavailable, StorageUnusable } from '#storage/contract.js'
import { CloseStack } from '#util/async/close-stack.js'
import { systemClock, type TimerClock } from '#util/clock.js'
import { lazy } from '#util/memoize.js'
import { systemRandom } from '#util/random.js'
import { LazyWebhookClient } from '#webhooks/client/lazy-client.js'
import { ServiceResolver } from '#webhooks/client/service-resolver.js'
import { WebhookConverters } from '#webhooks/conversion/webhook-converter.js'
import { DynamicAdmission } from '#webhooks/dynamic-admission.js'
import { PolicyStatus } from '#webhooks/policies/policy-status.js'
import { startCompaction } from './compaction.js'
import {
  authorizationModeOf,
  configError,
  federationOf,
  limitsOf,
  type ProgramConfig,
  type ServerConfig,
  StartError,
} from './config.js'
import { restrictDataFolder } from './data-folder-permissions.js'
import { createFront } from './front.js'
import { ImportGuard, rejectUnfinishedImport } from './import-guard.js'
import {
  actingFederation,
  customResourceTypes,
  federatedWorkloads,
  federationAdmission,
  filtersOf,
  LazySearch,
  openRecording,
  servedKinds,
  simulatedWorkloads,
} from './optional-parts.js'
import { type OpenStorage, openStorage } from './storage.js'
import type { SelfSignedAuthority } from './tls.js'

/** The grace period of requests at shutdown. */
const CLOSE_GRACE_MS = 5_000

/** A running server. It is disposable: `await using server = await createServer()`. */
export interface RunningServer extends AsyncDisposable {
  /** The URL, with the actual port. */
  readonly url: string
  /**
   * The actual port.
   *
   * @example
   * const { port } = await createServer({ port: 0 })
   */
  readonly port: number
  /**
   * Resolves when the server has closed, whatever made it close. Never rejects.
   *
   * @example
   * const server = await createServer({ signal: AbortSignal.timeout(60_000) })
   * await server.closed
   */
  readonly closed: Promise<void>
  /** The self-signed authority; undefined without `selfSigned`. */
  readonly selfSignedAuthority: SelfSignedAuthority | undefined
  /** Resolves when all effects of previous writes, such as cascading deletions, are done. */
  settled(): Promise<void>
  /**
   * Stops listening, finishes pending requests within the grace period, closes the store. Further calls return the
   * same promise.
   */
  close(): Promise<void>
  /**
   * The same as `close`.
   *
   * @example
   * await using server = await createServer({ storage: 'memory', port: 0 })
   */
  [Symbol.asyncDispose](): Promise<void>
}

/** The parts of a running server that the test server works with. */
export interface ServerParts {
  readonly storage: Storage
  readonly cache: ObjectCache
  readonly kinds: KindRegistry
  readonly stores: ResourceStores
  readonly clock: TimerClock
  readonly logger: Logger
  readonly controllers: Controllers
}

/** Assembles and starts a server. After a failure everything opened is closed. */
export async function startServer(
  config: ServerConfig & ProgramConfig,
  open: OpenStorage = openStorage,
  limits = defaultLimits,
): Promise<RunningServer> {
  return (await startServerParts(config, open, limits)).server
}

/** The same, with the parts of the server. */
export async function startServerParts(
  config: ServerConfig & ProgramConfig,
  open: OpenStorage = openStorage,
  limits = defaultLimits,
): Promise<{ readonly server: RunningServer; readonly parts: ServerParts }> {
  const rejection = configError(config)
  if (rejection !== undefined) throw new StartError(rejection)
  config.signal?.throwIfAborted()
  const opened = new CloseStack()
  const logger = createLogger(config.logLevel, config.logger)
  try {
    return await start(config, { open, limits, logger, opened })
  } catch (error) {
    await opened.close().catch((err: unknown) => {
      logger.error({ err }, 'cleanup after a failed start failed')
    })
    return explainStart(error)
  }
}

interface StartContext {
  readonly open: OpenStorage
  readonly limits: ListenerLimits
  readonly logger: Logger
  readonly opened: CloseStack
}

async function start(
  config: ServerConfig & ProgramConfig,
  { open, limits, logger, opened }: StartContext,
): Promise<{ readonly server: RunningServer; readonly parts: ServerParts }> {
  const { clock = systemClock, random = systemRandom, kinds: customKinds = [] } = config
  const own = customKinds.length === 0 ? undefined : await import('./custom-kinds.js')
  await own?.validateCustomKinds(customKinds)
  const metrics = new MetricsRegistry()
  const processMetrics = registerProcessMetrics(metrics)
  opened.push(() => processMetrics.stop())

  const openOrLoad = config.from === '' ? open : openRecording(config.from, clock, logger)
  const { storage, leadership, forkCache } = await openOrLoad(config, metrics, { clock })
  opened.push(() => storage.close())
  config.signal?.throwIfAborted()
  await rejectUnfinishedImport(storage)
  const registry = new KindRegistry(await servedKinds(config))
  const openCache = () =>
    ObjectCache.open(storage, logger, (prefix, object) => {
      const version = registry.storedUnder(prefix)?.storageVersion
      // Custom resources may be stored in any version, and by any older schema.
      if (version?.codec === undefined) version?.decode(object)
    })
  const cache = await (forkCache ?? openCache)()
  opened.push(() => cache.close())
  const importGuard = new ImportGuard(cache)
  metrics.read('binnacle_objects', 'Objects in the store.', 'gauge', () => cache.size)
  metrics.read(
    'binnacle_store_unreadable_values',
    'Stored values that are no objects and are left out.',
    'gauge',
    () => cache.unreadable.size,
  )
  const tokens = lazy(async () => new ContinueTokens(await storeSecret(storage)))
  // A shared store may be unreachable later, while lists are still served from the cache.
  if (!storage.isOnlyWriter) await tokens().catch(explainStart)
  const encodings = new EncodingCache()
  const lifecycle = new NamespaceLifecycle({
    mode: config.namespaces,
    phaseOf: (name) => namespaces.phaseOf(name),
    mayCreate: (user) => access.canCreateNamespaces(user),
    create: (name) => namespaces.create(name),
  })
  const feed = new ChangeFeed(cache, registry)
  // First, so that nothing sees kinds appear one by one.
  const webhooks = new LazyWebhookClient(new ServiceResolver(config.serviceResolver))
  opened.push(() => webhooks.close())
  const customResourceKinds = new CustomResourceKinds({
    kinds: registry,
    feed,
    logger,
    converters: new WebhookConverters(webhooks, random),
  })
  await customResourceKinds.start()
  opened.push(() => customResourceKinds.close())
  const tls = usesTls(config) ? await (await import('./tls.js')).Tls.open(config, logger, clock) : undefined
  opened.push(() => tls?.close())
  await restrictDataFolder(config, logger)
  const access = await openAccess(
    { ...config, authorizationMode: authorizationModeOf(config), ...limitsOf(config) },
    {
      kinds: registry,
      feed,
      logger,
      metrics,
      clock,
      certificates: tls?.authenticator,
      secret: (name, make) => storeSecret(storage, name, make),
    },
  )
  opened.push(() => access.close())
  const federationPlugins = config.federation ? await federationAdmission(federationOf(config)) : []
  const dynamic = new DynamicAdmission(registry, feed, webhooks, access.authorize, random)
  opened.push(() => dynamic.close())
  const { registrations } = dynamic
  const admission = [
    // First: a missing namespace is the first error.
    lifecycle,
    ...access.admission,
    new DefinitionAdmission(customResourceKinds),
    ...admissionPlugins(cache, dynamic.plugins),
    ...federationPlugins,
  ]
  const { reviewHandlers } = access
  const stores = new ResourceStores(registry, {
    storage,
    cache,
    encodings,
    tokens,
    admission,
    registrations,
    reviewHandlers,
    clock,
    random,
  })
  const parts: ControllerContext = {
    kinds: registry,
    stores,
    feed,
    leadership: importGuard.restrict(leadership),
    logger,
    clock,
    random,
  }
  const collector = new GarbageCollector(parts)
  metrics.read(
    'binnacle_collector_pending',
    'Objects that wait for the garbage collector.',
    'gauge',
    () => collector.pending,
  )
  const namespaces = new NamespaceController(parts)
  const writer = new CanonicalWriter(storage, cache)
  const system = new SystemObjects(parts, writer)
  const policy = access.controllers(parts, writer)
  const workloads = config.simulateWorkloads
    ? await simulatedWorkloads({
        ...parts,
        rootCa: () => tls?.credentials.authority?.cert ?? '',
        isRunElsewhere: config.federation ? await federatedWorkloads(federationOf(config)) : undefined,
      })
    : []
  const federationContext = { ...parts, metrics, config: federationOf(config) }
  const federation = config.federation ? await actingFederation(federationContext) : undefined
  const search = federation && new LazySearch(federationContext, federation.members)
  const controllers = new Controllers([
    collector,
    namespaces,
    system,
    ...(config.simulateWorkloads ? [] : [new RevisionHistory(parts, collector)]),
    new StorageProtection(parts),
    new DefinitionController(parts, writer),
    new EventExpiry(parts, config.eventTtlMs),
    new PolicyStatus(parts, customResourceTypes),
    ...policy,
    ...workloads,
    ...(federation?.controllers ?? []),
  ])
  opened.push(() => controllers.close())
  controllers.start()

  const listener = await createFront(config, {
    kinds: registry,
    stores,
    storage,
    access,
    importGuard,
    unreadable: cache.unreadable,
    tls: tls?.front,
    limits,
    filters: await filtersOf(config, logger),
    mount: search && ((observer) => search.mount(observer)),
    metrics,
    clock,
    logger,
  })
  tls?.serve(listener)
  opened.push(() => listener.close(CLOSE_GRACE_MS))
  opened.push(() => access.stopWaiting())
  // Watches do not end by themselves; end them first to free their connections. Pending writes still need the cache.
  opened.push(() => cache.watchers.end())
  opened.push(() => federation?.stopForwarding())
  opened.push(() => search?.close())
  const compaction = startCompaction(storage, config.historyWindowMs, {
    leadership,
    logger,
    metrics,
    clock,
    cache,
  })
  opened.push(() => compaction.stop())

  await own?.applyCustomKinds(customKinds, stores)
  // Without the default roles only administrators have access.
  for (const controller of policy) await controller.settled()
  const { address, port } = await listener.listen(config.host, config.port)
  system.setAddress({ address, port })
  logger.info({ address, port, storage: config.storage, objects: cache.size }, 'serving')
  const url = `${tls === undefined ? 'http' : 'https'}://${hostInUrl(address)}:${port}`
  const selfSignedAuthority = await tls?.admit(address, port)
  config.signal?.throwIfAborted()
  const close = () => opened.close()
  closeWhenAborted(config.signal, opened, logger)
  const server = {
    url,
    port,
    selfSignedAuthority,
    closed: opened.closed,
    settled: () => controllers.settled(),
    close,
    [Symbol.asyncDispose]: close,
  }
  return { server, parts: { storage, cache, kinds: registry, stores, clock, logger, controllers } }
}

/** A signal may outlive the server: remove the listener. */
function closeWhenAborted(signal: AbortSignal | undefined, opened: CloseStack, logger: Logger): void {
  if (signal === undefined) return
  const close = () => {
    opened.close().catch((err: unknown) => logger.error({ err }, 'closing the server failed'))
  }
  signal.addEventListener('abort', close, { once: true })
  void opened.closed.then(() => signal.removeEventListener('abort', close))
}

/** Errors that the user can fix become a `StartError`. */
function explainStart(error: unknown): never {
  const isMendable =
    error instanceof AccessConfigError ||
    error instanceof StorageUnusable ||
    error instanceof StorageDamaged ||
    error instanceof StorageUnavailable ||
    error instanceof ListenError ||
    error instanceof RecordingError
  throw isMendable ? new StartError(error.message, { cause: error }) : error
}
