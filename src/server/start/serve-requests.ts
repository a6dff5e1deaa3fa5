import { HeldRevisions } from '#backup/held-revisions.js'
import type { Listener } from '#http/connection/listener.js'
import type { ListenerLimits } from '#http/limits/listener-limits.js'
import type { RequestLog } from '#http/observe/request-log.js'
import type { ResourceStores } from '#registry/stores.js'
import { Backups } from '#server/backup/backup-routes.js'
import { startCompaction } from '#server/compaction.js'
import { Rewrites } from '#server/encryption/rewrites.js'
import { createFront } from '#server/front.js'
import { LazyInspection } from '#server/inspection.js'
import { archiveOf, filtersOf } from '#server/optional-parts.js'
import { readOnlyRoute } from '#server/read-only/read-only-routes.js'
import type { Shutdown } from '#server/shutdown.js'
import { packageVersion } from '#server/version.js'
import type { FollowedKinds } from './follow-kinds.js'
import type { Security } from './open-security.js'
import type { Store } from './open-store.js'
import type { StartContext } from './start-context.js'
import type { RunningControllers } from './start-controllers.js'

/** The grace period of requests at shutdown. */
const CLOSE_GRACE_MS = 5_000
/** Clients whose watches have just ended may send their next request on the same connection. */
const CLOSE_IDLE_MS = 500

export interface RequestDependencies {
  readonly store: Store
  readonly followed: FollowedKinds
  readonly security: Security
  readonly stores: ResourceStores
  readonly controllers: RunningControllers
  readonly limits: ListenerLimits
  readonly requestLog: RequestLog
  readonly shutdown: Shutdown
}

/** The listener, which does not listen yet, and the work on the store that requests start or hold up. */
export async function serveRequests(
  start: StartContext,
  dependencies: RequestDependencies,
): Promise<Listener> {
  const { config, logger, metrics, clock, opened } = start
  const { store, security, stores, controllers, limits, requestLog, shutdown } = dependencies
  const { engine, secrets, cache, readOnly } = store
  const { tls, access } = security
  const held = new HeldRevisions()
  const archive = await archiveOf(config, {
    ...{ storage: engine, secrets, held, metrics, clock, logger },
    leadership: controllers.acting,
  })
  opened.push(() => archive?.close())
  const backups = new Backups(config, { storage: engine, held, secrets, clock })
  const rewrites = new Rewrites(engine, store.encryption?.encryption)
  const inspection = inspect(start, dependencies)
  const { search, remotes } = controllers
  const listener = await createFront(config, {
    ...{ kinds: store.kinds, stores, storage: engine, access, importGuard: store.importGuard },
    unreadable: cache.unreadable,
    tls: tls?.front,
    limits,
    filters: await filtersOf(config, logger),
    ...{ requestLog, shutdown, remotes },
    mounts: (observer) => [...(search === undefined ? [] : [search.mount(observer)]), ...inspection.mounts],
    routes: [...backups.routes, readOnlyRoute(readOnly), rewrites.route, ...inspection.routes],
    ...{ archive, readOnly, metrics, clock, logger },
  })
  tls?.serve(listener)
  shutdown.drain = () => listener.drain()
  opened.push(() => endRequests(start, dependencies, listener))
  opened.push(() => backups.close())
  opened.push(() => rewrites.close())
  const { leadership } = store
  const compaction = startCompaction(engine, config.historyWindowMs, {
    ...{ leadership, logger, metrics, clock, cache, held },
  })
  opened.push(() => compaction.stop())
  return listener
}

function inspect(
  { config, clock }: StartContext,
  { store, followed, security, stores, controllers }: RequestDependencies,
): LazyInspection {
  const { kinds, storage } = store
  return new LazyInspection({
    ...{ kinds, stores, feed: followed.feed, storage, clock },
    collector: controllers.collector,
    authorize: security.access.authorize,
    historyWindowMs: config.historyWindowMs,
    server: { version: packageVersion(), storage: config.storage, startedAt: clock.now() },
  })
}

/** Stops listening, and ends what would not end by itself. */
async function endRequests(
  { config }: StartContext,
  { store, security, controllers }: RequestDependencies,
  listener: Listener,
): Promise<void> {
  // First, so that clients whose watches end connect to another server.
  const closed = listener.close(CLOSE_GRACE_MS, config.shutdownDelayMs > 0 ? CLOSE_IDLE_MS : 0)
  // Watches do not end by themselves. Pending writes still need the cache.
  store.cache.watchers.end()
  controllers.federation?.stopForwarding()
  controllers.remotes.stop()
  security.access.stopWaiting()
  await controllers.search?.close()
  await controllers.nodes?.close()
  await closed
}
