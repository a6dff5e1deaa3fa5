import type { Access } from '#access/access.js'
import type { UnreadableValues } from '#cache/unreadable-values.js'
import { createListener, type Listener, type ListenerOptions } from '#http/connection/listener.js'
import type { SecureFront } from '#http/connection/secure-server.js'
import type { TakesUpgrade } from '#http/connection/upgrade.js'
import { createHandlers } from '#http/handlers/index.js'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import { countCuts, observeStreams } from '#http/limits/stream-metrics.js'
import { Pipeline } from '#http/pipeline.js'
import { AllowedOrigins } from '#http/request/allowed-origins.js'
import { RequestChecks } from '#http/request/request-checks.js'
import { RequestContext } from '#http/request/request-context.js'
import { RequestMetrics } from '#http/request-metrics.js'
import { sendError } from '#http/response/respond.js'
import type { StreamObserver } from '#http/response/watch-stream.js'
import { Router } from '#http/router.js'
import { discoveryRoutes } from '#http/routes/discovery.js'
import { docsAssetRoutes, docsRoute } from '#http/routes/docs.js'
import { healthRoutes } from '#http/routes/health.js'
import { metricsRoute } from '#http/routes/metrics.js'
import type { Mount } from '#http/routes/mount.js'
import { openApiRoutes } from '#http/routes/openapi.js'
import { OpenApiDocuments } from '#http/routes/openapi-documents.js'
import { RouteTable } from '#http/routes/route-table.js'
import { versionRoute } from '#http/routes/version.js'
import { HealthChecks } from '#observe/health.js'
import type { Logger } from '#observe/logger.js'
import type { MetricsRegistry } from '#observe/metrics.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { ResourceStores } from '#registry/stores.js'
import type { Storage } from '#storage/contract.js'
import type { TimerClock } from '#util/clock.js'
import { allowedHostNames, type ServerConfig, type ServerFilters } from './config.js'
import type { ImportGuard } from './import-guard.js'
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
  /** Another API below a prefix; undefined without one. */
  readonly mount: ((observer: StreamObserver) => Mount) | undefined
  readonly metrics: MetricsRegistry
  readonly clock: TimerClock
  readonly logger: Logger
}

/** Creates routes, filters, handlers and the listener. */
export async function createFront(config: ServerConfig, parts: FrontOptions): Promise<Listener> {
  const { access, limits, metrics, logger, tls } = parts
  const { showsAuditIds } = access
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
      return access.onRejected(context, () => sendError(context, error))
    },
    checks: new RequestChecks({ hosts: allowedHostNames(config), pages: [docsRoute.path], origins }),
    limits,
    tls,
    takesUpgrade: config.federation ? upgradesOf(new Router(parts.stores)) : undefined,
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
  mount,
  metrics,
  clock,
  logger,
}: FrontOptions): Pipeline {
  const observer = observeStreams(metrics, logger)
  const openApiDocuments = new OpenApiDocuments()
  const routes = new RouteTable({
    kinds,
    ofKinds: (versions) => [
      ...discoveryRoutes(versions),
      ...openApiRoutes(versions, packageVersion(), openApiDocuments),
    ],
    others: [
      versionRoute(packageVersion()),
      ...healthRoutes(healthOf(storage, importGuard, unreadable)),
      metricsRoute(metrics),
      docsRoute,
      ...access.routes,
    ],
    unlisted: docsAssetRoutes,
  })
  return new Pipeline({
    router: new Router(stores),
    handlers: createHandlers(observer, clock),
    routes,
    mount: mount?.(observer),
    filters: [filters.first, ...access.filters, filters.afterAccess, importGuard].filter(
      (filter) => filter !== undefined,
    ),
    metrics: new RequestMetrics(metrics, kinds),
    logger,
  })
}

/** Subresources that forward requests take upgrades. Some clients offer h2c with every request, which is ignored. */
function upgradesOf(router: Router): TakesUpgrade {
  return ({ url = '', headers: { upgrade = '' } }) => {
    if (/^h2c\b/i.test(upgrade)) return false
    try {
      return router.resolve(url.split('?', 1)[0] as string)?.subresource?.forwards === true
    } catch {
      return false
    }
  }
}

/** Live is the process; ready also needs a complete store that accepts writes. */
function healthOf(storage: Storage, importGuard: ImportGuard, unreadable: UnreadableValues) {
  const livez = new HealthChecks()
  const readyz = new HealthChecks()
  readyz.add('store', () => {
    const health = storage.health()
    return health.writable ? importGuard.reason : health.reason
  })
  // Everything else is served. An unready server would make that unavailable too, and every server on the store has
  // the same values.
  readyz.addNote('unreadable-values', () => unreadable.report())
  return { healthz: readyz, livez, readyz }
}
