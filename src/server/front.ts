import type { Access } from '#access/access.js'
import type { UnreadableValues } from '#cache/unreadable-values.js'
import { createListener, type Listener, type ListenerOptions } from '#http/connection/listener.js'
import type { SecureFront } from '#http/connection/secure-server.js'
import type { TakesUpgrade } from '#http/connection/upgrade.js'
import { createHandlers } from '#http/handlers/index.js'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { RequestLog } from '#http/observe/request-log.js'
import { RequestMetrics } from '#http/observe/request-metrics.js'
import { countCuts, observeStreams } from '#http/observe/stream-metrics.js'
import { Pipeline } from '#http/pipeline.js'
import type { RemoteApis } from '#http/remote-apis.js'
import { AllowedOrigins } from '#http/request/allowed-origins.js'
import { RequestChecks } from '#http/request/request-checks.js'
import { RequestContext } from '#http/request/request-context.js'
import { sendError } from '#http/response/respond.js'
import type { StreamObservers } from '#http/response/watch-stream.js'
import { isForwarded, Router } from '#http/router.js'
import { consoleRoute } from '#http/routes/console.js'
import { discoveryRoutes } from '#http/routes/discovery.js'
import { docsAssetRoutes, docsRoute } from '#http/routes/docs.js'
import { healthRoutes } from '#http/routes/health.js'
import { metricsRoutes } from '#http/routes/metrics.js'
import type { Mount } from '#http/routes/mount.js'
import { openApiRoutes } from '#http/routes/openapi.js'
import { OpenApiDocuments } from '#http/routes/openapi-documents.js'
import type { Route } from '#http/routes/route.js'
import { RouteTable } from '#http/routes/route-table.js'
import { versionRoute } from '#http/routes/version.js'
import { watchesRoute } from '#http/routes/watches.js'
import { HealthChecks } from '#observe/health.js'
import { HealthMetrics } from '#observe/health-metrics.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import { CALLBACK_PATH, CONSOLE_PATH } from '#protocol/console.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { ResourceStores } from '#registry/stores.js'
import type { Storage } from '#storage/contract.js'
import type { TimerClock } from '#util/clock.js'
import { allowedHostNames, type ServerConfig, type ServerFilters } from './config.js'
import type { ImportGuard } from './import-guard.js'
import type { Shutdown } from './shutdown.js'
import { packageVersion } from './version.js'

/** The dependencies of the HTTP layer. */
export interface FrontOptions {
  readonly kinds: KindRegistry
  readonly stores: ResourceStores
  readonly storage: Storage
  readonly access: Access
  readonly importGuard: ImportGuard
  readonly unreadable: UnreadableValues
  /** Undefined without TLS. */
  readonly tls: SecureFront | undefined
  readonly limits: ListenerLimits
  readonly filters: ServerFilters
  readonly requestLog: RequestLog
  readonly shutdown: Shutdown
  /** What other servers serve below paths of this one. */
  readonly remotes: RemoteApis
  /** Other APIs below prefixes. */
  readonly mounts: (observer: StreamObservers) => readonly Mount[]
  /** Routes that `/` does not list. */
  readonly routes: readonly Route[]
  /** Undefined without an archive. */
  readonly archive: { note(): string | undefined } | undefined
  readonly readOnly: { note(): string | undefined }
  readonly metrics: MetricsRegistry
  readonly clock: TimerClock
  readonly logger: Logger
}

/** Creates routes, filters, handlers and the listener. */
export async function createFront(config: ServerConfig, parts: FrontOptions): Promise<Listener> {
  const { access, limits, metrics, logger, requestLog, tls } = parts
  // A line of the access log is found by the id that its client got.
  const showsAuditIds = access.showsAuditIds || config.accessLog !== ''
  const pipeline = createPipeline(parts)
  const { corsAllowedOrigins } = config
  const origins = corsAllowedOrigins.length === 0 ? undefined : new AllowedOrigins(corsAllowedOrigins)
  const cors = origins && new (await import('#http/request/cors.js')).Cors(origins)
  const handler: ListenerOptions['handler'] = (request, response, channel) =>
    pipeline.handle(new RequestContext(request, response, channel, showsAuditIds))
  const listener = createListener({
    handler: cors === undefined ? handler : cors.around(handler),
    sendError: (error, request, response, channel) => {
      cors?.mark(request, response)
      const context = new RequestContext(request, response, channel, showsAuditIds)
      return access.onRejected(context, () => {
        const sent = sendError(context, error)
        requestLog.after(context)
        return sent
      })
    },
    checks: new RequestChecks({
      hosts: allowedHostNames(config),
      pages: ['/', docsRoute.path, CONSOLE_PATH, CALLBACK_PATH],
      origins,
    }),
    limits,
    tls,
    takesUpgrade: upgradesOf(new Router(parts.stores), parts.remotes),
    onCut: countCuts(metrics),
    logger,
  })
  metrics.read(
    'binnacle_unsent_bytes',
    'Response bytes that clients have not read yet.',
    'gauge',
    () => listener.unsentBytes,
  )
  return listener
}

function createPipeline({
  kinds,
  stores,
  storage,
  access,
  importGuard,
  unreadable,
  filters,
  requestLog,
  shutdown,
  remotes,
  mounts,
  routes: others,
  archive,
  readOnly,
  metrics,
  clock,
  logger,
}: FrontOptions): Pipeline {
  const observer = observeStreams(metrics, kinds, logger)
  const openApiDocuments = new OpenApiDocuments()
  const health = healthOf(storage, importGuard, { unreadable, archive, readOnly }, shutdown)
  const routes: RouteTable = new RouteTable({
    kinds,
    remotes,
    ofKinds: (versions, remoteVersions) => [
      ...discoveryRoutes(versions, remoteVersions),
      ...openApiRoutes(versions, packageVersion(), openApiDocuments, remoteVersions),
    ],
    others: [
      versionRoute(packageVersion()),
      ...healthRoutes(health),
      ...metricsRoutes(metrics, new HealthMetrics(health)),
      docsRoute,
      consoleRoute({ version: packageVersion(), signIn: () => access.signIn() }),
      ...access.routes,
    ],
    unlisted: [
      ...docsAssetRoutes,
      watchesRoute((context) => pipeline.handle(context), observer.others()),
      ...others,
    ],
  })
  const pipeline: Pipeline = new Pipeline({
    router: new Router(stores),
    handlers: createHandlers(observer, clock),
    routes,
    remotes,
    mounts: mounts(observer),
    filters: [
      new RequestMetrics(metrics, kinds),
      requestLog,
      filters.first,
      ...access.filters,
      filters.afterAccess,
      importGuard,
    ].filter((filter) => filter !== undefined),
    logger,
  })
  return pipeline
}

/** Requests that are forwarded take upgrades. Some clients offer h2c with every request, which is ignored. */
function upgradesOf(router: Router, remotes: RemoteApis): TakesUpgrade {
  return ({ url = '', headers: { upgrade = '' } }) => {
    if (/^h2c\b/i.test(upgrade)) return false
    try {
      const path = url.split('?', 1)[0] as string
      if (remotes.find(path) !== undefined) return true
      const target = router.resolve(path)
      return target !== undefined && isForwarded(target)
    } catch {
      return false
    }
  }
}

/**
 * The checks of Kubernetes that have something to check here, in its order, and then our own. A live server reaches its
 * store; a ready one also has all of it.
 */
function healthOf(
  storage: Storage,
  importGuard: ImportGuard,
  { unreadable, archive, readOnly }: Pick<FrontOptions, 'unreadable' | 'archive' | 'readOnly'>,
  shutdown: Shutdown,
) {
  const etcd = () => storeFailure(storage)
  const checksOf = (more: readonly string[] = []) => {
    const checks = new HealthChecks()
    checks.addWithheld('log', passed)
    checks.addWithheld('etcd', etcd)
    for (const name of more) checks.addWithheld(name, name === 'etcd-readiness' ? etcd : passed)
    for (const name of START_CHECKS) checks.addWithheld(name, passed)
    return checks
  }
  const livez = checksOf()
  const healthz = checksOf()
  const readyz = checksOf(['etcd-readiness', 'informer-sync'])
  readyz.addWithheld('shutdown', shutdown.failure)
  for (const checks of [healthz, readyz]) {
    checks.add('store', () => etcd() ?? importGuard.reason)
    // Everything else is served. An unready server would make that unavailable too, and every server on the store has
    // the same values.
    checks.addNote('unreadable-values', () => unreadable.report())
    // Reads are served, also from behind a load balancer.
    checks.addNote('read-only', () => readOnly.note())
    if (archive !== undefined) checks.addNote('archive', () => archive.note())
  }
  return { healthz, livez, readyz }
}

/** Why the store takes no writes; undefined if it does. */
export function storeFailure(storage: Storage): string | undefined {
  const health = storage.health()
  return health.writable ? undefined : health.reason
}

/** The server listens only when its cache, its kinds and its APIs are complete and its controllers have started. */
const passed = () => undefined

/** What kube-apiserver 1.33 does when it starts and this server does too, in its order. */
const START_CHECKS = [
  'poststarthook/start-apiserver-admission-initializer',
  'poststarthook/generic-apiserver-start-informers',
  'poststarthook/storage-object-count-tracker-hook',
  'poststarthook/start-apiextensions-informers',
  'poststarthook/start-apiextensions-controllers',
  'poststarthook/crd-informer-synced',
  'poststarthook/start-system-namespaces-controller',
  'poststarthook/start-cluster-authentication-info-controller',
  'poststarthook/scheduling/bootstrap-system-priority-classes',
  'poststarthook/bootstrap-controller',
  'poststarthook/start-kubernetes-service-cidr-controller',
  'poststarthook/start-kube-aggregator-informers',
  'poststarthook/apiservice-status-local-available-controller',
  'poststarthook/apiservice-status-remote-available-controller',
  'poststarthook/apiservice-registration-controller',
  'poststarthook/apiservice-discovery-controller',
  'poststarthook/kube-apiserver-autoregistration',
  'autoregister-completion',
  'poststarthook/apiservice-openapi-controller',
  'poststarthook/apiservice-openapiv3-controller',
]
