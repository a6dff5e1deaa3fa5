import { defaultLimits, type ListenerLimits } from '#http/limits/listener-limits.js'
import { hostInUrl } from '#http/request/host-names.js'
import { createLogger, type LeveledLogger, type Logger, type LogLevel } from '#observe/logger.js'
import { MetricsRegistry } from '#observe/metrics.js'
import { registerProcessMetrics } from '#observe/process-metrics.js'
import { CloseStack } from '#util/async/close-stack.js'
import { systemClock } from '#util/clock.js'
import { systemRandom } from '#util/random.js'
import { type ProgramConfig, type ServerConfig, StartError } from './config.js'
import { configError } from './config-error.js'
import { warnOfIneffectiveGates } from './feature-gates/feature-gates.js'
import { openObservability } from './observe/observability.js'
import type { RunningServer, ServerParts } from './running-server.js'
import { Shutdown } from './shutdown.js'
import { explainStart } from './start/explain-start.js'
import { followKinds } from './start/follow-kinds.js'
import { openSecurity } from './start/open-security.js'
import { openStore } from './start/open-store.js'
import { openStores } from './start/open-stores.js'
import { serveRequests } from './start/serve-requests.js'
import type { StartContext } from './start/start-context.js'
import { type RunningControllers, startControllers } from './start/start-controllers.js'
import { type OpenStorage, openStorage } from './storage.js'
import { packageVersion, registerBuildInfo } from './version.js'

export type { RunningServer, ServerParts } from './running-server.js'

interface StartedServer {
  readonly server: RunningServer
  readonly parts: ServerParts
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
): Promise<StartedServer> {
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

interface StartOptions {
  readonly open: OpenStorage
  readonly limits: ListenerLimits
  readonly logger: LeveledLogger
  readonly opened: CloseStack
}

/** Each step opens a part of the server on top of the earlier ones. */
async function start(
  config: ServerConfig & ProgramConfig,
  { open, limits, logger, opened }: StartOptions,
): Promise<StartedServer> {
  const { clock = systemClock, random = systemRandom, kinds: customKinds = [] } = config
  const own = customKinds.length === 0 ? undefined : await import('./custom-kinds.js')
  await own?.validateCustomKinds(customKinds)
  const startedAt = performance.now()
  logger.info({ version: packageVersion(), node: process.version, pid: process.pid }, 'starting')
  warnOfIneffectiveGates(config, logger)
  const shutdown = new Shutdown({ opened, delayMs: config.shutdownDelayMs, logger, clock })
  const metrics = new MetricsRegistry()
  const { tracing, requestLog, reopenLogs } = await openObservability(config, opened, { logger, metrics })
  measureProcess(metrics, opened)

  const context: StartContext = { config, logger, clock, random, metrics, opened }
  const store = await openStore(context, open)
  const followed = await followKinds(context, store)
  const security = await openSecurity(context, store, followed)
  const namespaces = () => controllers.namespaces
  const stores = await openStores(context, { store, followed, security, namespaces })
  const controllers = await startControllers(context, { store, followed, security, stores, tracing })
  const listener = await serveRequests(context, {
    ...{ store, followed, security, stores, controllers, limits, requestLog, shutdown },
  })

  await own?.applyCustomKinds(customKinds, stores)
  // Without the default roles only administrators have access.
  for (const controller of controllers.policy) await controller.settled()
  const { address, port } = await listener.listen(config.host, config.port)
  announce(context, controllers, { address, port })
  const startMs = Math.round(performance.now() - startedAt)
  logger.info({ address, port, storage: config.storage, objects: store.cache.size, startMs }, 'serving')
  const { tls } = security
  const selfSignedAuthority = await tls?.admit(address, port)
  config.signal?.throwIfAborted()
  const close = (reason?: string) => shutdown.close(reason)
  closeWhenAborted(config.signal, close, opened.closed, logger)
  const server: RunningServer = {
    url: `${tls === undefined ? 'http' : 'https'}://${hostInUrl(address)}:${port}`,
    port,
    selfSignedAuthority,
    closed: opened.closed,
    setLogLevel: (level: LogLevel) => logger.setLevel(level),
    reopenLogs,
    reloadEncryption: async () => store.encryption?.reload(),
    settled: () => controllers.all.settled(),
    close,
    [Symbol.asyncDispose]: () => close(),
  }
  const { ungated: storage, cache, kinds } = store
  return { server, parts: { storage, cache, kinds, stores, clock, logger, controllers: controllers.all } }
}

function measureProcess(metrics: MetricsRegistry, opened: CloseStack): void {
  registerBuildInfo(metrics)
  const processMetrics = registerProcessMetrics(metrics)
  opened.push(() => processMetrics.stop())
}

/** Tells clients in the cluster where the server is. */
function announce(
  { config }: StartContext,
  { system, apiServices }: RunningControllers,
  { address, port }: { readonly address: string; readonly port: number },
): void {
  system.setAddress({ address: config.advertiseAddress || address, port })
  apiServices.serverListens()
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
