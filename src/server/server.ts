import { allowsAll } from '#access/authorization/authorization-config.js'
import { usesTls } from '#access/certificates/tls-config.js'
import { AccessConfigError } from '#access/config.js'
import { openAccess } from '#access/open-access.js'
import { defaultPlugins } from '#admission/index.js'
import { arrangePlugins, enabledPlugins, ineffectivePlugins } from '#admission/plugin-order.js'
import { AvailabilityController } from '#aggregation/availability-controller.js'
import { HeldRevisions } from '#backup/held-revisions.js'
import { EncodingCache } from '#cache/encoding-cache.js'
import { ObjectCache } from '#cache/object-cache.js'
import { ApiServices } from '#controllers/api-services/api-services.js'
import { type ControllerContext, Controllers } from '#controllers/controller.js'
import { controllerContexts } from '#controllers/enabled-controllers.js'
import { EventExpiry } from '#controllers/event-expiry.js'
import { GarbageCollector } from '#controllers/garbage-collector.js'
import { NamespaceLifecycle } from '#controllers/namespaces/lifecycle.js'
import { NamespaceController } from '#controllers/namespaces/namespace-controller.js'
import { RevisionHistory } from '#controllers/revision-history/controller.js'
import { ServiceCIDRs } from '#controllers/service-cidrs.js'
import { StorageProtection } from '#controllers/storage-protection.js'
import { SystemObjects } from '#controllers/system-objects/system-objects.js'
import { CustomResourceKinds, DefinitionAdmission } from '#custom-resources/custom-resource-kinds.js'
import { DefinitionController } from '#custom-resources/definition-controller.js'
import { ListenError } from '#http/connection/listen-error.js'
import { defaultLimits, type ListenerLimits } from '#http/limits/listener-limits.js'
import { hostInUrl } from '#http/request/host-names.js'
import { localCondition } from '#kinds/apiregistration/apiservice/local-condition.js'
import { serveBindings } from '#kinds/core/binding/index.js'
import { serveComponents } from '#kinds/core/componentstatus/components.js'
import { serviceAddressesOf } from '#kinds/core/service/network.js'
import { SYSTEM_FLOW_CONTROL } from '#kinds/flowcontrol/system-flow-control.js'
import { createLogger, type LeveledLogger, type Logger, type LogLevel } from '#observe/logger.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { registerProcessMetrics } from '#observe/process-metrics.js'
import { RecordingError } from '#recording/format.js'
import { ChangeFeed } from '#registry/change-feed.js'
import { KindRegistry } from '#registry/kind-registry.js'
import { ContinueTokens, makeContinueSecret } from '#registry/read/continue-token.js'
import { SECRET } from '#registry/server-secrets.js'
import { ResourceStores } from '#registry/stores.js'
import { callingOtherServers } from '#registry/write/admission.js'
import { AdmissionMetrics } from '#registry/write/admission-metrics.js'
import { CanonicalWriter } from '#registry/write/canonical-writer.js'
import { StorageDamaged, StorageUnavailable, StorageUnusable } from '#storage/contract.js'
import { CloseStack } from '#util/async/close-stack.js'
import { systemClock } from '#util/clock.js'
import { lazy } from '#util/memoize.js'
import { systemRandom } from '#util/random.js'
import { LazyWebhookClient } from '#webhooks/client/lazy-client.js'
import { ServiceResolver } from '#webhooks/client/service-resolver.js'
import { WebhookConverters } from '#webhooks/conversion/webhook-converter.js'
import { DynamicAdmission } from '#webhooks/dynamic-admission.js'
import { PolicyStatus } from '#webhooks/policies/policy-status.js'
import { Backups } from './backup/backup-routes.js'
import { startCompaction } from './compaction.js'
import {
  authorizationModeOf,
  federationOf,
  isLoopback,
  limitsOf,
  type ProgramConfig,
  requestHeadersOf,
  type ServerConfig,
  StartError,
} from './config.js'
import { configError } from './config-error.js'
import { restrictDataFolder } from './data-folder-permissions.js'
import { Rewrites } from './encryption/rewrites.js'
import { whileDecryptable } from './encryption/while-decryptable.js'
import { warnOfIneffectiveGates } from './feature-gates/feature-gates.js'
import { createFront, storeFailure } from './front.js'
import { authenticationPublisher } from './identity/authentication-publisher.js'
import { FrontProxyIdentity } from './identity/front-proxy-identity.js'
import { openSecrets } from './identity/secrets.js'
import { ImportGuard, rejectUnfinishedImport } from './import-guard.js'
import { LazyInspection } from './inspection.js'
import { LazyNodeConnections } from './nodes/lazy-node-connections.js'
import { logLife } from './observe/life-log.js'
import { openObservability } from './observe/observability.js'
import { countObjects, MeasuredStorage } from './observe/storage-metrics.js'
import {
  accountControllers,
  actingFederation,
  archiveOf,
  customResourceTypes,
  encryptionOf,
  federatedWorkloads,
  federationAdmission,
  filtersOf,
  LazySearch,
  openRecording,
  openReviewWebhook,
  optionalAdmission,
  servedKinds,
  simulatedWorkloads,
} from './optional-parts.js'
import { ReadOnlyMode } from './read-only/read-only-mode.js'
import { readOnlyRoute } from './read-only/read-only-routes.js'
import { WriteGate } from './read-only/write-gate.js'
import { remoteServices } from './remote-services.js'
import type { RunningServer, ServerParts } from './running-server.js'
import { Shutdown } from './shutdown.js'
import { type OpenStorage, openStorage } from './storage.js'
import { packageVersion, registerBuildInfo } from './version.js'

export type { RunningServer, ServerParts } from './running-server.js'

/** The grace period of requests at shutdown. */
const CLOSE_GRACE_MS = 5_000
/** Clients whose watches have just ended may send their next request on the same connection. */
const CLOSE_IDLE_MS = 500

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
  const logger = createLogger(config.logLevel, { target: config.logger, format: config.logFormat })
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
  readonly logger: LeveledLogger
  readonly opened: CloseStack
}

async function start(
  config: ServerConfig & ProgramConfig,
  { open, limits, logger, opened }: StartContext,
): Promise<{ readonly server: RunningServer; readonly parts: ServerParts }> {
  const { clock = systemClock, random = systemRandom, kinds: customKinds = [] } = config
  const own = customKinds.length === 0 ? undefined : await import('./custom-kinds.js')
  await own?.validateCustomKinds(customKinds)
  const startedAt = performance.now()
  logger.info({ version: packageVersion(), node: process.version, pid: process.pid }, 'starting')
  warnOfIneffectiveGates(config, logger)
  const shutdown = new Shutdown({ opened, delayMs: config.shutdownDelayMs, logger, clock })
  const metrics = new MetricsRegistry()
  const { tracing, requestLog, reopenLogs } = await openObservability(config, opened, { logger, metrics })
  registerBuildInfo(metrics)
  const processMetrics = registerProcessMetrics(metrics)
  opened.push(() => processMetrics.stop())

  const openOrLoad = config.from === '' ? open : openRecording(config.from, clock, logger)
  const { storage: ungated, leadership, forkCache } = await openOrLoad(config, metrics, { clock, logger })
  opened.push(() => ungated.close())
  const engine = new WriteGate(ungated)
  opened.push(logLife({ storage: engine, leadership, logger }))
  config.signal?.throwIfAborted()
  await rejectUnfinishedImport(engine)
  const registry = new KindRegistry(await servedKinds(config))
  const encryption = await encryptionOf(config, { engine, kinds: registry, metrics, logger })
  // Backups, archives and compaction work on the values as they are stored.
  const storage = encryption?.storage ?? engine
  const openCache = () =>
    ObjectCache.open(storage, logger, (prefix, object) => {
      const version = registry.storedUnder(prefix)?.storageVersion
      // Custom resources may be stored in any version, and by any older schema.
      if (version?.codec === undefined) version?.decode(object)
    })
  const cache = await (forkCache ?? openCache)()
  opened.push(() => cache.close())
  const importGuard = new ImportGuard(cache)
  const readOnly = new ReadOnlyMode({ storage: ungated, gate: engine, cache, metrics, clock, logger })
  await readOnly.start()
  opened.push(() => readOnly.close())
  countObjects(metrics, registry, cache)
  const measured = new MeasuredStorage(storage, metrics, registry)
  metrics.read(
    'binnacle_store_unreadable_values',
    'Stored values that are no objects and are left out.',
    'gauge',
    () => cache.unreadable.size,
  )
  const secrets = await openSecrets(config, engine)
  const tokens = lazy(
    async () => new ContinueTokens(await secrets.get(SECRET.continueTokens, makeContinueSecret)),
  )
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
  const isOpen = allowsAll(authorizationModeOf(config))
  const resolver = new ServiceResolver(feed, config.serviceResolver, !isOpen)
  const webhooks = new LazyWebhookClient(resolver, random)
  opened.push(() => webhooks.close())
  const customResourceKinds = new CustomResourceKinds({
    kinds: registry,
    feed,
    logger,
    converters: new WebhookConverters(webhooks, random),
  })
  await customResourceKinds.start()
  encryption?.reportUnused()
  opened.push(() => customResourceKinds.close())
  const tls = usesTls(config)
    ? await (await import('./identity/tls.js')).Tls.open(config, secrets, logger, clock)
    : undefined
  opened.push(() => tls?.close())
  tls?.measure(metrics)
  const frontProxy = new FrontProxyIdentity(config, secrets)
  if (config.proxyClientCertFile !== '') await frontProxy.open()
  else if (tls !== undefined) {
    await frontProxy.open().catch((err: unknown) => {
      logger.warn({ err }, 'the certificate for servers of aggregated APIs was not made')
    })
  }
  await restrictDataFolder(config, logger)
  const access = await openAccess(
    {
      ...config,
      ...requestHeadersOf(config),
      authorizationMode: authorizationModeOf(config),
      ...limitsOf(config),
    },
    {
      kinds: registry,
      feed,
      logger,
      metrics,
      clock,
      certificates: tls?.users,
      proxies: tls?.proxies,
      secrets,
      openReviewWebhook,
      mayAllowAll: config.allowAnyHost || isLoopback(config.host),
    },
  )
  opened.push(() => access.close())
  const federationPlugins = config.federation ? await federationAdmission(federationOf(config), feed) : []
  const dynamic = new DynamicAdmission(registry, feed, webhooks, access.authorize, random, metrics)
  opened.push(() => dynamic.close())
  const { registrations } = dynamic
  const { asksOtherServers } = access
  const enabled = enabledPlugins(config)
  const ineffective = ineffectivePlugins(config)
  if (ineffective.length > 0) logger.warn({ plugins: ineffective }, 'admission plugins without an effect')
  const plugins = [
    lifecycle,
    ...access.admission,
    new DefinitionAdmission(customResourceKinds),
    ...defaultPlugins(cache),
    ...(asksOtherServers ? callingOtherServers(dynamic.plugins) : dynamic.plugins),
    ...(await optionalAdmission(enabled, {
      ...{ cache, kinds: registry, feed, random, authorize: access.authorize, asksOtherServers },
      namespaces: {
        exists: (name) => namespaces.phaseOf(name) !== undefined,
        create: (name) => namespaces.create(name),
      },
    })),
  ]
  const admission = [...arrangePlugins(plugins, enabled), ...federationPlugins]
  const { reviewHandlers } = access
  const stores = new ResourceStores(registry, {
    storage: measured,
    cache,
    encodings,
    tokens,
    admission,
    registrations,
    admissionMetrics: new AdmissionMetrics(metrics),
    reviewHandlers,
    clock,
    random,
  })
  serveBindings(stores)
  serveComponents(stores, () => storeFailure(engine), config.simulateWorkloads)
  const acting = importGuard.restrict(leadership)
  const parts: ControllerContext = {
    kinds: registry,
    stores,
    feed,
    leadership: whileDecryptable(cache.unreadable, acting),
    logger,
    clock,
    random,
  }
  const contextOf = controllerContexts(parts, config)
  const collector = new GarbageCollector(contextOf('garbage-collector'))
  const remotes = remoteServices({ feed, frontProxy, resolver, clock, random })
  opened.push(() => remotes.close())
  const namespaces = new NamespaceController(contextOf('namespaces'), remotes)
  const writer = new CanonicalWriter(measured, cache)
  const system = new SystemObjects(
    contextOf('system-objects'),
    writer,
    SYSTEM_FLOW_CONTROL,
    serviceAddressesOf(config),
  )
  const apiServices = new ApiServices(contextOf('system-objects'), writer, localCondition)
  const policy = access.controllers(contextOf, writer)
  const rootCa = () => tls?.rootCa ?? ''
  const workloads = config.simulateWorkloads
    ? await simulatedWorkloads({
        ...parts,
        rootCa,
        isRunElsewhere: config.federation ? await federatedWorkloads(federationOf(config), feed) : undefined,
      })
    : enabled.has('ServiceAccount')
      ? await accountControllers({ ...contextOf('service-accounts'), rootCa })
      : []
  const nodes = await LazyNodeConnections.open(config, { stores, cache, random })
  const federationContext = { ...parts, metrics, tracing, config: federationOf(config) }
  const federation = config.federation ? await actingFederation(federationContext) : undefined
  const search = federation && new LazySearch(federationContext, federation.members)
  const controllers = new Controllers(metrics, [
    collector,
    namespaces,
    system,
    apiServices,
    ...(config.simulateWorkloads ? [] : [new RevisionHistory(contextOf('revision-history'), collector)]),
    new ServiceCIDRs(contextOf('service-cidr-controller')),
    new StorageProtection(contextOf('storage-protection')),
    new DefinitionController(contextOf('definitions'), writer),
    new EventExpiry(contextOf('event-ttl'), config.eventTtlMs),
    new PolicyStatus(contextOf('validating-admission-policy-status'), customResourceTypes),
    ...policy,
    ...access.tokenControllers(contextOf, writer, rootCa),
    authenticationPublisher(contextOf('authentication-info'), writer, requestHeadersOf(config), {
      tls,
      frontProxy,
    }),
    new AvailabilityController(parts, remotes, metrics),
    ...workloads,
    ...(federation?.controllers ?? []),
  ])
  opened.push(() => controllers.close())
  controllers.start()

  const held = new HeldRevisions()
  const archive = await archiveOf(config, {
    ...{ storage: engine, secrets, held, metrics, clock, logger },
    leadership: acting,
  })
  opened.push(() => archive?.close())
  const backups = new Backups(config, { storage: engine, held, secrets, clock })
  const rewrites = new Rewrites(engine, encryption?.encryption)
  const inspection = new LazyInspection({
    kinds: registry,
    stores,
    feed,
    storage,
    collector,
    authorize: access.authorize,
    clock,
    historyWindowMs: config.historyWindowMs,
    server: { version: packageVersion(), storage: config.storage, startedAt: clock.now() },
  })
  const listener = await createFront(config, {
    kinds: registry,
    stores,
    storage: engine,
    access,
    importGuard,
    unreadable: cache.unreadable,
    tls: tls?.front,
    limits,
    filters: await filtersOf(config, logger),
    requestLog,
    shutdown,
    remotes,
    mounts: (observer) => [...(search === undefined ? [] : [search.mount(observer)]), ...inspection.mounts],
    routes: [...backups.routes, readOnlyRoute(readOnly), rewrites.route, ...inspection.routes],
    archive,
    readOnly,
    metrics,
    clock,
    logger,
  })
  tls?.serve(listener)
  shutdown.drain = () => listener.drain()
  opened.push(async () => {
    // First, so that clients whose watches end connect to another server.
    const closed = listener.close(CLOSE_GRACE_MS, config.shutdownDelayMs > 0 ? CLOSE_IDLE_MS : 0)
    // Watches do not end by themselves. Pending writes still need the cache.
    cache.watchers.end()
    federation?.stopForwarding()
    remotes.stop()
    access.stopWaiting()
    await search?.close()
    await nodes?.close()
    await closed
  })
  opened.push(() => backups.close())
  opened.push(() => rewrites.close())
  const compaction = startCompaction(engine, config.historyWindowMs, {
    leadership,
    logger,
    metrics,
    clock,
    cache,
    held,
  })
  opened.push(() => compaction.stop())

  await own?.applyCustomKinds(customKinds, stores)
  // Without the default roles only administrators have access.
  for (const controller of policy) await controller.settled()
  const { address, port } = await listener.listen(config.host, config.port)
  system.setAddress({ address, port })
  apiServices.serverListens()
  const startMs = Math.round(performance.now() - startedAt)
  logger.info({ address, port, storage: config.storage, objects: cache.size, startMs }, 'serving')
  const url = `${tls === undefined ? 'http' : 'https'}://${hostInUrl(address)}:${port}`
  const selfSignedAuthority = await tls?.admit(address, port)
  config.signal?.throwIfAborted()
  const close = (reason?: string) => shutdown.close(reason)
  closeWhenAborted(config.signal, close, opened.closed, logger)
  const server = {
    url,
    port,
    selfSignedAuthority,
    closed: opened.closed,
    setLogLevel: (level: LogLevel) => logger.setLevel(level),
    reopenLogs,
    reloadEncryption: async () => encryption?.reload(),
    settled: () => controllers.settled(),
    close,
    [Symbol.asyncDispose]: () => close(),
  }
  return { server, parts: { storage: ungated, cache, kinds: registry, stores, clock, logger, controllers } }
}

/** A signal may outlive the server: remove the listener. */
function closeWhenAborted(
  signal: AbortSignal | undefined,
  close: (reason: string) => Promise<void>,
  closed: Promise<void>,
  logger: Logger,
): void {
  if (signal === undefined) return
  const onAbort = () => {
    close('the signal was aborted').catch((err: unknown) => {
      logger.error({ err }, 'closing the server failed')
    })
  }
  signal.addEventListener('abort', onAbort, { once: true })
  void closed.then(() => signal.removeEventListener('abort', onAbort))
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
