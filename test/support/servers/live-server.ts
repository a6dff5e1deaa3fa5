import { EncodingCache } from '#cache/encoding-cache.js'
import { ObjectCache } from '#cache/object-cache.js'
import { alwaysLeading } from '#controllers/controller.js'
import { GarbageCollector } from '#controllers/garbage-collector.js'
import { createListener, type ListenerOptions } from '#http/connection/listener.js'
import type { Filter } from '#http/filter.js'
import { createHandlers } from '#http/handlers/index.js'
import { RequestMetrics } from '#http/observe/request-metrics.js'
import { observeStreams } from '#http/observe/stream-metrics.js'
import { Pipeline } from '#http/pipeline.js'
import { RequestContext } from '#http/request/request-context.js'
import { sendError } from '#http/response/respond.js'
import { Router } from '#http/router.js'
import { discoveryRoutes } from '#http/routes/discovery.js'
import { metricsRoutes } from '#http/routes/metrics.js'
import { openApiRoutes } from '#http/routes/openapi.js'
import { RouteTable } from '#http/routes/route-table.js'
import { kinds } from '#kinds/index.js'
import { silentLogger as logger } from '#observe/logger.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { ChangeFeed } from '#registry/change-feed.js'
import { KindRegistry } from '#registry/kind-registry.js'
import { ContinueTokens } from '#registry/read/continue-token.js'
import { ResourceStores } from '#registry/stores.js'
import type { AdmissionPlugin } from '#registry/write/admission.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { systemClock } from '#util/clock.js'
import { systemRandom } from '#util/random.js'
import { Client } from '../client.js'

/** A server built around a kind registry that the test can change. */
export interface LiveServer {
  readonly registry: KindRegistry
  readonly feed: ChangeFeed
  readonly collector: GarbageCollector
  readonly client: Client
  readonly url: string
}

export interface LiveServerOptions {
  readonly filters?: readonly Filter[]
  readonly admission?: readonly AdmissionPlugin[]
  /** Certificate and key; enables TLS and HTTP/2. */
  readonly tls?: ListenerOptions['tls']
}

/** Starts a server of the built-in kinds in memory. It is closed after the test. */
export async function startLiveServer(
  t: { after(close: () => Promise<void>): void },
  { filters = [], admission = [], tls }: LiveServerOptions = {},
): Promise<LiveServer> {
  const storage = openMemoryStorage()
  const cache = await ObjectCache.open(storage)
  const registry = new KindRegistry(kinds)
  const tokens = async () => new ContinueTokens(Buffer.alloc(32))
  const stores = new ResourceStores(registry, {
    storage,
    cache,
    encodings: new EncodingCache(),
    tokens,
    admission,
    clock: systemClock,
    random: systemRandom,
  })
  const feed = new ChangeFeed(cache, registry)
  const collector = new GarbageCollector({
    kinds: registry,
    stores,
    feed,
    leadership: alwaysLeading,
    logger,
    clock: systemClock,
    random: systemRandom,
  })
  collector.start()

  const metrics = new MetricsRegistry()
  const pipeline = new Pipeline({
    router: new Router(stores),
    handlers: createHandlers(observeStreams(metrics, registry, logger), systemClock),
    routes: new RouteTable({
      kinds: registry,
      ofKinds: (versions) => [...discoveryRoutes(versions), ...openApiRoutes(versions, '0.0.0')],
      others: metricsRoutes(metrics, metrics),
      unlisted: [],
    }),
    filters: [new RequestMetrics(metrics, registry), ...filters],
    logger,
  })
  const listener = createListener({
    handler: (request, response, connection) =>
      pipeline.handle(new RequestContext(request, response, connection)),
    sendError: (error, request, response, connection) =>
      sendError(new RequestContext(request, response, connection), error),
    tls,
    logger,
  })
  const { port } = await listener.listen('127.0.0.1', 0)
  t.after(async () => {
    cache.watchers.end()
    await listener.close(0)
    await collector.close()
    cache.close()
    await storage.close()
  })
  const url = `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`
  return { registry, feed, collector, client: new Client(url), url }
}
